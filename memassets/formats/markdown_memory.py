"""Markdown memories: agent memory folders (one fact a file), basic-memory notes (one an observation)."""

import hashlib
import json
import posixpath
import re
from dataclasses import dataclass, field, replace

from memassets.formats import front_matter
from memassets.formats.damage import Damage
from memassets.formats.front_matter import FrontMatter
from memassets.formats.gains import gained, restated
from memassets.formats.links import kept
from memassets.formats.rows import Memory, Reading
from memassets.formats.sentences import first_and_rest
from memassets.formats.statuses import status_of
from memassets.formats.times import instant_of

FORMAT = "markdown-memory"
INDEX_NAME = "MEMORY.md"
LIMIT_LINE_CHARS = 10_000  # a longer line is prose, whatever it starts with

_HEADING = re.compile(r"#{1,6}\s+(?=\S)(.{0,1000}?)\s*#*\s*$")
_RULE = re.compile(r"\s*([-*_])(?:\s*\1){2,}\s*$")
_FENCE = re.compile(r"\s*(```+|~~~+)")
_OBSERVATION = re.compile(r"\s*[-*]\s+\[([^\[\]()]{0,80}?[^\W\d_][^\[\]()]{0,80})\]\s+(\S.*)$")
_OBSERVATIONS = re.compile(r"^##? Observations[^\S\n]*$", re.MULTILINE)
_RESTATED = re.compile(r"(status|updated|superseded[-_]by)[ ]?:(?:\s|$)")
_LISTS = ("entities", "links", "sources")
_CHECKBOX = frozenset({"x", "X", "-", "/"})
_CONTEXT = re.compile(r"\s+\(([^()]*)\)\s*$")
_TAG = re.compile(r"(?<!\S)#([^\s#()\[\]]+)")
_LAST_TAGS = re.compile(r"(?:\s+#[^\s#()\[\]]+)+\s*$")
_RELATION = re.compile(r"\s*[-*]\s+(?:\"[^\"]*\"|[^\[\]\"]*?)\s*\[\[([^\[\]]+)\]\]\s*(?:\(([^()]*)\))?\s*$")
_WIKI = re.compile(r"\[\[([^\[\]\n|]+)(?:\|[^\[\]\n]*)?\]\]")
_LINK = re.compile(r"(?<!!)\[[^\[\]\n]*\]\(<?([^()<>\s]+)>?(?:\s+\"[^\"\n]*\")?\)")
_INDEX_ENTRY = re.compile(r"\s*[-*+]\s.*?\]\(<?([^()<>\s]+)>?\)")


@dataclass(slots=True)
class _Parts:
    """A body, taken apart: its prose, and the observation and relation lines of a basic-memory note."""

    prose: list[tuple[int, str]] = field(default_factory=list)
    observations: list[tuple[int, str, str, str, tuple[str, ...]]] = field(default_factory=list)
    relations: list[str] = field(default_factory=list)


def read(path: str, content: bytes) -> Reading:
    """The memories of one Markdown file: one for the file, or one for each of its observation lines."""
    damage = Damage(path, content)
    if posixpath.basename(path) == INDEX_NAME:
        damage.name("index-file", "The folder's index is no memory itself.", line=1)
        return Reading(FORMAT, skipped=damage.skips)
    text = damage.decode()
    if text is None:
        return Reading(FORMAT, skipped=damage.skips)
    if not text.strip():
        damage.name("empty-file", "The file holds no text.")
        return Reading(FORMAT, skipped=damage.skips)
    matter = front_matter.split(text, damage)
    file = _of_file(path, matter, damage, hashlib.sha256(content).hexdigest())
    parts = _take_apart(matter)
    memories = _of_observations(file, parts, damage)
    prose = "\n".join(row for _, row in parts.prose)
    if not memories or matter.text("description") or _says_something(prose):
        memories = [*_of_prose(file, matter, parts, prose, bool(memories), damage), *memories]
    return Reading(FORMAT, memories=tuple(memories), skipped=damage.skips)


