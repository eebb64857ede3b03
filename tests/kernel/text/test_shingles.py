import subprocess
import sys

import numpy as np
import pytest

from memassets.kernel.text import shingles

SECTION = [
    "The bench holds seven jigs and the long rule",
    "Oil the spindle before each shift, never after it",
    "A worn belt squeals twice and then slips off",
]
TEXT = "\n".join(SECTION)
PINNED = ["880181139ee1c196", "97bcb14743af4cb0"]


def found(text: str) -> set[int]:
    return set(shingles.batched([text]).shingles.tolist())


@pytest.mark.parametrize(
    "shaped",
    [
        "| no | what |\n|---|---|\n" + "\n".join(f"| {n} | {line} |" for n, line in enumerate(SECTION, 1)),
        f"```text\n{TEXT}\n```",
        "The bench holds seven\njigs and the long rule Oil the spindle before each\nshift, never after it A worn belt\n"
        "squeals twice and then slips off",
        "\n".join(f"{n:>6}\t{line}" for n, line in enumerate(SECTION, 40)),
        "\n".join(f"docs/bench.md:{n}:{line}" for n, line in enumerate(SECTION, 1)),
        "\n".join(f"> {line}" for line in SECTION),
        "\n".join(f"\x1b[1m{line}\x1b[0m" for line in SECTION),
        TEXT.replace("\n", "\\n"),
        TEXT.upper(),
        TEXT.replace("ff", "ﬀ"),
        TEXT.replace("spindle", "spin\u00addle"),
    ],
    ids="table fenced rewrapped numbered listing quoted coloured escaped upper ligature soft-hyphen".split(),
)
def test_one_section_gives_one_set_of_shingles_however_it_is_shaped(shaped: str) -> None:
    assert found(TEXT) <= found(shaped)


def test_shingles_are_the_same_in_every_process_and_release() -> None:
    source = f"from memassets.kernel.text import shingles; print(shingles.as_hex({SECTION[0]!r}))"
    ran = [
        subprocess.run(
            [sys.executable, "-c", source],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": s, "PYTHONPATH": "."},
        ).stdout
        for s in "12"
    ]
    assert ran[0] == ran[1] == f"{shingles.as_hex(SECTION[0])}\n"
    assert shingles.MATCHER == "mix64-k5-n1"
    assert shingles.as_hex("one two three four five six") == PINNED


def test_digits_alone_are_no_token_and_cjk_characters_are_one_each() -> None:
    text = "port 8080 は開く"
    places = shingles.tokens(text)
    assert [text[a:b] for a, b in zip(places.starts, places.ends, strict=True)] == ["port", "は", "開", "く"]


def test_tokens_know_their_places_in_the_text_as_it_was() -> None:
    text = "ﬁre \x1b[1mÉtude\x1b[0m — x86"
    places = shingles.tokens(text)
    assert [text[a:b] for a, b in zip(places.starts, places.ends, strict=True)] == ["ﬁre", "Étude", "x86"]


def test_a_shingle_of_fewer_than_three_distinct_tokens_tells_nothing() -> None:
    assert shingles.as_hex("yes no yes no yes no yes") == []
    assert len(shingles.as_hex("yes no maybe yes no maybe yes")) > 0


@pytest.mark.parametrize("text", ["", "one two three four", "   \n", "\ud800 \x00", "12 34 56"])
def test_what_is_too_short_has_none(text: str) -> None:
    assert found(text) == set()


def test_texts_of_a_batch_do_not_run_into_each_other() -> None:
    batch = shingles.batched(["a b c d e", "f g h i j k"])
    assert batch.texts.tolist() == [0, 1, 1]
    assert batch.tokens.tolist() == [5, 6]
    alone = np.concatenate([shingles.batched([t]).shingles for t in ("a b c d e", "f g h i j k")])
    assert batch.shingles.tolist() == alone.tolist()
