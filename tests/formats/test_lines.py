import io
from typing import BinaryIO, cast

import pytest

from memassets.formats import lines
from memassets.formats.lines import Line, LineReader, Watermark, as_utf8, utf16
from memassets.formats.rows import Skip


def read(data: bytes, *, final: bool = False, limit: int = lines.LINE_BYTES) -> list[tuple[int, int, bytes] | str]:
    """(number, byte, raw) of every line, and the code of every skip."""
    return [
        (row.number, row.byte, row.raw) if isinstance(row, Line) else f"{row.code} {row.line} {row.byte}"
        for row in LineReader(io.BytesIO(data), "s", final=final, limit=limit)
    ]


def test_lines_carry_their_number_and_their_byte() -> None:
    assert read(b"one\n\nthree\n") == [(1, 0, b"one"), (2, 4, b""), (3, 5, b"three")]


def test_a_carriage_return_belongs_to_the_newline() -> None:
    assert read(b"one\r\ntwo\r\n") == [(1, 0, b"one"), (2, 5, b"two")]


def test_a_mark_at_the_start_is_no_text() -> None:
    assert read(b"\xef\xbb\xbfone\n") == [(1, 0, b"one")]


def test_a_cut_last_line_is_left_and_reported() -> None:
    reader = LineReader(io.BytesIO(b"one\ntw"), "s")
    assert list(reader) == [
        Line("s", 1, 0, b"one"),
        Skip("s", 2, 4, "cut-line", "The last line has no newline; it is left for the next read."),
    ]
    assert (reader.offset, reader.lines) == (4, 1)


def test_white_space_after_the_last_newline_is_no_line() -> None:
    assert read(b"one\n  ") == [(1, 0, b"one")]


def test_a_cut_last_line_counts_where_the_file_is_final() -> None:
    reader = LineReader(io.BytesIO(b"one\ntw"), final=True)
    assert [line.raw for line in reader if isinstance(line, Line)] == [b"one", b"tw"]
    assert (reader.offset, reader.lines) == (6, 2)


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_utf_16_is_read_as_utf_8_with_offsets_of_the_file(codec: str, mark: str) -> None:
    # U+0A0A and U+010A hold the byte of a newline in either half
    data = f"{mark}one\u0a0a\u010a\r\ntwo\n".encode(codec)
    first = 2 * len(mark)
    assert read(data) == [(1, 0, "one\u0a0a\u010a".encode()), (2, first + 14, b"two")]


def test_half_a_surrogate_pair_in_utf_16_survives_to_the_parser() -> None:
    assert as_utf8(b"a\0\x00\xd8", "utf-16-le") == b"a\xed\xa0\x80"


def test_an_odd_byte_of_utf_16_becomes_a_replacement() -> None:
    assert as_utf8(b"a\0b", "utf-16-le") == "a\ufffd".encode()


@pytest.mark.parametrize(
    ("head", "codec"),
    [
        (b'{"a"', ""),
        (b"", ""),
        (b"\0\0\0\0", ""),
        (b"{\0", ""),
        (b'{\0"\0', "utf-16-le"),
        (b'\0{\0"', "utf-16-be"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
    ],
)
def test_utf_16_is_known_by_its_mark_or_its_nul_halves(head: bytes, codec: str) -> None:
    assert utf16(head) == codec


def test_a_line_over_the_limit_is_passed_over_by_name() -> None:
    data = b"one\n" + b"x" * 11 + b"\nthree\n"
    assert read(data, limit=10) == [(1, 0, b"one"), "long-line 2 4", (3, 16, b"three")]
    assert read(b"x" * 10 + b"\n", limit=10) == [(1, 0, b"x" * 10)]


def test_a_line_over_the_limit_and_over_many_reads_is_passed_over_too() -> None:
    data = b"one\n" + b"x" * 5_000_000 + b"\nthree\n"
    reader = LineReader(io.BytesIO(data), limit=1_500_000)
    rows = list(reader)
    assert [row.byte for row in rows] == [0, 4, 5_000_005]
    assert rows[1] == Skip(
        "", 2, 4, "long-line", "The line is over the length limit and was passed over. It has 5000000 bytes."
    )
    assert reader.watermark() == resumed_watermark(data, at=4)


def resumed_watermark(data: bytes, at: int) -> Watermark:
    """The watermark of a file that was read up to `at` before, and to its end now."""
    first = LineReader(io.BytesIO(data[:at]))
    list(first)
    second = LineReader(io.BytesIO(data))
    assert second.resume(first.watermark())
    list(second)
    return second.watermark()


def test_a_cut_line_over_the_limit_is_left_where_it_starts() -> None:
    data = b"one\n" + b"x" * 3_000_000
    reader = LineReader(io.BytesIO(data), limit=1_000_000)
    assert [row.byte for row in reader] == [0, 4]
    assert reader.offset == 4
    again = LineReader(io.BytesIO(data + b"\ntwo\n"), limit=5_000_000)
    assert again.resume(reader.watermark())
    assert [row.byte for row in again] == [4, 3_000_005]


def test_a_long_line_is_whole_whatever_the_reads_return() -> None:
    class Dripping(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size or 0, 700))

    line = bytes(range(11, 256)) * 40
    stream = cast(BinaryIO, Dripping(b"a\n" + line + b"\nb\n"))
    assert [row.raw for row in LineReader(stream) if isinstance(row, Line)] == [b"a", line, b"b"]


