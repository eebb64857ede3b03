"""MCP memory, mem0, LangGraph, Letta and plain JSON lines: small stores with every kind of damage."""

import json
from collections.abc import Callable

import pytest

from memassets.formats import jsonl_memory, langgraph, letta, mcp_memory, mem0
from memassets.formats.memories import detect
from memassets.formats.rows import Reading


def rows(reading: Reading) -> list[tuple[str, str]]:
    return [(memory.id, memory.gist) for memory in reading.memories]


def skips(reading: Reading) -> list[tuple[str, int, int]]:
    return [(skip.code, skip.line, skip.byte) for skip in reading.skipped]


def test_mcp_observations() -> None:
    content = (
        b'{"type":"entity","name":"Kiln","entityType":"tool","observations":["Kiln is hot","fires twice"]}\n'
        b'{"type":"entity","name":"kiln","observations":["cold"]}\n'
        b'{"type":"relation","from":"Kiln","to":"Clay","relationType":"fires"}\n'
    )
    reading = mcp_memory.read("m", content)
    assert rows(reading) == [
        ("m#Kiln/1", "Kiln is hot"), ("m#Kiln/2", "Kiln: fires twice"), ("m#kiln/1", "kiln: cold")
    ]  # fmt: skip
    first = reading.memories[0]
    assert (first.title, first.type, first.entities, first.links) == ("Kiln", "tool", ("Kiln",), ("Clay",))
    assert skips(reading) == [("case-variant", 2, content.index(b"\n") + 1)]


def test_mcp_glued_and_cut_lines() -> None:
    content = (
        b'{"type":"relation","from":"A","to":"B"}{"type":"entity","name":"C","observations":["x"]}\n'
        b'[1]\n{"type":"entity","name":"D","ent'
    )
    reading = mcp_memory.read("m", content)
    assert rows(reading) == [("m#C/1", "C: x")]
    assert skips(reading) == [
        ("glued-line", 1, 39), ("not-an-object", 2, 89), ("cut-line", 3, 93), ("unknown-entity", 1, 0)
    ]  # fmt: skip


def test_mcp_graph() -> None:
    graph = {
        "entities": [{"name": "Kiln", "entityType": "tool", "observations": ["Kiln is hot"]}],
        "relations": [{"from": "Kiln", "to": "Clay", "relationType": "fires"}],
    }
    for content in (json.dumps(graph).encode(), json.dumps(graph, indent=2).encode()):
        (memory,) = mcp_memory.read("m", content).memories
        assert (memory.id, memory.gist, memory.type, memory.links) == ("m#Kiln/1", "Kiln is hot", "tool", ("Clay",))
        assert detect("m.json", content) == "mcp-memory"


def test_mem0_one_object_a_line() -> None:
    content = (
        b'{"id":"a","memory":"Likes tea","user_id":"u"}\n\n{"id":"b","memory":\n'
        b'{"id":"c","memory":"Rides","user_id":"u"}\n{"id":"h","memory_id":"c","new_memory":"Walks","event":"UPDATE"}\n'
    )
    reading = mem0.read("m", content)
    assert detect("m", content) == "mem0"
    assert [(memory.id, memory.gist, memory.line) for memory in reading.memories] == [
        ("m#a", "Likes tea", 1), ("m#c", "Rides", 4), ("m#c~2", "Walks", 5)
    ]  # fmt: skip
    assert skips(reading) == [("not-json", 3, 47), ("duplicate-id", 5, 109)]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    ("read", "row"),
    [
        (mem0.read, {"memory": "Tea", "user_id": "u"}),
        (jsonl_memory.read, {"gist": "Tea"}),
        (langgraph.read, {"namespace": ["u"], "key": "k", "value": {"content": "Tea"}}),
        (mcp_memory.read, {"type": "entity", "name": "Tea", "observations": ["Tea"]}),
    ],
    ids=["mem0", "jsonl", "langgraph", "mcp"],
)
def test_objects_one_after_another_are_rows_however_they_are_laid_out(
    read: Callable[[str, bytes], Reading], row: dict[str, object], indent: int | None
) -> None:
    one = json.dumps(row, indent=indent).encode() + b"\n"
    for content in (one, one * 3, b"\xef\xbb\xbf" + one * 3):
        reading = read("m", content)
        assert [memory.gist for memory in reading.memories] == ["Tea"] * content.count(one)
        assert {skip.code for skip in reading.skipped} <= {"duplicate-id"}


