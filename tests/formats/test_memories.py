import os
from pathlib import Path

import pytest

from memassets.formats.memories import detect, read_folder, read_memory_file


@pytest.mark.parametrize(
    ("path", "head", "expected"),
    [
        ("x.bin", b"---\nname: a\n---\n", "markdown-memory"),
        ("x.md", b"<!doctype html><html>", "html-memory"),
        ("x.md", b"plain text", "markdown-memory"),
        ("x.py", b"import os", None),
        ("x", b'{"type":"entity","name":"a","observations":[]}', "mcp-memory"),
        ("x", b'[{"id":"1","memory":"a","hash":"h"}]', "mem0"),
        ("x", b'{"count":1,"results":[{"id":"1","memory":"a"}]}', "mem0"),
        ("x", b'[\n {"namespace":["a"],"key":"k","value":{}}]', "langgraph"),
        ("x", b'"{\\"agents\\":[],\\"blocks\\":[{\\"block_ids\\":[]}]}"', "letta"),
        ("x", b'{"gist":"a"}\n', "jsonl-memory"),
        ("x", b'{"role":"user","content":"hi"}\n', None),
        ("x", b'{"name":"package"}', None),
        ("x.md", b"\x00\x01", None),
        ("x", b"", None),
    ],
)
def test_formats_are_told_by_content(path: str, head: bytes, expected: str | None) -> None:
    assert detect(path, head) == expected


def test_a_file_of_no_format_is_named() -> None:
    assert [skip.code for skip in read_memory_file("x.py", b"import os").skipped] == ["unknown-format"]
    assert [skip.code for skip in read_memory_file("x.py", b"").skipped] == ["empty-file"]


def test_a_folder_is_read_in_the_order_of_its_paths(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    outside.mkdir()
    (outside / "s.md").write_text("secret")
    for name in ("b.md", "a/c.md", "a-1.md", "a.md", "A.md", ".hidden/x.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"Fact {name}")
    (root / "l1.md").symlink_to(outside / "s.md")
    (root / "l2").symlink_to(outside)
    (root / "l3.md").symlink_to("gone.md")
    (root / "l4").symlink_to("a")
    (root / "l5.md").symlink_to("b.md")
    os.mkfifo(root / "pipe")
    found = [
        (reading.memories[0].id if reading.memories else "", [(s.path, s.code) for s in reading.skipped])
        for reading in read_folder(root)
    ]
    assert found == [
        ("", [(".hidden", "hidden")]),
        ("A.md", []),
        ("a-1.md", []),
        ("a.md", [("a.md", "case-variant")]),
        ("a/c.md", []),
        ("b.md", []),
        ("", [("l1.md", "outside-root")]),
        ("", [("l2", "outside-root")]),
        ("", [("l3.md", "dangling-link")]),
        ("", [("l4", "linked-folder")]),
        ("", [("l5.md", "linked-file")]),
        ("", [("pipe", "not-a-file")]),
    ]


def test_a_name_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.md")).write_text("x")
    assert [(s.path, s.code) for reading in read_folder(tmp_path) for s in reading.skipped] == [
        ("�.md", "path-not-utf-8")
    ]


def test_a_folder_is_streamed(tmp_path: Path) -> None:
    for number in range(50):
        (tmp_path / f"{number:02}.md").write_text(f"Fact {number}")
    readings = read_folder(tmp_path)
    assert next(readings).memories[0].id == "00.md"
    for number in range(1, 50):
        (tmp_path / f"{number:02}.md").write_text("changed later")
    assert next(readings).memories[0].gist == "changed later"


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        next(read_folder(tmp_path / "gone"))
