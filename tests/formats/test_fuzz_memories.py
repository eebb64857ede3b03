"""Every memory and document reader on mutated samples and random bytes: nothing is lost unnamed."""

import os
import random
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from memassets.formats import (
    html_document,
    html_memory,
    jsonl_memory,
    langgraph,
    letta,
    llms_txt,
    man_page,
    markdown_document,
    markdown_memory,
    mcp_memory,
    mem0,
    skill,
    text_document,
    tldr_page,
)
from memassets.formats.documents import read_document
from memassets.formats.memories import read_memory_file
from memassets.formats.rows import Memory, Reading, Section, Skip
from memassets.formats.taken_for import describe

Reader = Callable[[str, bytes], Reading]

INPUTS = int(os.environ.get("MEMASSETS_FUZZ_INPUTS", "2000"))

MARKDOWN = b"""---
name: kiln
description: "The kiln reaches 1240 degrees"
metadata: {type: project, tags: [a, "b"]}
status: active
created: 2026-03-01
superseded-by: other.md
links:
  - a.md
---

---
permalink: pottery/kiln
---
# Kiln
## Observations
- [fact] Lids are glazed twice #glaze (spring batch)
- depends_on [[Clay]]
```sh
# no heading
```
Under
=====
See [x](y.md) and [[Z]].
"""
HTML = b"""<!doctype html><html><head><title>T</title><meta name="memory:type" content="semantic">
<meta name="memory:created" content="2026-01-01T10:00:00+02:00"><link rel="related" href="a.html"></head>
<body><article><h1>H</h1><p>Since May <mark>the kiln reaches 1240 degrees</mark>.</p><ul><li>a<li>b</ul>
<pre>x
  y</pre><table><tr><td>1<td>2</table></article></body></html>"""
MCP = b"""{"type":"entity","name":"Kiln","entityType":"tool","observations":["hot",{"content":"red"}]}
{"type":"relation","from":"Kiln","to":"Clay","relationType":"fires"}{"type":"entity","name":"kiln"}
"""
MEM0 = b"""{"results":[{"id":"1","memory":"Likes tea","user_id":"u","created_at":"2026-01-01T00:00:00Z"},
{"id":"h","memory_id":"1","old_memory":"x","new_memory":"y","event":"UPDATE"}],
"relations":[{"source":"u","relationship":"likes","target":"tea"}]}"""
MEM0_LINES = b"""{"id":"1","memory":"Likes tea","user_id":"u"}
{"id":"2","memory":"Ale","memory":"Tea","user_id":"u"}
"""
GRAPH = b"""{"entities":[{"name":"Kiln","entityType":"tool","observations":["hot"]}],
"relations":[{"from":"Kiln","to":"Clay","relationType":"fires"}]}"""
LANGGRAPH = b"""[{"namespace":["m","u"],"key":"k","value":{"kind":"Memory","content":{"content":"A. B."}}},
{"namespace":"m.u","key":"k","value":{"city":"Ghent","n":[1]}}]"""
LETTA = (
    rb'"{\"agents\":[{\"name\":\"a\",\"block_ids\":[\"b\"]}],'
    rb'\"blocks\":[{\"id\":\"b\",\"label\":\"h\",\"value\":\"x\"}]}"'
)
JSONL = b'{"id":"1","memory":"A \\ud800 b","tags":["t"]}\n{"id":"1","gist":"C","status":"archived"}\n7\n'
MAN = b""".TH KILN 1
.SH NAME
kiln \\- fire \\fBpots\\fR \\(bu \\[u00E9]
.TP
.BI \\-t " degrees"
Heat.
.nf
 a  b
.fi
.if n .B x
.ie t \\{\\
no
.\\}
.el yes
.TS
tab(|);
l l.
a|b
.TE
"""
MDOC = b""".Dd May 1
.Dt KILN 1
.Sh NAME
.Nm kiln
.Nd fire pots
.Sh SYNOPSIS
.Nm
.Op Fl t Ar degrees , Ns Xr pot 1
.Oo x
.Oc
.Bl -tag
.It Fl h
.Dq quoted text .
.El
"""
RENDERED = b"KILN(1)   Manual   KILN(1)\n\nN\x08NA\x08AM\x08ME\x08E\n   kiln\n\n   Sub\n     text \x1b[1mbold\x1b[0m\n"
TLDR = b"# kiln\n\n> Fire pots.\n\n- Heat:\n\n`kiln -t {{1240}}`\n"
TEXT = b"INTRODUCTION\n\nText.\n\n1.2 Firing the kiln\n\nMore.\n\nLids\n----\nTwice.\n"

