"""The vetoes: symmetric, never of a text and itself, and not one too many."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassets.merge import vetoes
from memassets.merge.members import Member


def stage(one: Member, other: Member) -> str | None:
    found = vetoes.objection(one, other)
    back = vetoes.objection(other, one)
    assert (found and found[:2]) == (back and back[:2])
    return found[0] if found else None


def of(one: str, other: str, bodies: tuple[str, str] = ("", "")) -> str | None:
    return stage(Member("a", one, bodies[0]), Member("b", other, bodies[1]))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Retry 3 times.", "Retry 13 times.", "veto:numeric"),
        ("The lift carries 8 people.", "The lift carries people.", "veto:numeric"),
        ("Keep release 1.2.3.", "Keep release 1.2.30.", "veto:numeric"),
        ("The lift may be used at night.", "The lift may not be used at night.", "veto:negation"),
        ("Can use the lift.", "Can’t use the lift.", "veto:negation"),
        ("Guests avoid the lift.", "Guests take the lift.", "veto:negation"),
        ("Bikes are forbidden in the hall.", "Bikes stand in the hall.", "veto:negation"),
        ("The lift does not stop, and it brakes.", "The lift does not brake, and it stops.", "veto:negation"),
        ("Use the beta lift panel.", "Use the lift panel.", "veto:variant"),
        ("The pump waits 500 ms.", "The pump waits 500 s.", "veto:unit"),
        ("The heater is enabled at night.", "The heater is disabled at night.", "veto:opposite"),
        ("Likes the aisle seat.", "Hates the aisle seat.", "veto:opposite"),
        ("All doors are checked.", "Some doors are checked.", "veto:quantifier"),
        ("The cart goes from the barn to the mill.", "The cart goes from the mill to the barn.", "veto:order"),
        ("Jonna manages Petter.", "Petter manages Jonna.", "veto:order"),
        ("Three of five keys are held.", "Five of three keys are held.", "veto:order"),
        ("The club meets in Ghent.", "The club meets in Bruges.", "veto:name"),
        ("Favourite tea is sencha.", "Favourite tea is assam.", "veto:name"),
        ("Tickets come from San Remo Travel.", "Tickets come from Porto Lines.", "veto:name"),
    ],
)
def test_contradictions_are_kept_apart(one: str, other: str, expected: str) -> None:
    assert of(one, other) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The lift carries 1,000 kg.", "The lift carries 1000 kg."),
        ("Wait thirty minutes.", "Wait 30 minutes."),
        ("Wait 60 seconds.", "Wait one minute."),
        ("The pump waits 500 ms.", "The pump waits half a second."),
        ("The lift isn't used.", "The lift is not used."),
        ("Don’t use the lift.", "Do not use the lift."),
        ("the lift is slow", "The lift is slow."),
        ("Deploy the panel at night.", "Deployment of the panel at night."),
        ("Ports 80, 443 and 22 are open.", "Ports 22, 80 and 443 are open."),
        ("Ports 80 and 443 are open.", "Ports 443 and 80 are open."),
        ("The user prefers green folders.", "Green folders are preferred by the user."),
        ("The repo is private.", "The repository is private."),
        ("Restarts without fail every night.", "Restarts every night."),
        ("The lift is not only slow but loud.", "The lift is slow but loud."),
        ("The big hall is heated.", "The large hall is heated."),
        ("Café menu  is printed weekly", "Cafe\u0301 menu is printed weekly"),
    ],
)
def test_the_same_fact_in_other_words_folds(one: str, other: str) -> None:
    assert of(one, other) is None


@pytest.mark.parametrize(
    ("bodies", "expected"),
    [
        (("Seen on 2026-01-02.", "Seen on 2026-03-09, exit code 4."), None),
        (("With version 1.2.", "With version 1.3."), None),
        (("Draining completes.", "Draining does not complete."), "veto:negation"),
        (("By the usual panel.", "By the legacy panel."), "veto:variant"),
        (("The heater is enabled by the porter.", "The heater is disabled by the porter."), "veto:opposite"),
        (("Told by Jonna over coffee.", "Written on the wall of the hall."), None),
    ],
)
def test_what_a_body_may_differ_in(bodies: tuple[str, str], expected: str | None) -> None:
    assert of("The hall is heated at night.", "The hall is heated at night.", bodies) == expected


def test_scopes_and_types() -> None:
    plain = Member("a", "Use four spaces.")
    assert stage(plain, Member("b", "Use four spaces.", scope="kiln")) == "veto:scope"
    assert stage(plain, Member("b", "Use four spaces.", type="semantic")) is None
    typed = Member("c", "Use four spaces.", type="user_preference")
    assert stage(typed, Member("b", "Use four spaces.", type="semantic")) == "veto:type"


WORDS = st.sampled_from(
    "the lift not never 3 13 ms s enabled disabled all some from to barn mill Ghent Bruges beta fails and , .".split()
)


@given(st.lists(WORDS, max_size=9).map(" ".join), st.lists(WORDS, max_size=9).map(" ".join))
def test_no_veto_depends_on_which_comes_first_or_falls_on_a_text_and_itself(one: str, other: str) -> None:
    for _, _, veto in vetoes.VETOES:
        a, b = Member("a", one, other), Member("b", other, one)
        assert (veto(a, b) is None) == (veto(b, a) is None)
        assert veto(a, Member("c", one, other)) is None
