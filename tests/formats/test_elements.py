import io
import json

import pytest

from memassets.formats.elements import elements
from memassets.formats.lines import Line, LineReader


def found(data: bytes, limit: int = 1000) -> list[tuple[int, int, bytes] | str]:
    """(number, byte, raw) of every object, and the code and place of every skip."""
    return [
        (row.number, row.byte, row.raw) if isinstance(row, Line) else f"{row.code} {row.line} {row.byte}"
        for row in elements(LineReader(io.BytesIO(data), "d"), limit)
    ]


@pytest.mark.parametrize(
    ("document", "objects"),
    [
        (b'[{"a":1},\n {"b":[{}]}]\n', [(1, 1, b'{"a":1}'), (2, 11, b'{"b":[{}]}')]),
        (b'{"a":{"b":1}}', [(1, 0, b'{"a":{"b":1}}')]),
        (b'{"a":1}\n{"b":2}\n', [(1, 0, b'{"a":1}'), (2, 8, b'{"b":2}')]),
        (b'[[{"a":1}]]', [(1, 2, b'{"a":1}')]),
        (b'[{"a":"}]{\\"[\\\\"}]', [(1, 1, b'{"a":"}]{\\"[\\\\"}')]),
        (b"[]", []),
        (b'\xef\xbb\xbf[{"a":1}]', [(1, 4, b'{"a":1}')]),
        (b"", []),
        (b'[{"a":1},', [(1, 1, b'{"a":1}'), "cut-document 1 9"]),
        (b'[{"a":1},{"b', [(1, 1, b'{"a":1}'), "cut-document 1 9"]),
        (b'[{"a":1},\n7,{"b":2}]', [(1, 1, b'{"a":1}'), "not-an-object 1 8", (2, 12, b'{"b":2}')]),
        (b']]}{"a":1}', ["not-an-object 1 0", (1, 3, b'{"a":1}')]),
        (b'"lost', ["not-an-object 1 0"]),
    ],
)
def test_the_objects_of_a_document_with_their_places(document: bytes, objects: list[object]) -> None:
    assert found(document) == objects


def test_an_object_over_the_limit_is_named_and_the_next_one_read() -> None:
    document = b'[{"a":"' + b"x" * 50 + b'"},\n{"b":2}]'
    assert found(document, limit=20) == ["long-line 1 1", (2, 61, b'{"b":2}')]


def test_an_object_over_the_limit_and_over_many_reads_is_let_go() -> None:
    items = b"[[0],\n" + b"{ }," * 1_000_000 + b"[2]]"
    document = b'[{"a":' + items + b'},\n{"b":2}]'
    assert found(document, limit=100_000) == ["long-line 1 1", (3, len(document) - 8, b'{"b":2}')]
    assert found(document[:-20], limit=100_000) == ["cut-document 1 1"]


def test_a_string_that_never_ends_is_given_up_on() -> None:
    assert found(b'[{"a":1},{"b":"' + b"x" * 3_000_000, limit=1_000_000) == [
        (1, 1, b'{"a":1}'),
        "endless-value 1 14",
    ]


def test_objects_are_the_same_wherever_the_reads_end() -> None:
    values = [{"a": "x}" * n, "b": [n, {"c": '"'}]} for n in range(2000)]
    document = json.dumps(values, indent=1).encode()
    rows = [row for row in elements(LineReader(io.BytesIO(document), "d")) if isinstance(row, Line)]
    assert len(document) > 3_000_000
    assert [json.loads(row.raw) for row in rows] == values
    assert all(document[row.byte : row.byte + len(row.raw)] == row.raw for row in rows)
    assert [row.number for row in rows] == [document[: row.byte].count(b"\n") + 1 for row in rows]


@pytest.mark.parametrize("depth", [1, 3, 4, 9])
def test_braces_count_however_deep_they_stand(depth: int) -> None:
    value: object = ['}"{', {}]
    for _ in range(depth):
        value = {"a": {}, "b": [value, "{"], "c": {"d": "\\"}}
    document = json.dumps([value, {"e": 1}, value]).encode()
    rows = list(elements(LineReader(io.BytesIO(document), "d")))
    assert [json.loads(row.raw) for row in rows if isinstance(row, Line)] == [value, {"e": 1}, value]
    assert len(rows) == 3


def test_an_array_longer_than_a_read_inside_an_object_is_part_of_it() -> None:
    document = b'{"a":[' + b"1," * 1_500_000 + b"1]}"
    assert found(document, limit=1 << 22) == [(1, 0, document)]
    assert found(document + b'{"b":2}', limit=1 << 20) == ["long-line 1 0", (1, len(document), b'{"b":2}')]
