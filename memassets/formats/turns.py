"""Messages -> records: turns, ids, repeated messages, tool names, and what programs put inside a turn."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeVar

import orjson

from memassets.formats import injected, jsonlines
from memassets.formats.lines import Line
from memassets.formats.rows import Block, Record, Role, Skip

# What is remembered of a stream is bounded, so that its length does not show in memory. Beyond a bound the
# oldest entry is forgotten; a message repeated later than that is read again, under the id it had.
_UUIDS: Final = 65_536
_TOOLS: Final = 4_096
_MESSAGES: Final = 256
_SESSIONS: Final = 256

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
    chained: bool = (
        False  # neither session nor message has an id of its own: the words so far stand for the uuid
    )


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
    _seen: dict[str, None] = field(default_factory=dict)
    _chain: str = ""

    def name_tool(self, use_id: str, tool: str) -> None:
        """Remember which tool a call went to, for its result."""
        self._tools[use_id] = tool
        _bound(self._tools, _TOOLS)

    def tool(self, use_id: str | None) -> str | None:
        """The tool a result came from, where the call was in this stream."""
        return self._tools.get(use_id) if use_id else None

    def records(self, message: Message, line: Line) -> Iterator[Record | Skip]:
        """The records of a message; a Skip where its uuid was read before, nothing where it has no text."""
        uuid, session = message.uuid, message.session
        if uuid is not None:
            key = hashlib.blake2b(uuid.encode(), digest_size=8).hexdigest()
            if key in self._seen:
                yield line.skip("repeated")
                return
            self._seen[key] = None
            _bound(self._seen, _UUIDS)
        link = self._link(message) if message.chained else None
        group: _Group | None = None  # a message without text is no turn
        for part in message.parts:
            if part.kind == "tool_use" and part.tool_use_id and part.tool:
                self.name_tool(part.tool_use_id, part.tool)
            tool = part.tool or self.tool(part.tool_use_id)
            for origin, text in _split(part, part.role or message.role):
                group = group or self._group(message)
                block = group.blocks
                group.blocks += 1
                yield Record(
                    record_id(session, uuid or link or group.turn, block),
                    session,
                    uuid,
                    group.turn,
                    block,
                    part.role or message.role,
                    message.at,
                    part.kind,
                    text,
                    tool,
                    part.tool_use_id,
                    message.sidechain,
                    message.summary,
                    origin or part.origin or message.origin,
                    line.number,
                )

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
            list(self._seen),
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
            dict.fromkeys(seen),
            chain,
        )

    def _group(self, message: Message) -> _Group:
        key = f"{message.session}/{message.group}" if message.group else ""
        if key in self._groups:
            return self._groups[key]
        turn = self._turns.get(message.session, 0) + 1
        self._turns[message.session] = turn
        _bound(self._turns, _SESSIONS)
        group = _Group(turn, 0)
        if key:
            self._groups[key] = group
            _bound(self._groups, _MESSAGES)
        return group

    def _link(self, message: Message) -> str:
        words = "\0".join([self._chain, message.role, *(part.text for part in message.parts)])
        self._chain = hashlib.blake2b(words.encode(), digest_size=16).hexdigest()
        return self._chain


def line_records(
    lines: Iterable[Line | Skip],
    turns: Turns,
    read: Callable[[dict[str, object], Line, Turns], Iterator[Message | Skip]],
) -> Iterator[Record | Skip]:
    """The records of a file of one JSON object a line; every line that is not blank gives a row.

    `read` gives the messages of one object and what it left out.
    """
    for entry in jsonlines.objects(lines):
        if isinstance(entry, Skip):
            yield entry
            continue
        line, value = entry
        silent = True
        for message in read(value, line, turns):
            if isinstance(message, Skip):
                silent = False
                yield message
                continue
            for row in turns.records(message, line):
                silent = False
                yield row
        if silent:
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
        del memory[next(iter(memory))]
