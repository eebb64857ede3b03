import pytest

from memassets.formats.rows import Record, Skip
from memassets.formats.taken_for import SessionFormats, describe


@pytest.mark.parametrize(
    ("path", "content", "expected"),
    [
        (
            "a.md",
            b"---\ndescription: x\nstatus: archived\n---\n",
            ("memory", "markdown-memory", 1, (("archived", 1),)),
        ),
        (
            "a.md",
            b"\xef\xbb\xbf---\r\nname: a\r\n---\r\nx\r\n",
            ("memory", "markdown-memory", 1, (("active", 1),)),
        ),
        ("a.html", b"<!doctype html><html><h1>A</h1>x</html>", ("document", "html", 1, (("section", 1),))),
        ("a.html", b"<html><article><mark>a</mark></article></html>", ("memory", "html-memory", 1, (("active", 1),))),
        ("MEMORY.md", b"- [a](a.md)\n", ("document", "markdown", 1, (("section", 1),))),
        ("a.md", b"# A\nx\n# B\ny\n", ("document", "markdown", 2, (("section", 2),))),
        ("SKILL.md", b"---\nname: a\ndescription: b\n---\n", ("document", "skill", 1, (("section", 1),))),
        ("a.jsonl", b'{"memory":"a"}\n7\n', ("memory", "jsonl-memory", 1, (("active", 1),))),
        ("package.json", b'{"name":"a"}', ("nothing", "", 0, ())),
        ("a", b"", ("nothing", "", 0, ())),
    ],
)  # fmt: skip
def test_what_a_file_is_taken_for(path: str, content: bytes, expected: tuple[object, ...]) -> None:
    taken = describe(path, content)
    assert (taken.kind, taken.format, taken.rows, taken.by_type) == expected


def test_what_was_skipped_is_counted() -> None:
    taken = describe("a.jsonl", b'{"memory":"a"}\n7\n8\n{"id":"x"}\n')
    assert taken.skipped_by_code() == (("not-an-object", 2), ("no-claim", 1))


def test_sessions_are_told_first() -> None:
    record = Record("r", "s", None, 1, 0, "user", None, "text", "hi")
    skip = Skip("a", 2, 9, "cut-line", "The last line is cut.")
    sessions = SessionFormats(lambda head: "chat" if b"role" in head else None, lambda path, content: [record, skip])
    taken = describe("a", b'{"role":"user","content":"hi"}\n', sessions)
    assert (taken.kind, taken.format, taken.by_type, taken.skipped) == (
        "session",
        "chat",
        (("user text", 1),),
        (skip,),
    )
    assert describe("a", b'{"memory":"hi"}\n', sessions).kind == "memory"
