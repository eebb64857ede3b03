import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memassets.kernel.text import shingles, undoing

_SIGNS = (
    "ab Z9_.:-\n\t\\nu0041\x1b[1m"  # what escapes, colours and prefixes are made of
    "éßİſK\u0301\u0327\u0345ﬁ①㎞…“—\u00ad\u2010\u200b"  # marks that join, letters that become several, signs
    "は開\u3099ﾊﾞ가\u1100\u1161\uf900𠀀𝐀👍\ud800"
)
_TEXTS = st.one_of(
    st.text(st.sampled_from(_SIGNS), max_size=120),
    st.text(st.characters(codec=None), max_size=60),
    st.lists(
        st.sampled_from(
            [
                "src/a.py:12:",
                "\\u00e9",
                "\\u005cn",
                "\\\\n",
                "É\u0301a",
                "は開",
                "\x1b[0m",
                "well-",
                "\u2010\n  x",
                " one",
                "\n",
            ]
        ),
        max_size=40,
    ).map("".join),
)


@given(_TEXTS)
@example("a\\nb \\u30b7\\u30b9 c")
@example("src/a.py:1:é\nsrc/a.py:2:は開\n")
def test_the_short_way_reads_the_words_that_the_traced_way_reads(text: str) -> None:
    traced, origin = undoing.traced(text)
    # the tokeniser folds the case of ASCII
    assert undoing.normalised(text).casefold().split() == traced.casefold().split()
    assert origin is None or len(origin) == len(traced)
    assert shingles.batched([text]).shingles.tolist() == shingles.shingles(shingles.tokens(text).hashes).tolist()


@given(_TEXTS)
def test_every_token_is_placed_in_the_text_as_it_was(text: str) -> None:
    places = shingles.tokens(text)
    assert (places.starts < places.ends).all()
    assert ((places.starts >= 0) & (places.ends <= len(text))).all()
    assert (places.starts[1:] >= places.starts[:-1]).all()


@given(_TEXTS)
def test_what_is_readable_is_as_long_as_it_was(text: str) -> None:
    assert len(undoing.readable(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "normalised"),
    [
        ("One two", "One two"),
        ("\x1b[1mÉtude\x1b[0m", "    étude    "),
        ("a\\nb", "a  b"),
        ("spin\u00ad\n  dle", "spindle"),
        ("は開く", " は 開 く "),
        ("src/a.py:3:x", "           x"),
        ("src/a.py-3-x", "src/a.py-3-x"),
    ],
)
def test_normalised(text: str, normalised: str) -> None:
    assert undoing.normalised(text) == normalised
