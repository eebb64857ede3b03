import pytest

from memassets.kernel.text.names import names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Maria moved to Oslo.", ("Oslo",)),
        ("We use PostgreSQL and the API", ("PostgreSQL", "API")),
        ("the McKay report", ("McKay",)),
        ("The New York office", ("New", "York")),
        ("the day Åse left", ("Åse",)),
        ("we told Maria. Maria left", ("Maria", "Maria")),
        ("iPhone sales", ("iPhone",)),
    ],
)
def test_capitals_inside_a_sentence_are_names(text: str, found: tuple[str, ...]) -> None:
    assert names(text) == found


@pytest.mark.parametrize("text", ["Oslo", "- Bergen is wet", "TODO Note: I think", "all lower case", ""])
def test_a_capital_that_only_opens_a_sentence_is_none(text: str) -> None:
    assert names(text) == ()
