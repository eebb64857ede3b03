"""Messages -> records: turns, ids, repeated messages, tool names, and what programs put inside a turn."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, TypeVar

import orjson

from memassets.formats import injected, jsonlines
from memassets.formats.lines import Line
from memassets.formats.rows import Block, Record, Role, Skip

# What is remembered of a stream is bounded, so that its length does not show in memory. Beyond a bound the
# oldest quarter is forgotten; a message repeated later than that is read again, under the id it had.
_UUIDS: Final = 65_536
_UUID_CHARACTERS: Final = 128
_TOOLS: Final = 4_096
_MESSAGES: Final = 256
_SESSIONS: Final = 65_536

_Entry = TypeVar("_Entry")


@dataclass(slots=True)
class Part:
    """A block of a message before it is a record."""

    text: str
    kind: Block = "text"
    tool: str | None = None
    tool_use_id: str | None = None
    role: Role | None = None  # where it is not the message's
    origin: str = ""


@dataclass(slots=True)
class Message:
    """What one line or node says, before it has a turn and ids."""

    session: str
    role: Role
    parts: list[Part]
    uuid: str | None = None
    group: str | None = None  # the id lines of one API message share
    at: str | None = None
    sidechain: bool = False
    summary: bool = False
    origin: str = ""
    chained: bool = False  # session and message have no ids of their own: the words so far stand for the uuid
    copied: bool = False  # the format copies messages into other sessions under their uuids


@dataclass(slots=True)
class _Group:
    turn: int
    blocks: int


def record_id(session: str, message: str | int, block: int) -> str:
    """The id of a record: 32 hex digits of its session, its message's uuid or ordinal, its block."""
    kind = "#" if isinstance(message, int) else "="
    key = f"{len(session)}:{session}{kind}{message}/{block}"
    return hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=16).hexdigest()


def line_digest(raw: bytes) -> str:
    """The session id of a stream that has none of its own: 32 hex digits from its first line."""
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


