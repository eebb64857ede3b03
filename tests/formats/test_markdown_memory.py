from dataclasses import replace

import pytest

from memassets.formats.markdown_memory import index_entries, read, restate, write
from memassets.formats.rows import Memory

FULL = Memory(
    id="pottery/kiln.md",
    gist='The "kiln" reaches 1240 degrees: no more',
    body="First.\n\n- a\n  - b\n\n```\n# code\n```",
    title="kiln",
    type="project",
    status="superseded",
    scope="studio",
    created="2026-01-02T00:00:00Z",
    updated="2026-01-03T04:05:06.5Z",
    superseded_by="pottery/new-kiln.md",
    entities=("Kiln", "a, b"),
    links=("clay.md", "https://kiln.invalid/x"),
    sources=("s1#4",),
    format="markdown-memory",
)


def codes(content: bytes, path: str = "a.md") -> list[str]:
    return [skip.code for skip in read(path, content).skipped]


def test_an_agent_memory() -> None:
    reading = read("a.md", b"---\nname: lids\ndescription: Lids are glazed twice\ntype: feedback\n---\nBecause.\n")
    (memory,) = reading.memories
    assert replace(memory, revision="") == Memory(
        id="a.md",
        gist="Lids are glazed twice",
        body="Because.",
        title="lids",
        type="feedback",
        format="markdown-memory",
    )
    assert len(memory.revision) == 64
    assert reading.skipped == ()


def test_a_note_gives_a_memory_an_observation() -> None:
    content = b"""---
title: Kiln
permalink: pottery/kiln
tags: [pottery]
---

# Kiln

## Observations
- [limit] Reaches 1240 degrees #heat (measured in May)
- [ ] not an observation
- [x] neither
- [docs](https://kiln.invalid) a link

## Relations
- fires [[Clay]]
- "stands in" [[Studio]] (north wall)
"""
    reading = read("kiln.md", content)
    note, observation = reading.memories
    assert (observation.id, observation.gist, observation.body) == (
        "kiln.md#1", "Reaches 1240 degrees", "measured in May"
    )  # fmt: skip
    assert (observation.type, observation.line) == ("limit", 10)
    assert observation.entities == ("Kiln", "pottery", "heat")
    assert observation.links == ("Clay", "Studio")
    assert (note.id, note.gist) == ("kiln.md", "Kiln")
    assert "1240" not in note.body
    assert "- [ ] not an observation" in note.body
    assert reading.skipped == ()


def test_an_observation_in_a_fence_or_in_an_agent_memory_is_text() -> None:
    fenced = read("a.md", b"---\npermalink: a\n---\nText.\n```\n- [fact] no\n```\n")
    agent = read("a.md", b"---\nname: a\ndescription: d\n---\n- [fact] no\n")
    assert [memory.id for memory in (*fenced.memories, *agent.memories)] == ["a.md", "a.md"]


@pytest.mark.parametrize(
    ("text", "gist", "body"),
    [
        (b"# Lids are glazed twice\n\nIn spring.\n", "Lids are glazed twice", "In spring."),
        (b"---\ntitle: Lids\n---\n# Lids\n\nGlazed twice. In spring.\n", "Glazed twice.", "In spring."),
        (b"- Lids are glazed\n- twice\n", "Lids are glazed", "- twice"),
        (b"\xef\xbb\xbfOne line", "One line", ""),
        (b"---\nname: only-a-name\n---\n", "only-a-name", ""),
        (b"---\nname: build\n---\n```sh\nmake\n```\n", "build", "```sh\nmake\n```"),
        (b"```sh\n# no heading\nmake\n```\n", "# no heading", "```sh\n# no heading\nmake\n```"),
        (b"```\nx\n```\nRun it. Twice.\n", "Run it.", "```\nx\n```\n\nTwice."),
        (b"---\nname: t\n---\n| a | b |\n|---|---|\n", "t", "| a | b |\n|---|---|"),
        (b"<!-- by hand,\nor not -->\nLids are glazed.\n", "Lids are glazed.", "<!-- by hand,\nor not -->"),
    ],
)
def test_the_claim_without_a_description(text: bytes, gist: str, body: str) -> None:
    (memory,) = read("a.md", text).memories
    assert (memory.gist, memory.body) == (gist, body)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ("status: archived", "archived"),
        ("status: outdated", "superseded"),
        ("status: Deprecated", "superseded"),
        ("superseded_by: b.md", "superseded"),
        ("superseded-by: b.md\nstatus: archived", "archived"),
        ("status: active", "active"),
    ],
)
def test_status(fields: str, status: str) -> None:
    (memory,) = read("a.md", f"---\ndescription: x\n{fields}\n---\n".encode()).memories
    assert memory.status == status


def test_notes_and_damage_are_named() -> None:
    assert codes(b"- [a](a.md)", "x/MEMORY.md") == ["index-file"]
    assert codes(b"ab\n\xff") == ["not-utf-8"]
    assert codes(b" \n") == ["empty-file"]
    assert codes(b"---\ntype: x\n---\n") == ["no-claim"]
    assert codes(b"---\ndescription: x\nstatus: odd\n---\n") == ["unknown-status"]
    assert codes(b"a\x00b\x1b[31mc") == ["control-characters"]
    (skip,) = read("a.md", b"ab\nc\xff").skipped
    assert (skip.path, skip.line, skip.byte) == ("a.md", 2, 4)


