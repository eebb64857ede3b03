import io

import pytest

from memassets.formats import jsonlines
from memassets.formats.lines import LineReader
from memassets.formats.rows import Skip


def found(data: bytes) -> list[object]:
    """The object of every line, and the code of every skip."""
    rows = jsonlines.objects(LineReader(io.BytesIO(data), "s"))
    return [row.code if isinstance(row, Skip) else row[1] for row in rows]


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        (b'{"a":"b"}', [{"a": "b"}]),
        (b'{"a":"b"}\r', [{"a": "b"}]),
        (b"", []),
        (b" \t ", []),
        (b"[1]", ["not-an-object"]),
        (b'"a"', ["not-an-object"]),
        (b"null", ["not-an-object"]),
        (b"{", ["not-json"]),
        (b"{}{}", ["not-json"]),
        (b"\0\0\0", ["not-json"]),
        (b'{"a":"\\ud83d\\ude00"}', [{"a": "😀"}]),
        (b'{"a":"x\\ud800y"}', ["lone-surrogate", {"a": "x\ufffdy"}]),
        (b'{"\\udc00":["\\ude00\\ud83d"]}', ["lone-surrogate", {"\ufffd": ["\ufffd\ufffd"]}]),
        (b'{"a":"\\\\ud800","b":"\\ud800"}', ["lone-surrogate", {"a": "\\ud800", "b": "\ufffd"}]),
        (b'{"a":"\xed\xa0\x80"}', ["lone-surrogate", {"a": "\ufffd"}]),
        (b'{"a":"\xff"}', ["not-utf-8", {"a": "\ufffd"}]),
        (b'{"a":"\xff\\ud800"}', ["not-utf-8", {"a": "\ufffd\ufffd"}]),
        (b'{"a":"\0\x1b"}', ["loose-json", {"a": "\0\x1b"}]),
        (b'{"a":"\\u0000"}', [{"a": "\0"}]),
        (b'{"a":Infinity}', ["loose-json", {"a": float("inf")}]),
        (b'{"a":1e999}', ["loose-json", {"a": float("inf")}]),
        (b'{"a":' + b"9" * 5000 + b"}", ["loose-json", {"a": float("inf")}]),
        (b'{"a":1,"a":2}', [{"a": 2}]),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, ["too-deep"]),
        (b'{"b":NaN,"a":' + b"[" * 200_000 + b"]" * 200_000 + b"}", ["too-deep"]),
    ],
)
def test_what_a_line_gives(line: bytes, rows: list[object]) -> None:
    assert found(b'{"first":1}\n' + line + b"\n") == [{"first": 1}, *rows]


def test_a_byte_order_mark_in_the_middle_is_passed_over() -> None:
    assert found(b'{"a":1}\n\xef\xbb\xbf{"b":2}\n') == [{"a": 1}, "loose-json", {"b": 2}]


def test_the_head_is_looked_at_line_by_line() -> None:
    assert jsonlines.head_objects(b'x\n{"a":1}\n[2]\n{"b":2}\n{"c') == [{"a": 1}, {"b": 2}]


def test_only_the_first_forty_lines_are_looked_at() -> None:
    assert jsonlines.head_objects(b"x\n" * 40 + b'{"a":1}\n') == []


def test_a_first_line_longer_than_the_head_gives_its_pairs() -> None:
    head = b'{"type":"user","message":{"type":"image","n":1,"list":["a\\"type\\":\\"x\\"'
    assert jsonlines.head_objects(head) == [{"type": "user", "message": {}, "n": "", "list": []}]