def test_the_next_read_starts_at_the_watermark() -> None:
    first = LineReader(io.BytesIO(b"one\ntw"))
    list(first)
    second = LineReader(io.BytesIO(b"one\ntwo\nthree\n"))
    assert second.resume(first.watermark())
    assert [(row.number, row.byte, row.raw) for row in second if isinstance(row, Line)] == [
        (2, 4, b"two"),
        (3, 8, b"three"),
    ]
    mark = second.watermark("plain-chat", "[]")
    assert (mark.offset, mark.lines, mark.size, mark.format, mark.state) == (14, 3, 14, "plain-chat", "[]")


def test_a_watermark_says_the_size_of_the_file() -> None:
    reader = LineReader(io.BytesIO(b"one\ntw"))
    list(reader)
    assert (reader.watermark().offset, reader.watermark().size) == (4, 6)


@pytest.mark.parametrize(
    "later",
    [b"one\n", b"", b"one\ntwo\n", b"eno\ntwo\nthree\n", b"one\nTWO\nthree\n"],
    ids=["shorter", "emptied", "one line shorter", "another head", "another line"],
)
def test_a_shortened_or_rewritten_file_is_read_from_its_start(later: bytes) -> None:
    first = LineReader(io.BytesIO(b"one\ntwo\nthree\n"))
    list(first)
    second = LineReader(io.BytesIO(later))
    assert not second.resume(first.watermark())
    assert [row.raw for row in second if isinstance(row, Line)] == later.splitlines()


def test_a_file_rewritten_far_from_both_ends_of_what_was_read_is_not_noticed() -> None:
    # the price of checking two pages instead of the whole file; logs are appended to
    data = b"".join(b"%06d\n" % number for number in range(2000))
    first = LineReader(io.BytesIO(data))
    list(first)
    assert LineReader(io.BytesIO(data.replace(b"001000", b"00100x"))).resume(first.watermark())


def test_a_document_is_checked_byte_for_byte() -> None:
    data = b"".join(b"%06d\n" % number for number in range(2000))
    first = LineReader(io.BytesIO(data))
    assert b"".join(first.chunks()) == data
    assert LineReader(io.BytesIO(data)).resume(first.watermark())
    changed = LineReader(io.BytesIO(data.replace(b"001000", b"00100x")))
    assert not changed.resume(first.watermark())
    assert b"".join(changed.chunks()) == data.replace(b"001000", b"00100x")


def test_a_stream_that_cannot_seek_is_read_but_not_resumed() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    first = LineReader(Pipe(b"one\ntwo\n"))
    assert [row.raw for row in first if isinstance(row, Line)] == [b"one", b"two"]
    second = LineReader(Pipe(b"one\ntwo\n"))
    assert not second.resume(first.watermark())
    assert [row.raw for row in second if isinstance(row, Line)] == [b"one", b"two"]


def test_chunks_of_utf_16_never_cut_a_character() -> None:
    text = "a" + "😀" * 400_000
    reader = LineReader(io.BytesIO(text.encode("utf-16")))
    assert b"".join(reader.chunks()).decode() == text


def test_memory_does_not_follow_the_length_of_the_file() -> None:
    class Endless(io.RawIOBase):
        left = 200

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1, /) -> bytes:
            self.left -= 1
            return (b"x" * 99 + b"\n") * (size // 100) if self.left >= 0 else b""

    reader = LineReader(cast(BinaryIO, Endless()))
    largest = 0
    for _ in reader:
        largest = max(largest, len(reader._buffer))
    assert reader.offset > 150_000_000
    assert largest < 3_000_000
