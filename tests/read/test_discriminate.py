import numpy as np
import pytest

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel import policy
from memassets.kernel.text import claim
from memassets.read import discriminate, retrieval

COPIES = "The ledger job copies the invoice table"
COPIES_NOT = "The ledger job does not copy the invoice table"


def ranks(query: str, *gists: str) -> list[int]:
    """The rank of each text, in the order given."""
    (found,) = retrieval.Index(gists, [""] * len(gists), FakeEmbedder()).ask([query])
    return [int(rank) for rank in found.rank]


@pytest.mark.parametrize(
    "query",
    [
        "ledger job copies invoice table",
        "this is not urgent, does the ledger job copy the invoice table?",
        "I don't remember, but the ledger job copies the invoice table",
        "never mind the rest: the ledger job copies the invoice table",
        "the ledger job not only copies the invoice table",
        "the ledger job cannot but copy the invoice table",
        "the ledger job copies the invoice table without fail",
        "the team, which is not large, says the ledger job copies the invoice table",
        "whether or not the ledger job copies the invoice table",
        "the ledger job copies the invoice table, not the roster table",
    ],
)
def test_a_negation_of_something_else_is_none_of_the_claim(query: str) -> None:
    assert ranks(query, COPIES, COPIES_NOT) == [1, 2]
    assert ranks(query, COPIES_NOT, COPIES) == [2, 1]


@pytest.mark.parametrize(
    "query",
    [
        "ledger job not copy invoice table",
        "why doesn't the ledger job copy the invoice table",
        "I don't remember, but the ledger job does not copy the invoice table",
        "it is not true that the ledger job copies the invoice table",
        "does the ledger job not copy the invoice table, although it is not new?",
    ],
)
def test_a_negation_of_the_claim_is_asked_for(query: str) -> None:
    assert ranks(query, COPIES, COPIES_NOT) == [2, 1]


def test_two_negations_in_one_sentence() -> None:
    texts = (
        "The job does not run without the cache",
        "The job runs without the cache",
        "The job does not run with the cache",
        "The job runs with the cache",
    )
    assert ranks("job that does not run without the cache", *texts) == [1, 2, 2, 4]
    assert ranks("job runs without the cache", *texts) == [2, 1, 4, 2]


def test_a_count_of_results_is_no_fact() -> None:
    texts = ("The uploader makes 3 retries", "The uploader makes 5 retries")
    assert ranks("give me 3 notes on retries of the uploader", *texts) == [1, 1]
    assert ranks("give me 3 notes on how the uploader makes 5 retries", *texts) == [2, 1]
    assert ranks("the uploader makes 3 retries", *texts) == [1, 2]


@pytest.mark.parametrize(
    ("query", "right", "wrong"),
    [
        ("sync from Oslo to Bergen", "Files are synced from Oslo to Bergen", "Files are synced from Bergen to Oslo"),
        ("Anna reports to Bo", "Anna reports to Bo", "Bo reports to Anna"),
        ("is the door ajar", "The door is ajar", "The door is shut"),  # in no table of the finders
        ("is the lamp dimmed", "The lamp is dimmed", "The lamp is lit"),
        ("does the legacy api need a key", "The legacy api needs a key", "The api needs a key"),
        ("does the api need a key", "The api needs a key", "The legacy api needs a key"),
        ("timeout of 30 seconds", "The timeout is thirty seconds", "The timeout is 40 seconds"),
        ("NOT port: 5 can't", "The port is not 5", "The port is 5"),
        ("some audits are logged", "Some audits are logged", "All audits are logged"),
    ],
)
def test_what_differs_decides(query: str, right: str, wrong: str) -> None:
    assert ranks(query, right, wrong) == [1, 2]
    assert ranks(query, wrong, right) == [2, 1]


def test_a_twin_in_another_order_lends_its_target_no_weight() -> None:
    plain, turned = "Files go from attic to cellar", "Files go from cellar to attic"
    legacy, named = "Legacy files go from attic to cellar", "Letters go from attic to cellar"
    texts = plain, turned, legacy, named
    assert ranks("legacy files go from attic to cellar", *texts)[2] == 1
    assert ranks("letters go from attic to cellar", *texts)[3] == 1
    assert ranks("files go from attic to cellar", *texts)[0] == 1
    assert ranks("files go from cellar to attic", *texts)[1] == 1


def test_members_of_equal_evidence_stay_tied() -> None:
    assert ranks("tea", "Maria likes green tea", "Maria likes black tea") == [1, 1]
    assert ranks("build caches", "The build uses caches", "The build uses caches") == [1, 1]


def test_a_set_is_capped() -> None:
    series = [claim.read(f"Load test {number} reached its goal") for number in range(policy.SET_CAP_ROWS + 44)]
    drawn = discriminate.alike(discriminate.indexed(series), np.arange(len(series)), len(series))
    assert [len(found) for found in discriminate.near_sets(drawn)] == [policy.SET_CAP_ROWS, 44]


@pytest.mark.parametrize("wanted", [0, 49, 50, 51, 119])
def test_a_set_across_the_end_of_the_list_is_not_cut(wanted: int) -> None:
    series = [f"Load test {number} reached its goal" for number in range(100, 220)]
    found = ranks(f"load test {100 + wanted} goal", *series)
    assert found[wanted] == 1
    assert found.count(1) == 1