def write(memory: Memory) -> bytes:
    """The file `read` makes this memory from, at this memory's id; ValueError where no file could.

    Links that the body itself holds are read as links too, after the memory's own.
    """
    rows = ["---"]
    rows += [
        f"{name}: {_quoted(value)}"
        for name, value in (
            ("name", memory.title),
            ("description", memory.gist),
            ("type", memory.type),
            ("status", memory.status),
            ("scope", memory.scope),
            ("created", memory.created or ""),
            ("updated", memory.updated or ""),
            ("superseded-by", memory.superseded_by or ""),
        )
        if value
    ]
    for name, values in (("entities", memory.entities), ("links", memory.links), ("sources", memory.sources)):
        if values:
            rows += [f"{name}:", *(f"  - {_quoted(value)}" for value in values)]
    rows += ["---", "", memory.body, ""] if memory.body else ["---", ""]
    content = "\n".join(rows).encode()
    again = read(memory.id, content).memories
    revision, links = (again[0].revision, again[0].links) if again else ("", ())
    expected = replace(memory, format=FORMAT, line=1, revision=revision, links=links)
    if again != (expected,) or links[: len(memory.links)] != memory.links:
        raise ValueError(f"the memory {memory.id!r} cannot be written as Markdown without a loss")
    return content


def restate(path: str, content: bytes, memory: Memory) -> bytes:
    """The file with this memory's status, successor and time of change, and every other byte as it was.

    Entities, links and sources of the memory that the file lacks are added; none is taken away. Raises ValueError where
    the file does not read back as said, such as one of several memories.
    """
    before = read(path, content).memories
    if len(before) != 1:
        raise ValueError(f"the file {path!r} cannot be restated: it holds {len(before)} memories, not one")
    fields = restated(before[0], memory)
    rows = content.decode("utf-8").split("\n")
    ends = "\r" if rows[0].endswith("\r") else ""
    if rows[0].rstrip() not in ("---", "\ufeff---"):
        rows[:0] = ["---" + ends, "---" + ends, ""]
    close = next((n for n, row in enumerate(rows) if n and row.rstrip() in ("---", "...")), 0)
    kept_rows = [row for row in rows[1:close] if _field(row) not in fields]
    said = [f"{name}: {_quoted(value)}{ends}" for name, value in fields.items() if value]
    held = front_matter.split(content.decode("utf-8"), Damage(path, content))
    for name in _LISTS:
        lacking = [value for value in getattr(memory, name) if value not in getattr(before[0], name)]
        if lacking:
            kept_rows = _without(kept_rows, name)
            words = ", ".join(json.dumps(value, ensure_ascii=False) for value in (*held.texts(name), *lacking))
            said.append(f"{name}: [{words}]{ends}")
    changed = "\n".join([rows[0], *kept_rows, *said, *rows[close:]]).encode()
    after = read(path, changed).memories
    if len(after) != 1 or not gained(before[0], memory, after[0]):
        raise ValueError(f"the file {path!r} cannot be restated without a loss")
    return changed


def _field(row: str) -> str:
    """The restated field that a row of front matter holds, "" for none."""
    match = _RESTATED.match(row)
    return match[1].replace("_", "-") if match else ""


def _without(rows: list[str], name: str) -> list[str]:
    """Front-matter rows without a field and what is nested under it."""
    found: list[str] = []
    inside = False
    for row in rows:
        inside = (row[: len(name)] == name and row[len(name) :].lstrip(" ").startswith(":")) or (
            inside and row[:1] in (" ", "\t", "-", "\r", "")
        )
        if not inside:
            found.append(row)
    return found


def index_entries(content: bytes) -> tuple[tuple[int, str], ...]:
    """The line and the target of each entry of a folder's index."""
    rows = content.decode("utf-8", "replace").split("\n")
    found = ((line, _INDEX_ENTRY.match(row)) for line, row in enumerate(rows, 1))
    return tuple((line, match[1]) for line, match in found if match)


def _of_file(path: str, matter: FrontMatter, damage: Damage, revision: str) -> Memory:
    successor = matter.text("superseded-by") or None
    if successor and not kept((successor,), damage, 1):
        successor = None
    status = status_of(matter.text("status"), matter.text("superseded-by") or None, damage)
    links = matter.texts("links", "link", "related")
    return Memory(
        id=path,
        gist="",
        title=matter.text("title", "name"),
        type=matter.text("type", "kind"),
        status=status,
        scope=matter.text("scope"),
        created=instant_of(matter.text("created", "created-at", "date"), damage),
        updated=instant_of(matter.text("updated", "updated-at", "modified", "last-modified"), damage),
        superseded_by=successor,
        entities=tuple(tag.lstrip("#") or tag for tag in matter.texts("entities", "entity", "tags")),
        links=kept(links, damage, 1),
        sources=matter.texts("sources", "source"),
        format=FORMAT,
        revision=revision,
    )


