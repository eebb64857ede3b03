"""The rows every reader yields: memories, records, sections, and what had to be skipped."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

MemoryStatus = Literal["active", "archived", "superseded"]
Role = Literal["user", "assistant", "system", "tool"]
Block = Literal["text", "thinking", "tool_use", "tool_result"]


@dataclass(frozen=True, slots=True)
class Memory:
    """One fact as its store holds it. `status` other than `active` is never ranked and never merged."""

    id: str  # path relative to the vault; rows of a many-row file append "#" and the row's own id
    gist: str  # the claim, one sentence
    body: str = ""  # what stands beside the claim, as text
    title: str = ""
    type: str = ""  # the store's own word: semantic, episodic, feedback, project, ...
    status: MemoryStatus = "active"
    scope: str = ""
    created: str | None = None  # UTC, RFC 3339; None where the zone or the time is unknown
    updated: str | None = None
    superseded_by: str | None = None
    entities: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    format: str = ""  # the reader that made the row
    line: int = 1  # where the row starts in its file, from 1
    revision: str = ""  # sha256 of the file's bytes as they were read


class Record(NamedTuple):
    """One text block of one message of a session."""

    # a tuple, not a frozen dataclass: there are millions of them, and it takes a sixth of the time to make

    id: str  # hash of (session, message uuid or ordinal, block ordinal): a resumed copy is the same record
    session: str
    uuid: str | None
    turn: int  # ordinal of the message within its session, from 1
    block: int  # ordinal of the block within its message, from 0
    role: Role
    at: str | None  # UTC, RFC 3339; None where the transcript's time has no zone
    kind: Block
    text: str
    tool: str | None = None
    tool_use_id: str | None = None
    sidechain: bool = False
    summary: bool = False  # a compaction summary, not somebody's words
    origin: str = ""  # who put the text there where it was not the role: hook, reminder, scheduled, command
    line: int = 1


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    document: str  # path relative to its corpus
    heading: str  # the chain of headings, joined with " > "; "" for text before the first
    slug: str  # unique within the document
    text: str
    line: int = 1


@dataclass(frozen=True, slots=True)
class Skip:
    """Something a reader could not take, and where; nothing is dropped without one."""

    path: str
    line: int  # from 1; 0 where the whole file is meant
    byte: int  # offset of the damage from the start of the file
    code: str  # kebab-case, closed per reader: "not-utf-8", "cut-line", "not-an-object", ...
    message: str  # one sentence a person reads


@dataclass(frozen=True, slots=True)
class Reading:
    """What one file gave."""

    format: str
    memories: tuple[Memory, ...] = ()
    sections: tuple[Section, ...] = ()
    skipped: tuple[Skip, ...] = field(default=())
