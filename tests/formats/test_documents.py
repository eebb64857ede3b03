import gzip

import pytest

from memassets.formats import (
    html_document,
    llms_txt,
    markdown_document,
    skill,
    text_document,
    tldr_page,
)
from memassets.formats.documents import LIMIT_UNPACKED_BYTES, detect, read_document
from memassets.formats.rows import Reading, Section


def cut(reading: Reading) -> list[tuple[str, str, int]]:
    return [(section.heading, section.slug, section.line) for section in reading.sections]


def codes(reading: Reading) -> list[str]:
    return [skip.code for skip in reading.skipped]


def test_markdown_is_cut_at_headings_and_not_in_fences() -> None:
    content = b"""---
title: x
---
Before.

# One
```
# not a heading
~~~
```
## Two ##
Text
Under line
==========
a | b
--- | ---

<!--
# neither
-->
#no
- ```
  # nor this
  ```
## Two
"""
    reading = markdown_document.read("a.md", content)
    assert cut(reading) == [
        ("", "start", 4),
        ("One", "one", 6),
        ("One > Two", "two", 11),
        ("One > Two", "two-2", 25),
    ]
    assert reading.sections[1].text == "# One\n```\n# not a heading\n~~~\n```"
    assert reading.skipped == ()


def test_underlined_markdown_headings() -> None:
    reading = markdown_document.read("a.md", b"A `b`\n===\nx\n\n[C](d.md)\n---\ny\n\n---\n\n- item\n---\nz")
    assert cut(reading) == [("A b", "a-b", 1), ("A b > C", "c", 5)]


def test_a_tldr_page_is_one_section() -> None:
    content = b"# kiln\n\n> Fire pots.\n\n- Heat:\n\n`kiln -t {{1240}}`\n"
    assert tldr_page.read("kiln.md", content).sections == (
        Section("kiln.md", "kiln", "kiln", content.decode().strip(), 1),
    )


def test_plain_text_is_cut_where_a_line_stands_out() -> None:
    content = (
        b"Intro.\n\nLIDS AND POTS\n\nGlazed.\n\n2.1 Firing\n\nHot.\n\nCooling\n-------\nSlow.\n\nNOT ONE\nof these\n"
    )
    assert cut(text_document.read("a.txt", content)) == [
        ("", "start", 1), ("LIDS AND POTS", "lids-and-pots", 3),
        ("LIDS AND POTS > 2.1 Firing", "2-1-firing", 7),
        ("LIDS AND POTS > Cooling", "cooling", 11),
    ]  # fmt: skip


def test_html_is_cut_at_headings_wherever_they_stand() -> None:
    content = b"""<!doctype html><title>T</title><nav>menu</nav>
<p>Before &amp; after<script>x()</script></p>
<div><h1>Kiln</h1><p>Hot.</p></div>
<section><header><h2>Lids</h2></header><table><tr><td>a</td><td>b</td></tr></table><pre>x
  y</pre></section><footer>f</footer>"""
    reading = html_document.read("a.html", content)
    assert [(s.heading, s.text, s.line) for s in reading.sections] == [
        ("", "Before & after", 1),
        ("Kiln", "Kiln\n\nHot.", 3),
        ("Kiln > Lids", "Lids\n\na | b\n\nx\n  y", 4),
    ]


def test_a_skill_stays_as_its_emitter_wrote_it() -> None:
    content = b"---\nname: glaze\ndescription: Glaze lids\n---\r\n\n# Steps\n\n1. Dip.  \n\n"
    reading = skill.read("glaze/SKILL.md", content)
    assert reading.sections == (Section("glaze/SKILL.md", "glaze", "glaze", content.decode(), 1),)
    assert reading.skipped == ()
    assert codes(skill.read("SKILL.md", b"# Steps\n")) == ["no-name", "no-description"]


def test_llms_txt() -> None:
    reading = llms_txt.read("llms.txt", b"# Kiln\n\n> Pots.\n\n## Docs\n\n- [a](a.md): b\n")
    assert cut(reading) == [("Kiln", "kiln", 1), ("Kiln > Docs", "docs", 5)]
    assert codes(llms_txt.read("llms.txt", b"text")) == ["no-title"]


@pytest.mark.parametrize(
    ("path", "head", "expected"),
    [
        ("x", b"# kiln\n\n> Fire.\n\n- Heat:\n\n`kiln`\n", "tldr-page"),
        ("x", b"<!-- c -->\n<!DOCTYPE HTML>", "html"),
        ("README.md", b'<p align="center">\n\n# A', "markdown"),
        ("x", b'.\\" c\n.TH A 1\n.SH NAME\n', "man-page"),
        ("x", b"K\x08KI(1)   x   KI(1)\n", "man-page"),
        ("s/SKILL.md", b"---\nname: a\n---\n", "skill"),
        ("llms.txt", b"# A", "llms-txt"),
        ("x", b"## A\ntext", "markdown"),
        ("notes.txt", b"# A\ntext", "text"),
        ("x", b"words", "text"),
        ("x", b"\x7fELF\x00\x00", None),
    ],
)
def test_formats_are_told_by_content(path: str, head: bytes, expected: str | None) -> None:
    assert detect(path, head) == expected


def test_packed_documents_are_unpacked_within_bounds() -> None:
    assert cut(read_document("a.1.gz", gzip.compress(b".TH A 1\n.SH NAME\na\n"))) == [("NAME", "name", 2)]
    assert codes(read_document("a.gz", gzip.compress(b"x" * (LIMIT_UNPACKED_BYTES + 1)))) == ["bad-gzip"]
    assert codes(read_document("a.gz", b"\x1f\x8bbroken")) == ["bad-gzip"]


def test_damage_is_named_and_the_rest_is_read() -> None:
    assert codes(read_document("a", b"")) == ["empty-file"]
    assert codes(read_document("a", b"a\x00b")) == ["unknown-format"]
    reading = markdown_document.read("a.md", b"# A\nx \xff y\x01\n")
    assert reading.sections[0].text == "# A\nx � y"
    assert [(s.code, s.line, s.byte) for s in reading.skipped] == [
        ("not-utf-8", 2, 6),
        ("control-characters", 2, 9),
    ]


def test_ten_thousand_headings_of_one_name_get_slugs_of_their_own() -> None:
    reading = markdown_document.read("a.md", b"# Example\n" * 10_000)
    assert len({section.slug for section in reading.sections}) == 10_000
    assert reading.sections[-1].slug == "example-10000"


def test_deep_html_is_named() -> None:
    assert codes(html_document.read("a.html", b"<div>" * 100_000)) == ["nested-too-deep"]
