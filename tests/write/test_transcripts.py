"""One pass over the records: what is found does not depend on how they are cut into batches, and nothing is held."""

from collections.abc import Iterator

import pytest

from memassets.formats.rows import Record
from memassets.kernel import policy
from memassets.write import transcripts
from memassets.write.proposals import Candidate, Evidence
from memassets.write.transcripts import find
from tests.write.gate import talk

TURNS = talk(
    "Mast steps are checked in week 14.",
    ("assistant", "Noted, week 14 it is. Mast steps"),
    "are checked by Odd. Mast steps are checked in week 14.",
    {"text": "Mast steps are checked in week 14.", "sidechain": True},
)


def wanted(*quotes: tuple[str, int | None]) -> Candidate:
    return Candidate("Mast notes", tuple(Evidence("s1", quote, turn) for quote, turn in quotes))


@pytest.mark.parametrize("batch", [1, 40, 10_000])
def test_batches_do_not_move_what_is_found(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "_BATCH_CHARACTERS", batch)
    found = find([wanted(("are checked in week 14", None), ("Mast steps are checked by Odd", None))], TURNS)
    stood = found.of("s1", "are checked in week 14").standings
    assert [(s.turn, s.role, s.sidechain) for s in stood] == [
        (1, "user", False),
        (3, "user", False),
        (4, "user", True),
    ]
    glued = found.of("s1", "Mast steps are checked by Odd")
    assert (glued.standings, glued.stitched) == ([], True)
    assert found.sessions == {"s1"}


def test_the_sentence_of_a_quote_is_the_whole_one() -> None:
    found = find([wanted(("checked by Odd", None))], TURNS)
    assert found.of("s1", "checked by Odd").standings[0].sentence == "are checked by Odd."


def test_the_records_are_read_once_and_one_batch_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "_BATCH_CHARACTERS", 100)
    seen: list[int] = []
    real = transcripts._Search.look

    def look(self: transcripts._Search, batch: list[transcripts._Turn]) -> None:
        seen.append(len(batch))
        real(self, batch)

    def once() -> Iterator[Record]:
        yield from talk(*["Nothing of the mast, only of the keel." for _ in range(30)])

    monkeypatch.setattr(transcripts._Search, "look", look)
    find([wanted(("checked in week 14", None))], once())
    assert sum(seen) == 30
    assert max(seen) == 3


def test_a_quote_that_stands_in_every_turn_is_remembered_a_few_times_and_where_it_is_cited() -> None:
    turns = talk(*["All tests pass." for _ in range(100)])
    found = find([wanted(("All tests pass.", 77))], turns).of("s1", "All tests pass.")
    assert len(found.standings) == policy.STANDINGS_KEPT + 1
    assert found.standings[-1].turn == 77


def test_no_candidates_and_no_records_are_no_error() -> None:
    assert find([], TURNS).sessions == {"s1"}
    assert find([wanted(("checked in week", None))], []).sessions == set()