def _take_apart(matter: FrontMatter) -> _Parts:
    parts = _Parts()
    fence = ""
    note = "permalink" in matter.fields or _OBSERVATIONS.search(matter.body) is not None
    for line, row in enumerate(matter.body.split("\n"), matter.body_line):
        mark = _FENCE.match(row)
        if mark and (not fence or (mark[1].startswith(fence) and not row.strip().strip(fence[0]))):
            fence = "" if fence else mark[1]
        if fence or mark or not note or len(row) > LIMIT_LINE_CHARS:
            parts.prose.append((line, row))
            continue
        observation = _OBSERVATION.match(row)
        relation = _RELATION.match(row)
        if observation and observation[1].strip() not in _CHECKBOX:
            parts.observations.append((line, *_observed(observation[1].strip(), observation[2])))
        elif relation:
            parts.relations.append(relation[1].partition("|")[0])
            if relation[2]:
                parts.prose.append((line, row))
        else:
            parts.prose.append((line, row))
    return parts


def _observed(category: str, text: str) -> tuple[str, str, str, tuple[str, ...]]:
    context = _CONTEXT.search(text)
    words = text[: context.start()] if context else text
    claim = _TAG.sub(r"\1", _LAST_TAGS.sub("", words))
    about = " ".join(context[1].split()) if context else ""
    return category, " ".join(claim.split()), about, tuple(dict.fromkeys(_TAG.findall(words)))


def _of_observations(file: Memory, parts: _Parts, damage: Damage) -> list[Memory]:
    links = kept((*file.links, *parts.relations), damage, 1)
    about = (file.title,) if file.title else ()
    return [
        replace(
            file,
            id=f"{file.id}#{number}",
            gist=gist,
            body=context,
            type=category,
            entities=tuple(dict.fromkeys((*about, *file.entities, *tags))),
            links=links,
            line=line,
        )
        for number, (line, category, gist, context, tags) in enumerate(parts.observations, 1)
    ]


def _of_prose(
    file: Memory, matter: FrontMatter, parts: _Parts, prose: str, beside_observations: bool, damage: Damage
) -> list[Memory]:
    gist = matter.text("description")
    body = prose
    if not gist:
        gist, body = _claim(prose, "" if beside_observations else file.title)
        gist = gist or file.title
    if not gist:
        damage.name("no-claim", "The file has front matter but says nothing.", line=1)
        return []
    found = (*file.links, *parts.relations, *_WIKI.findall(prose), *_LINK.findall(prose))
    return [replace(file, gist=gist, body=_trimmed(body), links=kept(found, damage, matter.body_line))]


def _claim(prose: str, title: str) -> tuple[str, str]:
    """The first heading, unless it only repeats the title; else the first sentence below it.

    Code, tables and comments claim nothing where a sentence or a title does; they stay in the body.
    """
    rows = prose.split("\n")
    silent = _silent(rows)
    for number, row in enumerate(rows):
        heading = _HEADING.match(row)
        if silent[number] or not row.strip() or _RULE.match(row):
            continue
        before = "\n".join(rows[:number]) + "\n\n" if any(silent[:number]) else ""
        if heading and heading[1] and heading[1] != title:
            return " ".join(heading[1].split()), before + "\n".join(rows[number + 1 :])
        if not heading:
            lead = re.sub(r"^\s*(?:[-*+>]|\d+[.)])\s+", "", row)
            gist, rest = first_and_rest("\n".join([lead, *rows[number + 1 :]]))
            return gist, before + rest
    passed = (row for row, said in zip(rows, silent, strict=True) if said == "row")
    return title or " ".join(next(passed, "").split()), prose if any(silent) else ""


def _silent(rows: list[str]) -> list[str]:
    """For each row: "row" of code or of a table, "mark" of a fence or a comment, "" for what may claim."""
    found: list[str] = []
    fence = ""
    comment = False
    for row in rows:
        bare = row.strip()
        mark = None if comment else _FENCE.match(row)
        if comment or (not fence and bare.startswith("<!--")):
            comment = "-->" not in bare
            found.append("mark")
        elif mark and (not fence or (mark[1].startswith(fence) and not bare.strip(fence[0]))):
            fence = "" if fence else mark[1]
            found.append("mark")
        else:
            found.append("row" if fence or bare.startswith("|") else "")
    return found


def _says_something(prose: str) -> bool:
    return any(row.strip() and not _HEADING.match(row) for row in prose.split("\n"))


def _trimmed(body: str) -> str:
    rows = [row.rstrip() for row in body.split("\n")]
    while rows and not rows[0]:
        rows.pop(0)
    return "\n".join(rows).rstrip()


def _quoted(value: str) -> str:
    """A YAML scalar that reads back as this very text."""
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9 ,./()-]*[A-Za-z0-9)]|[A-Za-z]", value) and value.lower() != "null":
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'
