"""corpus: labelled sessions over an invented handbook and its skills; which words are quoted, and which are talk."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import orjson
import polars as pl

from memassets.formats import documents
from memassets.formats.rows import Block, Record, Role
from memassets.formats.turns import record_id
from memassets.guard.matcher import Artifact, Kind
from memassets.kernel import digests, fixtures
from memassets.kernel.draw import Draw

MANUAL = "guard/manual.md"
TALK = "guard/talk.json"
SKILLS = tuple(f"guard/skills/{name}/SKILL.md" for name in ("answer-a-member", "close-the-books", "fire-a-load"))
FIXTURES = (MANUAL, TALK, *SKILLS)

_SPAN = pl.List(pl.Struct({"start": pl.Int64, "end": pl.Int64}))
SCHEMA: dict[str, Any] = {
    "session": pl.String,
    "class": pl.String,
    "quoting": pl.Boolean,
    "turn": pl.Int64,
    "role": pl.String,
    "text": pl.String,
    "quoted": _SPAN,
    "own": _SPAN,
}

_PartKind = Literal["quoted", "own", "lead"]
_Part = tuple[_PartKind, str]


@dataclass(frozen=True, slots=True)
class Material:
    """What sessions are made of: lines of every section, whole skills, sentences of talk."""

    sections: tuple[tuple[str, ...], ...]
    skills: tuple[str, ...]
    talk: dict[str, list[str]]

    def said(self, draw: Draw, kind: str, count: int) -> str:
        """So many different sentences of one kind."""
        sentences = draw.shuffled(self.talk[kind])[:count]
        return " ".join(self._filled(sentence, draw) for sentence in sentences)

    def _filled(self, sentence: str, draw: Draw) -> str:
        name, day, number = draw.choice(self.talk["names"]), draw.choice(self.talk["days"]), 2 + draw.below(80)
        return sentence.replace("{name}", name).replace("{day}", day).replace("{n}", str(number))

    def lines(self, draw: Draw, count: int, of: int) -> list[str]:
        """So many lines in a row of a section that has at least `of` lines."""
        section = draw.choice([s for s in self.sections if len(s) >= of])
        start = draw.below(len(section) - count + 1)
        return list(section[start : start + count])


def artifacts() -> list[Artifact]:
    """The handbook's sections and the skills, as artifacts."""
    found = [_artifact("reference", f"kilnctl/handbook#{s.slug}", s.text) for s in _sections(MANUAL)]
    return found + [
        _artifact("skill", name.split("/")[-2], section.text) for name in SKILLS for section in _sections(name)
    ]


def corpus(seed: int, sessions: int) -> pl.DataFrame:
    """Two records a session, `sessions` sessions a class.

    Columns: session, class, quoting (whether the class quotes), turn, role, text, quoted and own (spans in code points
    of the text: what stands in an artifact, and what is somebody's own words; lead-ins and wrapping are neither).
    """
    material = _material()
    rows: list[dict[str, Any]] = []
    for name, (quoting, role, build) in CLASSES.items():
        for number in range(sessions):
            draw = Draw(int(digests.of_json([seed, name, number]), 16))
            session = f"{name}-{number:03d}"
            opening: list[_Part] = [("own", material.said(draw, "discussion", 1 + draw.below(2)))]
            rows.append(_row(session, name, False, 1, "user", opening))
            rows.append(_row(session, name, quoting, 2, role, build(draw, material)))
    return pl.DataFrame(rows, schema=SCHEMA)


def records(corpus: pl.DataFrame) -> Iterator[Record]:
    """The corpus as a session reader would give it."""
    for row in corpus.iter_rows(named=True):
        kind: Block = "tool_result" if row["role"] == "tool" else "text"
        identity = record_id(row["session"], row["turn"], 0)
        yield Record(identity, row["session"], None, row["turn"], 0, row["role"], None, kind, row["text"])


def _row(session: str, name: str, quoting: bool, turn: int, role: str, parts: Sequence[_Part]) -> dict[str, Any]:
    spans: dict[str, list[dict[str, int]]] = {"quoted": [], "own": [], "lead": []}
    text = ""
    for kind, part in parts:
        text += "\n\n" if text and not text.endswith("\n") else ""
        spans[kind].append({"start": len(text), "end": len(text) + len(part)})
        text += part
        text += "\n" if kind == "lead" else ""
    return {
        "session": session,
        "class": name,
        "quoting": quoting,
        "turn": turn,
        "role": role,
        "text": text,
        "quoted": spans["quoted"],
        "own": spans["own"],
    }


# classes -----------------------------------------------------------------------------------------------------------


def _around(draw: Draw, material: Material, quote: str) -> list[_Part]:
    """The quote with a lead-in, and in half of the sessions with somebody's own words before or after."""
    parts: list[_Part] = [("lead", draw.choice(material.talk["leads"])), ("quoted", quote)]
    where = draw.below(4)
    if where == 1:
        parts.append(("own", material.said(draw, "discussion", 1)))
    if where == 2:
        parts = [("own", material.said(draw, "discussion", 2)), *parts]
    return parts


