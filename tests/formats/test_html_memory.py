from dataclasses import replace

import pytest

from memassets.formats.html_memory import read, restate, write
from memassets.formats.rows import Memory

FULL = Memory(
    id="kiln.html",
    gist="The <kiln> & its lid reach 1240 degrees",
    body="First line\nsecond.\n\nNext.",
    title='A "title"',
    type="semantic",
    status="archived",
    scope="studio",
    created="2026-01-02T00:00:00Z",
    updated="2026-01-03T04:05:06Z",
    superseded_by="b.html",
    entities=("Kiln", "Lid"),
    links=("clay.html",),
    sources=("s1#4", "s2"),
    format="html-memory",
)


def article(inner: str) -> bytes:
    return f"<!doctype html><html><head><title>T</title></head><body>{inner}</body></html>".encode()


def test_the_claim_is_the_mark_and_the_body_the_rest() -> None:
    (memory,) = read(
        "a.html",
        article(
            "<nav>x</nav>\n<article><h1>H</h1><p>Since May <mark>it\n rains</mark>.</p><ul><li>a<li>b</ul></article>"
        ),
    ).memories
    assert (memory.gist, memory.body, memory.title, memory.line) == (
        "it rains",
        "H\n\nSince May .\n\n- a\n- b",
        "T",
        2,
    )


@pytest.mark.parametrize(
    ("inner", "codes", "gists"),
    [
        ("<article>x</article>", ["no-mark"], []),
        ("<article><mark>a</mark><mark>b</mark></article>", ["several-marks"], []),
        ("<article><mark>a</mark></article><article>b</article>", ["several-articles"], ["a"]),
        ("<p><mark>a</mark></p>", ["no-article"], ["a"]),
        ("<article><mark> </mark></article>", ["no-claim"], []),
        ("<div>" * 3000, ["nested-too-deep"], []),
    ],
)  # fmt: skip
def test_damage_is_named(inner: str, codes: list[str], gists: list[str]) -> None:
    reading = read("a.html", article(inner))
    assert [skip.code for skip in reading.skipped] == codes
    assert [memory.gist for memory in reading.memories] == gists


def test_entities_are_not_expanded_without_end() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><article><mark>&b; &lt;</mark></article>'
    (memory,) = read("a.html", bomb.encode()).memories
    assert memory.gist == "&b; <"


def test_metas_of_the_body_and_links_out_of_the_root_do_not_count() -> None:
    content = (
        b'<head><meta name="memory:type" content="fact"><link rel="related" href="../x"></head>'
        b'<article><meta name="memory:scope" content="s"><mark>a</mark></article>'
    )
    reading = read("a.html", content)
    assert (reading.memories[0].type, reading.memories[0].scope, reading.memories[0].links) == (
        "fact",
        "",
        (),
    )
    assert [skip.code for skip in reading.skipped] == ["link-outside-root"]


def test_what_is_written_reads_back() -> None:
    for body in (FULL.body, "", "  kept\n\n\n\tas  it stands", "<b>no tag</b>"):
        memory = replace(FULL, body=body)
        (again,) = read(memory.id, write(memory)).memories
        assert replace(again, revision="", line=1) == memory
        assert write(again) == write(memory)


def test_restating_keeps_what_no_field_of_ours_holds() -> None:
    content = (
        b'<!doctype html>\n<html><head><meta name="author" content="x">\n'
        b'<meta content="active" name="memory:status">\n</head>\n<body><article><!-- kept -->'
        b"<mark>a</mark></article></body></html>"
    )
    (memory,) = read("a.html", content).memories
    assert restate("a.html", content, replace(memory, status="archived", superseded_by="b.html")) == (
        b'<!doctype html>\n<html><head><meta name="author" content="x">\n'
        b'<meta name="memory:status" content="archived">\n'
        b'<meta name="memory:superseded-by" content="b.html">\n</head>\n<body><article><!-- kept -->'
        b"<mark>a</mark></article></body></html>"
    )
    with pytest.raises(ValueError, match="cannot be restated"):
        restate("a.html", b"<article>no mark</article>", memory)


def test_a_memory_no_file_could_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        write(replace(FULL, gist=""))


def test_a_survivor_gains_entities_sources_and_links() -> None:
    content = write(replace(FULL, status="active", superseded_by=None))
    (memory,) = read(FULL.id, content).memories
    asked = replace(memory, entities=("Bench",), sources=("s9",), links=("bench.html",))
    (after,) = read(FULL.id, restate(FULL.id, content, asked)).memories
    assert set(after.entities) == {*FULL.entities, "Bench"}
    assert set(after.sources) == {*FULL.sources, "s9"}
    assert set(after.links) == {*FULL.links, "bench.html"}
    assert (after.gist, after.body) == (FULL.gist, FULL.body)
