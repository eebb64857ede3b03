import pytest

from memassets.kernel.text import negation, normal, qualifiers, quantifiers


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Don’t  use\u200b it", "Don't use it"),
        ("The “job” — fast", 'The "job" - fast'),
        ("１２ ｍｓ", "12 ms"),
        ("a\u00a0b…≥3 −4", "a b...>=3 -4"),
        ("Straße", "Straße"),
        ("  Line\n\tTwo ", "Line Two"),
        ("", ""),
    ],
)
def test_fold_keeps_case_and_loses_typography(text: str, folded: str) -> None:
    assert normal.fold(text) == folded


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("I can't, won't, shan't, ain't", "i can not, will not, shall not, is not"),
        ("doesnt isnt wont cant dont", "does not is not will not can not do not"),
        ("He cannot; she doesn’t", "he can not; she does not"),
        ("it's we'll they're", "it we they"),
        ("1,000 rows 1_000 1'000", "1000 rows 1000 1000"),
        ("1,000,000 but 12,34 and 1,2,3", "1000000 but 12,34 and 1,2,3"),
        ("Line\nTwo", "line\ntwo"),
        ("want and rent", "want and rent"),
    ],
)
def test_plain_writes_out_contractions_and_thousands(text: str, plain: str) -> None:
    assert normal.plain(text) == plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Port: 5", ("port", "5")),
        ('NOT x AND "y"', ("not", "x", "and", "y")),
        ("v1.2.3 04 4.0 1.10 3.50", ("v1.2.3", "4", "4", "1.10", "3.50")),
        ("30s 5GB p95 5µs", ("30", "s", "5", "gb", "p95", "5", "μs")),
        ("a_b c-d e/f", ("a_b", "c", "d", "e", "f")),
        ("Café 日本語", ("café", "日本語")),
        ("2026-08-02 12:30", ("2026", "8", "2", "12", "30")),
        ("The end.", ("the", "end")),
        ("", ()),
        ("…!?", ()),
    ],
)
def test_words(text: str, words: tuple[str, ...]) -> None:
    assert normal.words(text) == words


@pytest.mark.parametrize(
    ("digits", "canonical"),
    [("04", "4"), ("000", "0"), ("4.0", "4"), ("4.50", "4.50"), ("1.10", "1.10"), ("1.0.0", "1.0.0"), ("p95", "p95")],
)
def test_canonical_number(digits: str, canonical: str) -> None:
    assert normal.canonical_number(digits) == canonical


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("A, b; c. d", (("a",), ("b",), ("c",), ("d",))),
        ("up but slow because old", (("up",), ("but", "slow"), ("because", "old"))),
        ("not fast but slow", (("not", "fast"), ("but", "slow"))),
        ("nothing but trouble", (("nothing", "but", "trouble"),)),
        ("cannot help but laugh", (("can", "not", "help", "but", "laugh"),)),
        ("release 1.5 is out. good", (("release", "1.5", "is", "out"), ("good",))),
        ("x - y", (("x",), ("y",))),
        ("x-y", (("x", "y"),)),
        ("see (the note)\nnow", (("see",), ("the", "note"), ("now",))),
        ("which one", (("which", "one"),)),
        ("", ()),
    ],
)
def test_clauses(text: str, clauses: tuple[tuple[str, ...], ...]) -> None:
    assert normal.clauses(text) == clauses


@pytest.mark.parametrize(
    "family",
    [
        "retry retries retried retrying",
        "copy copies copied copying",
        "stop stops stopped stopping",
        "use uses used using",
        "add adds added adding",
        "owe owes owed owing",
        "go goes going",
        "plan plans planned planning",
        "cache caches cached caching",
        "box boxes boxed boxing",
        "class classes",
        "fall falls falling",
        "match matches matched matching",
        "tie ties",
    ],
)
def test_inflections_share_a_stem(family: str) -> None:
    assert len({normal.stem(word) for word in family.split()}) == 1


@pytest.mark.parametrize(
    "words",
    [
        "bus use",
        "analysis analyse",
        "bring bred",
        "status state",
        "need ned",
        "red read",
        "30s 30",
        "p95 p9",
        "thing th",
    ],
)
def test_other_words_keep_apart(words: str) -> None:
    one, other = words.split()
    assert normal.stem(one) != normal.stem(other)


@pytest.mark.parametrize("word", ["is", "bus", "press", "string", "thing", "need", "status", "30s", "v2", "bed"])
def test_words_that_only_look_inflected_stay(word: str) -> None:
    assert normal.stem(word) == word


def test_nothing_that_decides_a_claim_is_a_stop_word() -> None:
    scale = set(quantifiers._STEP)
    order = set("before after from to on off in out over under up down".split())
    assert not normal.STOP_WORDS & (negation.CUES | qualifiers.QUALIFIERS | scale | order)
    assert not [word for word in normal.STOP_WORDS if any(c.isdigit() for c in word)]


@pytest.mark.parametrize("text", ["It can't\ndo 1,000\n\nwords", "1,\n000", "don\n't", "e\n\u0301a", "\n"])
def test_the_words_of_lines_are_those_of_each_line(text: str) -> None:
    assert normal.words(text) == tuple(word for line in text.split("\n") for word in normal.words(line))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("we cant, won't, dont and shan't want it", "we can not, will not, do not and shall not want it"),
        ("the component ain't meant for 1,000 or 1'000", "the component is not meant for 1000 or 1000"),
        ("we'll say it's 12,34", "we say it 12,34"),
    ],
)
def test_contractions_are_written_out_and_thousands_closed_up(text: str, plain: str) -> None:
    assert normal.plain(text) == plain