@dataclass(slots=True)
class Turns:
    """What a stream has shown so far; `dump` and `load` carry it from one read to the next."""

    session: str = ""  # the stream's own, where a format has one for the whole stream
    forked: bool = False  # the stream begins with a copy of another session
    sidechain: bool = False  # the whole stream is a sub-agent's
    _turns: dict[str, int] = field(default_factory=dict)
    _groups: dict[str, _Group] = field(default_factory=dict)
    _tools: dict[str, str] = field(default_factory=dict)
    _seen: dict[str, tuple[int, str]] = field(default_factory=dict)  # length of the text, session
    _chain: str = ""

    def records(self, message: Message, line: Line) -> list[Record | Skip]:
        """The records of a message; a Skip where its uuid was read before, nothing where it has no text."""
        uuid, session, role, parts = message.uuid, message.session, message.role, message.parts
        if uuid is not None and parts and (skip := self._repeat(uuid, message, line)):
            return [skip]
        link = self._link(message) if message.chained else None
        group: _Group | None = None  # a message without text is no turn
        rows: list[Record | Skip] = []
        for part in parts:
            use_id, tool, speaker = part.tool_use_id, part.tool, part.role or role
            if use_id:
                if tool is None:
                    tool = self._tools.get(use_id)
                elif part.kind == "tool_use":
                    self._tools[use_id] = tool
                    _bound(self._tools, _TOOLS)
            for origin, text in _split(part, speaker):
                if group is None:
                    group = self._group(message)
                block = group.blocks
                group.blocks = block + 1
                rows.append(
                    Record(
                        record_id(session, uuid or link or group.turn, block),
                        session,
                        uuid,
                        group.turn,
                        block,
                        speaker,
                        message.at,
                        part.kind,
                        text,
                        tool,
                        use_id,
                        message.sidechain,
                        message.summary,
                        origin or part.origin or message.origin,
                        line.number,
                    )
                )
        return rows

    def dump(self) -> str:
        """The state as JSON."""
        groups = {name: [group.turn, group.blocks] for name, group in self._groups.items()}
        state = [
            self.session,
            self.forked,
            self.sidechain,
            self._turns,
            groups,
            self._tools,
            self._seen,
            self._chain,
        ]
        return orjson.dumps(state).decode()

    @classmethod
    def load(cls, state: str) -> "Turns":
        """The state `dump` gave; an empty text is a stream nothing was read of."""
        if not state:
            return cls()
        session, forked, sidechain, turns, groups, tools, seen, chain = orjson.loads(state)
        return cls(
            session,
            forked,
            sidechain,
            turns,
            {name: _Group(*group) for name, group in groups.items()},
            tools,
            {uuid: (length, of) for uuid, (length, of) in seen.items()},
            chain,
        )

    def _repeat(self, uuid: str, message: Message, line: Line) -> Skip | None:
        """The report where a message was read before; one copied from another session has the same length."""
        session, parts = message.session, message.parts
        length = len(parts[0].text) if len(parts) == 1 else sum([len(part.text) for part in parts])
        before = self._once(uuid if message.copied else f"{session}/{uuid}", length, session)
        if before and before[0] != length and before[1] != session:
            before = self._once(f"{session}/{uuid}", length, session)  # a namesake
        if before is None:
            return None
        if before[0] == length:
            return line.skip("repeated")
        return line.skip("changed-copy", f"It had {before[0]} characters, here it has {length}.")

    def _once(self, name: str, length: int, session: str) -> tuple[int, str] | None:
        """What is remembered under a name; where it is nothing, remember this."""
        key = name if len(name) <= _UUID_CHARACTERS else hashlib.blake2b(name.encode()).hexdigest()
        now = length, session
        before = self._seen.setdefault(key, now)
        if before is not now:
            return before
        _bound(self._seen, _UUIDS)
        return None

    def _group(self, message: Message) -> _Group:
        session = message.session
        key = f"{session}/{message.group}" if message.group else ""
        group = self._groups.get(key) if key else None
        if group is None:
            turn = self._turns.get(session, 0) + 1
            self._turns[session] = turn
            if turn == 1:
                _bound(self._turns, _SESSIONS)
            group = _Group(turn, 0)
            if key:
                self._groups[key] = group
                _bound(self._groups, _MESSAGES)
        return group

    def _link(self, message: Message) -> str:
        words = hashlib.sha256(f"{self._chain}{message.role}".encode())
        for part in message.parts:
            words.update(b"\0")
            words.update(part.text.encode())
        self._chain = words.hexdigest()
        return self._chain


def line_records(
    lines: Iterable[Line | Skip],
    turns: Turns,
    read: Callable[[dict[str, object], Line, Turns], Iterable[Message | Skip]],
) -> Iterator[Record | Skip]:
    """The records of a file of one JSON object a line; every line that is not blank gives a row.

    `read` gives the messages of one object and what it left out.
    """
    for entry in jsonlines.objects(lines):
        if isinstance(entry, Skip):
            yield entry
            continue
        line, value = entry
        told = read_any = False  # told: what the next message lacks was said
        for message in read(value, line, turns):
            read_any = True
            if isinstance(message, Skip):
                told = True
                yield message
                continue
            if rows := turns.records(message, line):
                yield from rows
            elif not told:
                yield line.skip("no-text")
            told = False
        if not read_any:
            yield line.skip("no-text")


def _split(part: Part, role: Role) -> Iterable[tuple[str, str]]:
    """The part cut where a program put something into it; the assistant's own words are never cut."""
    if part.kind == "tool_use":
        return (("", part.text),)  # a call without arguments is still a call
    if part.kind == "thinking" or role == "assistant":
        return (("", part.text),) if part.text and not part.text.isspace() else ()
    return injected.parts(part.text)


def _bound(memory: dict[str, _Entry], limit: int) -> None:
    if len(memory) > limit:
        # a quarter at a time: finding the first key of a dict steps over every key deleted before it
        for key in list(islice(memory, limit // 4)):
            del memory[key]