def _whole(draw: Draw, material: Material) -> list[_Part]:
    return _around(draw, material, "\n".join(draw.choice(material.sections)))


def _ten(shape: Callable[[Draw, list[str]], str], draw: Draw, material: Material) -> list[_Part]:
    return _around(draw, material, shape(draw, material.lines(draw, 10, 50 if draw.below(2) else 20)))


def _plain(_: Draw, lines: list[str]) -> str:
    return "\n".join(lines)


def _rewrapped(draw: Draw, lines: list[str]) -> str:
    return textwrap.fill(" ".join(lines), 38 + draw.below(60))


def _reindented(draw: Draw, lines: list[str]) -> str:
    mark = draw.choice(["    ", "> ", "\t", "  - ", "// "])
    return "\n".join(mark + line for line in lines)


def _table(draw: Draw, lines: list[str]) -> str:
    cells = [line.replace("; ", " | ", 1) if " | " not in line else line.strip("| ") for line in lines]
    return "| no | what | then |\n|---|---|---|\n" + "\n".join(f"| {n} | {c} |" for n, c in enumerate(cells, 1))


def _numbered(draw: Draw, lines: list[str]) -> str:
    first = 1 + draw.below(900)
    form = draw.choice(["{n:>6}\t{line}", "{n:>5}→{line}", "{n}: {line}", "docs/handbook.md:{n}:{line}"])
    return "\n".join(form.format(n=first + at, line=line) for at, line in enumerate(lines))


def _printed(draw: Draw, material: Material) -> list[_Part]:
    lines = material.lines(draw, 10 + draw.below(8), 20)
    mark = draw.choice(["", "\x1b[1m", "       "])
    end = "\x1b[0m" if mark.startswith("\x1b") else ""
    return [("quoted", "\n".join(f"{mark}{line}{end}" for line in lines))]


def _skill(draw: Draw, material: Material) -> list[_Part]:
    return _around(draw, material, draw.choice(material.skills).strip())


def _two_lines(draw: Draw, material: Material) -> list[_Part]:
    quote = " ".join(material.lines(draw, 2, 8))
    before, after = material.said(draw, "discussion", 3), material.said(draw, "discussion", 2)
    return [("own", before), ("own", f'The handbook says "{quote}" and I wonder about it.'), ("own", after)]


def _skill_lines(draw: Draw, material: Material) -> list[_Part]:
    lines = draw.choice(material.skills).strip().split("\n")[-7:]
    start = draw.below(len(lines) - 1)
    return [("own", material.said(draw, "discussion", 3)), ("own", "\n".join(lines[start : start + 2]))]


def _talk(kinds: Sequence[tuple[str, int]], draw: Draw, material: Material) -> list[_Part]:
    return [("own", material.said(draw, kind, count)) for kind, count in kinds]


# name -> (whether it quotes, who says it, how it is made)
CLASSES: dict[str, tuple[bool, Role, Callable[[Draw, Material], list[_Part]]]] = {
    "verbatim": (True, "user", _whole),
    "ten-lines": (True, "user", partial(_ten, _plain)),
    "rewrapped": (True, "assistant", partial(_ten, _rewrapped)),
    "reindented": (True, "user", partial(_ten, _reindented)),
    "table": (True, "assistant", partial(_ten, _table)),
    "numbered": (True, "user", partial(_ten, _numbered)),
    "tool-result": (True, "tool", _printed),
    "skill": (True, "user", _skill),
    "two-lines": (False, "user", _two_lines),
    "skill-lines": (False, "user", _skill_lines),
    "one-command": (False, "user", partial(_talk, [("command", 1), ("discussion", 3)])),
    "paraphrase": (False, "assistant", partial(_talk, [("paraphrase", 4), ("discussion", 1)])),
    "mention": (False, "user", partial(_talk, [("mention", 2), ("discussion", 2)])),
    "unrelated": (False, "user", partial(_talk, [("unrelated", 4)])),
}


# fixtures ----------------------------------------------------------------------------------------------------------


def _sections(name: str) -> Sequence[Any]:
    return documents.read_document(name.split("/")[-1], fixtures.content(name)).sections


def _artifact(kind: Kind, name: str, text: str) -> Artifact:
    return Artifact(kind, name, text, digests.of_text(text))


def _material() -> Material:
    sections = [[line for line in s.text.split("\n")[1:] if line.strip()] for s in _sections(MANUAL)]
    return Material(
        tuple(tuple(lines) for lines in sections if len(lines) > 2),
        tuple(section.text for name in SKILLS for section in _sections(name)),
        orjson.loads(fixtures.content(TALK)),
    )
