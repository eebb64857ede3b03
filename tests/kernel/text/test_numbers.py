import pytest

from memassets.kernel.text import numbers


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("two hundred and five", ("205",)),
        ("twenty-one", ("21",)),
        ("twenty one", ("21",)),
        ("one thousand and one nights", ("1001", "nights")),
        ("three thousand two hundred", ("3200",)),
        ("three hundred sixty five", ("365",)),
        ("eleven hundred", ("1100",)),
        ("two million", ("2000000",)),
        ("one hundred thousand", ("100000",)),
        ("a dozen", ("a", "12")),
        ("two dozen eggs", ("24", "eggs")),
        ("zero", ("0",)),
        ("one retry", ("1", "retry")),
        ("two three", ("2", "3")),
        ("nineteen ninety five", ("19", "95")),
        ("five and six", ("5", "and", "6")),
        ("two hundred and counting", ("200", "and", "counting")),
        ("hundred", ("hundred",)),
        ("no words", ("no", "words")),
    ],
)
def test_number_words_become_digits(text: str, tokens: tuple[str, ...]) -> None:
    assert numbers.tokens(text) == tokens


@pytest.mark.parametrize("text", ["one of them", "the new one", "no one", "every one", "one that works"])
def test_one_as_a_pronoun_is_no_number(text: str) -> None:
    assert numbers.numbers(text) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,000 rows in thirty days", ("1000", "30")),
        ("v2 at p95 of 30s", ("v2", "p95", "30")),
        ("release 3.1.2, port 08", ("3.1.2", "8")),
        ("5", ("5",)),
        ("none at all", ()),
    ],
)
def test_numbers_in_order(text: str, found: tuple[str, ...]) -> None:
    assert numbers.numbers(text) == found


@pytest.mark.parametrize(("token", "expected"), [("30", True), ("p95", True), ("ten", False), ("", False)])
def test_is_number(token: str, expected: bool) -> None:
    assert numbers.is_number(token) is expected


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("give me 3 notes on backups", "3"),
        ("list the top five facts about audits", "5"),
        ("show me two results", "2"),
        ("Give me the last 10 relevant memories", "10"),
        ("give me 3 notes on 5 retries", "3"),
        ("recall one thing", "1"),
        ("find 3 retries", None),
        ("give me all notes", None),
        ("the job gives 3 results", None),
        ("what are 3 notes", None),
        ("", None),
    ],
)
def test_a_count_of_results(query: str, count: str | None) -> None:
    assert numbers.asked_count(query) == count