def test_links_that_leave_the_root_are_named_and_left_out() -> None:
    content = b"---\ndescription: x\nlinks: [../b.md, ../../etc/passwd, 'file:///etc/passwd', c.md]\n---\n"
    reading = read("d/a.md", content)
    assert reading.memories[0].links == ("../b.md", "c.md")
    assert [skip.code for skip in reading.skipped] == ["link-outside-root"] * 2


def test_what_is_written_reads_back() -> None:
    (memory,) = read(FULL.id, write(FULL)).memories
    assert replace(memory, revision="") == FULL
    assert write(memory) == write(FULL)


@pytest.mark.parametrize("gist", ["null", "- x", "a: b", "#1", "'q'", "é\U0001f600z", "\\n", "1.20", "yes", "{a}"])
def test_any_claim_can_be_written(gist: str) -> None:
    plain = Memory(id="a.md", gist=gist, format="markdown-memory")
    (memory,) = read("a.md", write(plain)).memories
    assert memory.gist == gist


def test_a_memory_no_file_could_hold_is_refused() -> None:
    for memory in (replace(FULL, id="a.md#1", gist=""), replace(FULL, body="---\na: b\n---\nx")):
        with pytest.raises(ValueError, match="cannot be written"):
            write(memory)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_restating_keeps_what_no_field_of_ours_holds(ends: str) -> None:
    rows = ["---", "name: a", "status: active  # so far", "origin: here", "---", "", "Body  ", ""]
    (memory,) = read("a.md", ends.join(rows).encode()).memories
    folded = replace(memory, status="archived", superseded_by="b.md", updated="2026-01-02T00:00:00Z")
    assert restate("a.md", ends.join(rows).encode(), folded).decode() == ends.join(
        [
            "---", "name: a", "origin: here", "status: archived", 'updated: "2026-01-02T00:00:00Z"',
            "superseded-by: b.md", "---", "", "Body  ", "",
        ]
    )  # fmt: skip


def test_restating_gives_a_bare_file_front_matter_and_refuses_a_note_of_many() -> None:
    (memory,) = read("a.md", b"Fact.\n").memories
    archived = replace(memory, status="archived")
    assert restate("a.md", b"Fact.\n", archived) == b"---\nstatus: archived\n---\n\nFact.\n"
    note = b"---\npermalink: a\n---\n- [x y] one\n- [x y] two\n"
    with pytest.raises(ValueError, match="cannot be restated"):
        restate("a.md", note, archived)


def test_index_entries() -> None:
    assert index_entries(b"# Index\n\n- [a.md](a.md) - x\n* [B](b/c.md)\n") == ((3, "a.md"), (4, "b/c.md"))


@pytest.mark.parametrize(
    ("field", "written"),
    [
        ([], ['sources: ["s1#4", "s2, or 3"]']),
        (["sources: s0"], ['sources: ["s0", "s1#4", "s2, or 3"]']),
        (["sources: [s0, 'a b']"], ['sources: ["s0", "a b", "s1#4", "s2, or 3"]']),
        (["sources:", "  - s0", "- x"], ['sources: ["s0", "x", "s1#4", "s2, or 3"]']),
        (["sources:", "  - s1#4"], ['sources: ["s1#4", "s2, or 3"]']),
        (["source: s0"], ["source: s0", 'sources: ["s1#4", "s2, or 3"]']),
    ],
)
def test_a_survivor_gains_sources_and_loses_nothing(field: list[str], written: list[str]) -> None:
    rows = ["---", "name: a", *field, "other: kept", "---", "Fact.", ""]
    content = "\n".join(rows).encode()
    (memory,) = read("a.md", content).memories
    restated = restate("a.md", content, replace(memory, sources=("s1#4", "s2, or 3"))).decode()
    fixed = [row for row in field if row.startswith("source:")]
    assert restated.split("\n") == [
        "---", "name: a", *fixed, "other: kept", *[w for w in written if w not in fixed], "---",
        "Fact.", "",
    ]  # fmt: skip
    assert set(read("a.md", restated.encode()).memories[0].sources) == {*memory.sources, "s1#4", "s2, or 3"}


def test_gains_go_beside_tags_and_links_of_the_body() -> None:
    content = b"---\ntags: [kiln]\n---\nFact, see [clay](clay.md).\n"
    (memory,) = read("d/a.md", content).memories
    restated = restate("d/a.md", content, replace(memory, entities=("Kiln",), links=("../b.md", "c.md")))
    assert b"tags: [kiln]\n" in restated
    (after,) = read("d/a.md", restated).memories
    assert set(after.entities) == {"kiln", "Kiln"}
    assert set(after.links) == {"clay.md", "../b.md", "c.md"}


def test_a_link_that_leads_out_is_not_gained() -> None:
    (memory,) = read("a.md", b"Fact.\n").memories
    with pytest.raises(ValueError, match="without a loss"):
        restate("a.md", b"Fact.\n", replace(memory, links=("../../etc",)))
