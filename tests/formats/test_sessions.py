import io
from pathlib import Path

import pytest

from memassets.formats.rows import Record, Skip
from memassets.formats.sessions import detect, read_session
from memassets.formats.skips import HARMLESS, SENTENCES
from tests.formats import samples

NAMES = {"codex-legacy": "codex", "conversations": "plain-chat"}


@pytest.mark.parametrize("sample", samples.ALL)
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_the_format_is_known_by_content_and_read_alike_in_every_encoding(sample: str, codec: str) -> None:
    data = samples.ALL[sample]
    recoded = data.decode().encode(codec)
    assert detect(recoded) == NAMES.get(sample, sample)
    rows = [row for row in read_session(io.BytesIO(recoded)) if isinstance(row, Record)]
    expected = [row for row in read_session(io.BytesIO(data)) if isinstance(row, Record)]
    assert rows == expected


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\n\n",
        b"# Notes\n\nSome text.\n",
        b"name: x\n",
        b'{"type":"entity","name":"x","observations":["y"]}\n',
        b'{"results":[{"id":"1","memory":"x","user_id":"u"}]}',
        b'[{"memory":"x","role":"user"}]',
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\xff\xfe\xff\xff\xff\xff",
    ],
)
def test_other_files_are_no_sessions(head: bytes) -> None:
    assert detect(head) is None


def test_a_file_is_read_from_its_path(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(samples.CODEX_LEGACY)
    rows = read_session(file, path="sessions/a.jsonl")
    assert [row.path for row in rows if isinstance(row, Skip)] == ["sessions/a.jsonl"] * 2
    assert rows.format == "codex"
    assert [row.path for row in read_session(file) if isinstance(row, Skip)] == [str(file)] * 2


def test_a_missing_file_raises_with_the_first_row(tmp_path: Path) -> None:
    rows = read_session(tmp_path / "missing.jsonl")
    with pytest.raises(FileNotFoundError):
        next(rows)


def test_a_file_of_no_format_and_an_empty_file_are_named() -> None:
    assert list(read_session(io.BytesIO(b"hello\n"), path="x")) == [
        Skip("x", 0, 0, "unknown-format", "The file looks like none of the session formats.")
    ]
    assert list(read_session(io.BytesIO(b""), path="x")) == [Skip("x", 0, 0, "empty-file", "The file holds no bytes.")]


@pytest.mark.parametrize("sample", ["claude-code", "codex", "codex-legacy", "conversations", "plain-chat"])
def test_a_file_that_grows_gives_the_same_rows_wherever_the_reads_end(sample: str) -> None:
    data = samples.ALL[sample]
    whole = list(read_session(io.BytesIO(data)))
    for at in range(len(data)):
        first = read_session(io.BytesIO(data[:at]))
        before = list(first)
        second = read_session(io.BytesIO(data), since=first.watermark)
        rows = [row for row in before if row in whole] + list(second)
        assert rows == whole, at
        assert not second.restarted


@pytest.mark.parametrize("sample", ["chatgpt", "markdown-chat"])
def test_a_document_is_read_again_only_where_it_changed(sample: str) -> None:
    data = samples.ALL[sample]
    first = read_session(io.BytesIO(data))
    rows = list(first)
    again = read_session(io.BytesIO(data), since=first.watermark)
    assert list(again) == []
    assert again.watermark == first.watermark
    changed = read_session(io.BytesIO(data.replace(b"7012", b"7021")), since=first.watermark)
    [rewritten, *later] = list(changed)
    assert isinstance(rewritten, Skip)
    assert rewritten.code == "rewritten"
    assert changed.restarted
    assert len(later) == len(rows)


def test_a_rewritten_log_is_read_from_its_start_and_says_so() -> None:
    first = read_session(io.BytesIO(samples.CLAUDE_CODE))
    rows = list(first)
    shorter = samples.CLAUDE_CODE[: samples.CLAUDE_CODE.rindex(b"\n", 0, -1) + 1]
    second = read_session(io.BytesIO(shorter), since=first.watermark)
    [rewritten, *later] = list(second)
    assert isinstance(rewritten, Skip)
    assert (rewritten.line, rewritten.code) == (0, "rewritten")
    assert second.restarted
    assert later == rows[: len(later)]
    assert second.watermark.offset == len(shorter)


def test_a_last_line_without_a_newline_counts_where_the_file_is_final() -> None:
    data = samples.CODEX_LEGACY.rstrip(b"\n")
    texts = [row.text for row in read_session(io.BytesIO(data)) if isinstance(row, Record)]
    final = [row.text for row in read_session(io.BytesIO(data), final=True) if isinstance(row, Record)]
    assert (texts, final) == (["Use tabs."], ["Use tabs.", "Done."])


def test_every_code_has_a_sentence_and_every_harmless_one_is_a_code() -> None:
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())
    assert set(SENTENCES) >= HARMLESS
