"""Damaged sessions: nothing crashes, nothing is dropped silently, and a pause changes nothing."""

import io
import json
import os
from collections.abc import Callable
from random import Random
from typing import Final

import pytest

from memassets.formats.lines import utf16
from memassets.formats.rows import Record, Skip
from memassets.formats.sessions import SessionRows, read_session
from memassets.formats.skips import SENTENCES
from tests.formats import samples

INPUTS: Final = int(os.environ.get("MEMASSETS_FUZZ_INPUTS", "2000"))
_SEED: Final = 20_260_301
_LINE_FORMATS: Final = ("claude-code", "codex", "plain-chat")
_BITS: Final = (
    b"\\ud800",
    b"\\udc00\\ud800",
    b"\xed\xa0\x80",
    b"\xff",
    b"\0",
    b"\\u0000",
    b"\x1b[0m",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"\n\n",
    b"null",
    b"NaN",
    b"9" * 400,
    b"[" * 1200,
    b'{"a":' * 1200,
    b"<system-reminder>",
    b"</system-reminder>",
    b"## User\n",
    b"```\n",
    b'"',
    b"\\",
    b"{}",
    b"[]",
    b'{"role":"user","content":"x"}\n',
    b'"uuid":"u1",',
    b'"content":[{"type":"tool_result","content":[{"type":"tool_result"}]}],',
)
_VALUES: Final[tuple[object, ...]] = (
    *(
        None,
        True,
        0,
        -1,
        7.5,
        10**30,
        "",
        " ",
        "x",
        "user",
        "tool",
        "m1",
        "root",
        "text",
        "tool_result",
        "\ud800",
    ),
    *(
        [],
        {},
        [[]],
        ["x", 1],
        [None],
        {"type": "text", "text": 1},
        {"type": "text", "text": "y"},
        {"type": []},
    ),
    *(
        {"type": "tool_result", "content": {"type": "image"}},
        {"role": "user"},
        "<system-reminder>z</system-reminder>",
    ),
)
_Mutation = Callable[[Random, bytes], bytes]


def _flip(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + random.randbytes(1) + data[at + 1 :]


def _cut_out(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + data[at + random.randint(1, 40) :]


def _insert(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + random.choice(_BITS) + data[at:]


def _value(random: Random, data: bytes) -> bytes:
    """Another kind of value somewhere inside one of the JSON values."""
    lines = data.splitlines(keepends=True)
    at = random.randrange(len(lines))
    whole = random.random() < 0.2
    try:
        root = [json.loads(data if whole else lines[at])]
    except (ValueError, RecursionError):
        return data
    holder: list[object] | dict[str, object] = root
    while True:
        key = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        inner = holder[key]  # type: ignore[call-overload, index]
        if not isinstance(inner, list | dict) or not inner or random.random() < 0.1:
            break
        holder = inner
    holder[key] = random.choice(_VALUES)  # type: ignore[call-overload, index]
    dumped = json.dumps(root[0], ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    if whole:
        return dumped
    lines[at] = dumped + b"\n"
    return b"".join(lines)


def _lines(random: Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            lines.insert(at, lines[other])
        case 1:
            del lines[at]
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            lines.insert(at, random.choice(list(samples.ALL.values())).splitlines(keepends=True)[0])
    return b"".join(lines)


def _cut(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data))]


def _recoded(random: Random, data: bytes) -> bytes:
    codec = random.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "latin-1"))
    return data.decode("utf-8", "replace").encode(codec, "replace")


def _noise(random: Random, data: bytes) -> bytes:
    return random.randbytes(random.randrange(200))


_MUTATIONS: Final[tuple[_Mutation, ...]] = (
    *(_flip,) * 6,
    *(_insert,) * 8,
    *(_value,) * 8,
    *(_lines,) * 6,
    *(_cut_out,) * 3,
    _cut,
    _recoded,
    _noise,
)


def damaged(seed: int) -> bytes:
    """The input of a seed: one sample after one to four mutations."""
    random = Random(seed)
    data = random.choice(list(samples.ALL.values()))
    for _ in range(random.randint(1, 4)):
        if data:
            data = random.choice(_MUTATIONS)(random, data)
    return data


def _read(data: bytes) -> tuple[list[Record | Skip], SessionRows]:
    rows = read_session(io.BytesIO(data), path="s")
    return list(rows), rows


def _check(seed: int) -> None:
    data = damaged(seed)
    rows, session = _read(data)
    assert rows, "an input gave neither a record nor a report"
    records = [row for row in rows if isinstance(row, Record)]
    skips = [row for row in rows if isinstance(row, Skip)]
    for record in records:
        assert record.text.encode() or record.kind == "tool_use"
        assert record.session and record.turn > 0
    assert len({record.id for record in records}) == len(records), "an id came twice"
    assert all(skip.code in SENTENCES and 0 <= skip.byte <= len(data) for skip in skips)
    assert _read(data)[0] == rows, "a second read differs"
    if session.format in _LINE_FORMATS and not any(skip.code == "no-turn-yet" for skip in skips):
        _check_lines(data, rows)
    _check_steps(seed, data, rows, session.format)


def _check_lines(data: bytes, rows: list[Record | Skip]) -> None:
    if utf16(data):  # whose lines are not split at the byte
        return
    spoken = {row.line for row in rows}
    for number, line in enumerate(data.split(b"\n"), 1):
        assert number in spoken or not line.strip() or line.strip() == b"\xef\xbb\xbf", f"line {number} is silent"


def _check_steps(seed: int, data: bytes, rows: list[Record | Skip], name: str | None) -> None:
    """A file that was first seen shorter gives the same rows in the end."""
    at = Random(-seed).randint(0, len(data))
    first, session = _read(data[:at])
    if session.format != name and session.format is not None:
        return  # what the file is was not to be seen yet
    second = read_session(io.BytesIO(data), path="s", since=session.watermark)
    rest = list(second)
    if session.watermark.whole and at < len(data):
        assert second.restarted and rest[1:] == rows
    elif session.watermark.format:
        assert not second.restarted
        pending = ("cut-line", "no-turn-yet", "empty-file")
        before = [row for row in first if not (isinstance(row, Skip) and row.code in pending)]
        assert before + rest == rows, f"read in two steps at byte {at}"
    else:
        assert rest == rows


@pytest.mark.parametrize("slice_", range(8))
def test_damage_is_reported_and_never_fatal(slice_: int) -> None:
    seeds = range(_SEED + slice_, _SEED + INPUTS, 8)
    print(f"sessions: seeds {seeds.start} to {seeds[-1]} by {seeds.step}")
    for seed in seeds:
        try:
            _check(seed)
        except Exception as error:
            error.add_note(f"seed {seed}: {damaged(seed)!r}")
            raise
