"""sections: the texts a vault hands out, one row a section of a reference, a skill or a memory."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from memassets.formats import documents, front_matter, memories
from memassets.formats.damage import Damage
from memassets.formats.rows import Memory, Skip
from memassets.formats.times import utc
from memassets.guard.matcher import Kind
from memassets.kernel import digests, policy
from memassets.kernel.text import shingles

SCHEMA: dict[str, Any] = {
    "kind": pl.String,
    "name": pl.String,
    "corpus": pl.String,
    "text": pl.String,
    "sha256": pl.String,
    "emitted_at": pl.String,
    "problem": pl.String,
}

REFERENCES, SKILLS, MEMORIES = "references", "skills", "memories"
SKILL_FILE = "SKILL.md"
_EMITTED = ("emitted-at", "created-at", "created")


def sections(vault: Path) -> pl.DataFrame:
    """One row a section, in the order of kinds and names.

    Columns: kind (reference, skill, memory), name ("corpus/document#section"; a skill's folder; a memory's id), corpus,
    text, sha256 of the text, emitted_at (UTC, null where the emitter recorded none) and problem: a file that could not
    be taken whole is a row of its own, without text, that says why. Active memories of `policy.SHORT_TOKENS` and more.
    """
    rows = [*_references(vault / REFERENCES), *_skills(vault / SKILLS), *_memories(vault / MEMORIES)]
    return pl.DataFrame(rows, schema=SCHEMA)


def whole(sections: pl.DataFrame) -> pl.DataFrame:
    """The sections that have a text."""
    return sections.filter(pl.col("problem") == "")


def _references(folder: Path) -> Iterator[dict[str, Any]]:
    for corpus in _folders(folder):
        files = [file for file in sorted(corpus.rglob("*")) if file.is_file() and not _is_hidden(file, corpus)]
        stems = Counter(file.relative_to(corpus).with_suffix("") for file in files)
        for file in files:
            path = file.relative_to(corpus)
            document = (path.with_suffix("") if stems[path.with_suffix("")] == 1 else path).as_posix()
            reading = documents.read_document(path.as_posix(), file.read_bytes())
            for section in reading.sections:
                yield _row("reference", f"{corpus.name}/{document}#{section.slug}", corpus.name, section.text)
            yield from (
                _problem("reference", f"{corpus.name}/{path.as_posix()}", corpus.name, s) for s in reading.skipped
            )


def _skills(folder: Path) -> Iterator[dict[str, Any]]:
    for skill in _folders(folder):
        file = skill / SKILL_FILE
        if not file.is_file():
            continue
        content = file.read_bytes()
        reading = documents.read_document(SKILL_FILE, content)
        matter = front_matter.split(content.decode("utf-8", "replace"), Damage(SKILL_FILE, content))
        for section in reading.sections:
            yield _row("skill", skill.name, skill.name, section.text, utc(matter.text(*_EMITTED)))
        yield from (_problem("skill", f"{skill.name}/{SKILL_FILE}", skill.name, s) for s in reading.skipped)


def _memories(folder: Path) -> Iterator[dict[str, Any]]:
    if not folder.is_dir():
        return
    for reading in memories.read_folder(folder):
        for memory in reading.memories:
            text = _told(memory)
            if memory.status == "active" and len(shingles.tokens(text).hashes) >= policy.SHORT_TOKENS:
                yield _row("memory", memory.id, "", text, memory.created)


def _told(memory: Memory) -> str:
    """A memory as recall hands it out."""
    return f"{memory.gist}\n\n{memory.body}" if memory.body else memory.gist


def _folders(folder: Path) -> list[Path]:
    return sorted(f for f in folder.iterdir() if f.is_dir() and not f.name.startswith(".")) if folder.is_dir() else []


def _is_hidden(file: Path, corpus: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(corpus).parts)


def _row(kind: Kind, name: str, corpus: str, text: str, emitted: str | None = None) -> dict[str, Any]:
    return {
        "kind": kind,
        "name": name,
        "corpus": corpus,
        "text": text,
        "sha256": digests.of_text(text),
        "emitted_at": emitted,
        "problem": "",
    }


def _problem(kind: Kind, name: str, corpus: str, skip: Skip) -> dict[str, Any]:
    told = f"line {skip.line}, byte {skip.byte}: {skip.code}: {skip.message}"
    return {
        **dict.fromkeys(SCHEMA, ""),
        "kind": kind,
        "name": name,
        "corpus": corpus,
        "emitted_at": None,
        "problem": told,
    }