def test_several_documents_in_one_file_are_all_read() -> None:
    page = json.dumps({"count": 2, "next": None, "results": [{"id": "1", "memory": "Tea", "user_id": "u"}]}).encode()
    assert rows(mem0.read("m", page + b"\n" + page.replace(b'"1"', b'"2"'))) == [("m#1", "Tea"), ("m#2", "Tea")]
    reading = mem0.read("m", page + b"\nmore")
    assert (len(reading.memories), skips(reading)) == (1, [("trailing-text", 2, len(page) + 1)])


def test_what_stands_beside_a_list_of_memories_is_told() -> None:
    reading = jsonl_memory.read("m", b'{"version":1,"memories":[{"id":"1","text":"Tea"}]}')
    assert rows(reading) == [("m#1", "Tea")]
    assert skips(reading) == [("beside-rows", 1, 11)]


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b'{"id":"0","memory":"x"}\n{"id":"1","memory":"Ale","memory":"Tea"}\n', (2, 24)),
        (b'[{"id":"0","memory":"x"},\n {"id":"1","memory":"Ale","memory":"Tea"}]', (2, 27)),
        (b'[{"id":"0","memory":"x"},\n {"id":"1","memory":"Tea","metadata":{"a":1,"a":{},"a":2}}]', (2, 27)),
        (b'{"memories":[{"id":"0","memory":"x"}],"memories":[{"id":"1","memory":"Tea"}]}', (1, 38)),
    ],
)
def test_a_key_that_stands_twice_in_an_object_is_named(content: bytes, named: tuple[int, int]) -> None:
    reading = jsonl_memory.read("m", content)
    assert rows(reading) == [("m#0", "x"), ("m#1", "Tea")]
    assert skips(reading) == [("duplicate-key", *named)]


def test_mem0_list() -> None:
    content = b'[\n{"id":"a","memory":"Likes tea","user_id":"u","created_at":"2024-08-01T00:00:00-07:00"},\n{"id":"a"'
    reading = mem0.read("m", content)
    (memory,) = reading.memories
    assert (memory.id, memory.scope, memory.created, memory.line) == ("m#a", "u", "2024-08-01T07:00:00Z", 2)
    assert skips(reading) == [("cut-file", 3, len(content))]


def test_mem0_results_and_relations() -> None:
    content = json.dumps(
        {
            "count": 1,
            "results": [{"id": "1", "memory": "Ann likes tea", "categories": ["taste"], "metadata": {"source": "i"}}],
            "relations": [
                {"source": "ann", "relationship": "likes", "target": "tea"},
                {"source": "bob", "relationship": "likes", "target": "ale"},
            ],
        }
    ).encode()
    reading = mem0.read("m", content)
    (memory,) = reading.memories
    assert (memory.type, memory.sources, memory.entities, memory.links) == (
        "taste",
        ("i",),
        ("ann",),
        ("tea",),
    )
    assert [code for code, _, _ in skips(reading)] == ["unattached-relation"]


def test_mem0_history_keeps_only_the_last_version_active() -> None:
    content = json.dumps(
        [
            {
                "id": "h2",
                "memory_id": "1",
                "new_memory": "Tea",
                "event": "UPDATE",
                "updated_at": "2026-02-01",
            },
            {"id": "h1", "memory_id": "1", "new_memory": "Ale", "event": "ADD", "updated_at": "2026-01-01"},
            {
                "id": "h3",
                "memory_id": "2",
                "old_memory": "Gin",
                "event": "DELETE",
                "updated_at": "2026-03-01",
            },
        ]
    ).encode()
    found = [(m.id, m.gist, m.status, m.superseded_by) for m in mem0.read("m", content).memories]
    assert found == [
        ("m#1@h1", "Ale", "superseded", "m#1"), ("m#1", "Tea", "active", None),
        ("m#2", "Gin", "archived", None)
    ]  # fmt: skip