READERS: dict[str, tuple[Reader, tuple[bytes, ...]]] = {
    "markdown_memory": (markdown_memory.read, (MARKDOWN,)),
    "html_memory": (html_memory.read, (HTML,)),
    "mcp_memory": (mcp_memory.read, (MCP, GRAPH)),
    "mem0": (mem0.read, (MEM0, MEM0_LINES)),
    "langgraph": (langgraph.read, (LANGGRAPH,)),
    "letta": (letta.read, (LETTA,)),
    "jsonl_memory": (jsonl_memory.read, (JSONL,)),
    "markdown_document": (markdown_document.read, (MARKDOWN,)),
    "man_page": (man_page.read, (MAN, MDOC, RENDERED)),
    "tldr_page": (tldr_page.read, (TLDR,)),
    "text_document": (text_document.read, (TEXT,)),
    "html_document": (html_document.read, (HTML,)),
    "skill": (skill.read, (MARKDOWN,)),
    "llms_txt": (llms_txt.read, (TLDR,)),
    "memories": (read_memory_file, (MARKDOWN, HTML, MCP, GRAPH, MEM0, MEM0_LINES, LANGGRAPH, LETTA, JSONL)),
    "documents": (read_document, (MARKDOWN, HTML, MAN, MDOC, RENDERED, TLDR, TEXT)),
}
PIECES = (
    b"\x00", b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\x1b[31m", b"\r\n", b"\n", b"---\n", b"```", b"{", b"}",
    b"[[", b"]]", b"<mark>", b"</article>", b"<!--", b"&amp;", b'"', b"\\", b"*a", b"&a", b"!!x ", b": ",
    b"\n\n", b"../..", b".SH X\n", b".Sh X\n", b"\x08", b"\xe2\x80\xa8", b"\xf0\x9f\x98\x80", b"null",
    b"1e999", b"\xef\xbb\xbf", b"\t", b'"memory":"z",', b"<!--\n", b"|a|b|\n",
)  # fmt: skip


def mutated(sample: bytes, chance: random.Random) -> bytes:
    content = bytearray(sample)
    for _ in range(chance.randint(1, 6)):
        at = chance.randint(0, len(content))
        match chance.randint(0, 5):
            case 0:
                content[at:at] = chance.choice(PIECES)
            case 1:
                del content[at : at + chance.randint(1, 30)]
            case 2:
                content[at : at + 1] = bytes([chance.randint(0, 255)])
            case 3:
                content[at:at] = content[at : at + chance.randint(1, 60)]
            case 4:
                del content[at:]
            case _:
                content[at : at + 4] = chance.choice(PIECES) * chance.randint(1, 4)
    return bytes(content)


def texts_of(reading: Reading) -> list[str]:
    found: list[str] = []
    rows: tuple[Memory | Section | Skip, ...] = (*reading.memories, *reading.sections, *reading.skipped)
    for row in rows:
        for each in fields(row):
            value = getattr(row, each.name)
            found += [value] if isinstance(value, str) else list(value) if isinstance(value, tuple) else []
    return found


def check(read: Reader, content: bytes, path: str) -> None:
    reading = read(path, content)
    for text in texts_of(reading):
        text.encode()
    ids = [memory.id for memory in reading.memories]
    assert len(set(ids)) == len(ids)
    slugs = [section.slug for section in reading.sections]
    assert len(set(slugs)) == len(slugs)
    assert all(memory.gist.strip() for memory in reading.memories)
    assert all(skip.code and skip.message.endswith(".") for skip in reading.skipped)
    assert all(0 <= skip.byte <= len(content) for skip in reading.skipped)
    assert read(path, content) == reading
    if content:
        assert reading.memories or reading.sections or reading.skipped


@pytest.mark.parametrize("name", READERS)
def test_a_reader_survives_any_bytes(name: str) -> None:
    read, samples = READERS[name]
    seeds = range(INPUTS // len(READERS))
    print(f"{name}: seeds {seeds.start} to {seeds.stop - 1}")
    for seed in seeds:
        chance = random.Random(f"{name} {seed}")
        content = mutated(chance.choice(samples), chance)
        if chance.random() < 0.05:
            content = chance.randbytes(chance.randint(1, 300))
        path = chance.choice(("a.md", "b/c.json", "d.txt", "e"))
        try:
            check(read, content, path)
        except Exception as error:
            raise AssertionError(f"{name}, seed {seed}, path {path}: {content!r}") from error


@pytest.mark.parametrize("name", READERS)
def test_the_samples_themselves_give_rows(name: str) -> None:
    read, samples = READERS[name]
    for sample in samples:
        reading = read("a.md", sample)
        assert reading.memories or reading.sections


def test_describing_survives_any_bytes() -> None:
    samples = [sample for _, group in READERS.values() for sample in group]
    for seed in range(INPUTS // len(READERS)):
        chance = random.Random(f"describe {seed}")
        content = mutated(chance.choice(samples), chance)
        taken = describe("a.md", content)
        assert not content or taken.rows or taken.skipped, f"seed {seed}: {content!r}"


def test_no_reader_opens_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.md").write_text("the secret")
    for content in (b"[x](secret.md)\n", b".so secret.md\n", b'---\nlinks: ["secret.md"]\n---\nx\n'):
        for read, _ in READERS.values():
            assert "the secret" not in repr(read("a.md", content))
