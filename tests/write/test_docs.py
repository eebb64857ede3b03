from memassets.write.rules import RULES
from tests.conftest import CHECKOUT
from tests.write.gate import corpus

PAGE = (CHECKOUT / "docs" / "write.md").read_text()


def test_every_rule_stands_on_the_page_in_its_order() -> None:
    places = [PAGE.index(f"`{name}`", PAGE.index("## The rules")) for name in ("decoding", *(n for n, _ in RULES))]
    assert places == sorted(places)


def test_every_reason_of_the_corpus_stands_on_the_page() -> None:
    assert [reason for reason in corpus()["expected"].drop_nulls().unique() if f"`{reason}`" not in PAGE] == []