def test_langgraph_items() -> None:
    content = json.dumps(
        [
            {
                "namespace": ["m", "u"],
                "key": "k",
                "value": {"kind": "Fact", "content": {"content": "Hot. Very."}},
            },
            {"namespace": "m.u", "key": "K", "value": {"city": "Ghent", "age": 3}},
            {"namespace": ["m", "u"], "key": "k", "value": "again"},
            {"key": "x"},
        ]
    ).encode()
    reading = langgraph.read("m", content)
    assert rows(reading) == [
        ("m#m/u/k", "Hot."), ("m#m/u/K", "city: Ghent; age: 3"), ("m#m/u/k~2", "again")
    ]  # fmt: skip
    assert (reading.memories[0].scope, reading.memories[0].type) == ("m/u", "Fact")
    assert [code for code, _, _ in skips(reading)] == ["case-variant", "duplicate-id", "unknown-row"]


AGENT = {
    "agents": [{"name": "ann", "block_ids": ["b1"]}],
    "blocks": [
        {"id": "b1", "label": "human", "value": "Likes tea.\nOften."},
        {"id": "b2", "label": "p", "value": ""},
    ],
    "archival_memory": [{"id": "p1", "text": "Met in May", "created_at": "2026-05-01T00:00:00Z"}],
}


@pytest.mark.parametrize("encode", [json.dumps, lambda value: json.dumps(json.dumps(value))])
def test_letta_agents(encode: Callable[[object], str]) -> None:
    reading = letta.read("m", encode(AGENT).encode())
    assert rows(reading) == [("m#b1", "Likes tea."), ("m#p1", "Met in May")]
    block, passage = reading.memories
    assert (block.title, block.body, block.type, block.scope) == ("human", "Often.", "core", "ann")
    assert (passage.type, passage.created) == ("archival", "2026-05-01T00:00:00Z")
    assert [code for code, _, _ in skips(reading)] == ["empty-block"]


def test_json_lines() -> None:
    content = (
        b'{"id":"1","gist":"Hot. Very.","body":"b","tags":["t"],"superseded_by":"2"}\n'
        b'{"id":"1","text":"A \\ud800 b\\u0000"}\n7\n{"id":"3"}\nnot json\n'
        b'{"memory":"\xff"}\n{"memory":"last"'
    )
    reading = jsonl_memory.read("m", content)
    assert rows(reading) == [("m#1", "Hot. Very."), ("m#1~2", "A � b"), ("m#line-6", "�")]
    first = reading.memories[0]
    assert (first.body, first.entities, first.status, first.superseded_by) == ("b", ("t",), "superseded", "2")
    assert [(code, line) for code, line, _ in skips(reading)] == [
        ("control-characters", 2), ("duplicate-id", 2), ("not-an-object", 3), ("no-claim", 4),
        ("not-json", 5),
        ("not-utf-8", 6), ("control-characters", 6), ("cut-line", 7),
    ]  # fmt: skip


def test_nesting_and_long_numbers_are_named() -> None:
    deep = jsonl_memory.read("m", b'{"memory":' + b"[" * 200_000)
    assert skips(deep) == [("nested-too-deep", 1, 0)]
    assert skips(mem0.read("m", b"[" * 200_000)) == [("nested-too-deep", 1, 1)]
    number = jsonl_memory.read("m", b'{"memory":' + b"9" * 5000 + b"}\n")
    assert skips(number) == [("not-json", 1, 0)]


def test_a_long_line_is_read_in_one_piece() -> None:
    (memory,) = jsonl_memory.read("m", b'{"memory":"' + b"x" * 10_000_000 + b'"}').memories
    assert len(memory.gist) == 10_000_000
