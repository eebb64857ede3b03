"""One record and its artifacts: what is withheld, what stays, what is spared."""

import pytest

from memassets.cli.guard import sift_case
from memassets.guard.matcher import Artifact, Index, MatcherMismatchError, Thresholds
from memassets.kernel import policy
from tests.guard.vaults import artifact, kept, lines, record, sifted

RULE = (
    "The kiln has to cool for nine hours before the door is opened, and the damper stays shut until the lamp is green."
    " Retry the ignition 3 times within 30 seconds, then call the fitter and leave the gas valve closed."
)
MANUAL = artifact(RULE)
OWN = "Decision: we open the door on Tuesdays only."


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        (RULE, []),
        (f"As the sheet puts it: {RULE}", []),
        (f"# Cooling\n\n{RULE}", []),
        (f"## From the sheet:\n\n> {RULE}", []),
        (f"<sheet page='4'>\n{RULE}\n</sheet>", []),
        (f"<a><b>{RULE}</b></a>", []),
        (f"```\n{RULE}\n```", []),
        (f"<notes>\n```text\n{RULE}\n```\n</notes>\n{OWN}", [OWN]),
        (f"{RULE}\n\n{OWN}", [OWN]),
        (f"{OWN}\n\n{RULE}", [OWN]),
        (f"{OWN} The sheet says: {RULE}", [OWN]),
        (f"{OWN}\n\n{RULE}\n\n{OWN}", [OWN, OWN]),
        (f"ok. {RULE} see?", []),
        (f"<div> is closed twice, remove one. {RULE}", ["<div> is closed twice, remove one."]),
        (f"{OWN}\n<sheet>{RULE}</other>", [f"{OWN}\n<sheet>"]),
    ],
)
def test_what_stays_around_a_quote(text: str, stays: list[str]) -> None:
    assert kept(text, MANUAL) == stays


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("3 times within 30 seconds", "13 times within 90 seconds"),
        ("Retry the ignition", "Never retry the ignition"),
        ("Retry the ignition", "Do not retry the ignition"),
        ("for nine hours", "for eleven hours"),
        ("stays shut", "does not stay shut"),
    ],
)
def test_a_sentence_that_corrects_the_manual_stays_and_is_flagged(was: str, now: str) -> None:
    text = RULE.replace(was, now)
    assert text != RULE
    corrected = next(sentence for sentence in text.split(". ") if now in sentence).rstrip(".")
    passages = kept(text, MANUAL)
    assert [p.rstrip(".") for p in passages] == [corrected]
    assert sifted(text, MANUAL).matches[0].corrected


def test_a_negation_left_off_is_a_correction_and_a_title_left_off_is_none() -> None:
    rest = "\n".join(lines(6))
    warned = artifact(f"Never open the damper while the lamp above the north door is red.\n{rest}")
    assert kept(f"Open the damper while the lamp above the north door is red.\n{rest}", warned) == [
        "Open the damper while the lamp above the north door is red."
    ]
    titled = artifact(f"Lamp not lit: open the damper while the gauge above the north door is green.\n{rest}")
    assert kept(f"open the damper while the gauge above the north door is green.\n{rest}", titled) == []


def test_a_name_put_in_the_place_of_another_is_a_correction_and_a_lead_in_is_none() -> None:
    rest = "\n".join(lines(6))
    manual = artifact(
        f"--skip-dir=GLOB\n    Skip any folder whose name ends in the pattern that was given by Oda.\n{rest}"
    )
    quote = f"Skip any folder whose name ends in the pattern that was given by Oda.\n{rest}"
    assert kept(f"man says:\n    {quote}", manual) == []
    assert kept(quote.replace("Oda", "Ruben"), manual) == [
        "Skip any folder whose name ends in the pattern that was given by Ruben."
    ]


def test_row_numbers_and_list_numbers_are_no_correction() -> None:
    sentences = [s.strip() for s in "\n".join(lines(10)).split("\n")]
    manual = artifact("\n".join(sentences))
    assert kept("\n".join(f"{n}. {s}" for n, s in enumerate(sentences, 1)), manual) == []
    assert kept("\n".join(f"| {n} | {s} |" for n, s in enumerate(sentences, 31)), manual) == []


def test_an_artifact_of_one_sentence_excludes_only_what_it_makes_up_most_of() -> None:
    short = artifact("Never bridge the door switch with a wire while the fan is running.")
    assert kept("Never bridge the door switch with a wire while the fan is running.", short) == []
    talk = (
        "Ruben wrote on the board that we should never bridge the door switch with a wire while the fan is running but"
        " he himself did it twice last week when the loader stood in the way and nobody from the desk was there"
    )
    assert kept(talk, short) == [talk]


def test_an_artifact_of_a_few_words_never_excludes() -> None:
    tiny = artifact("Keep the lid shut at night.")
    assert kept("Keep the lid shut at night.", tiny) == ["Keep the lid shut at night."]


def test_a_long_result_does_not_reach_the_count_by_chance() -> None:
    section = lines(30)
    manual = artifact("\n".join(section))
    noise = "\n".join(f"entry e{n} took t{n} and left l{n} behind" for n in range(900))
    spread = "\n".join(f"{line}\n{noise[at * 6_000 : (at + 1) * 6_000]}" for at, line in enumerate(section[:4]))
    assert not [m for m in sifted(spread, manual).matches if m.withholds]
    assert sifted(f"{noise}\n{chr(10).join(section[:10])}\n{noise}", manual).withheld


def test_an_artifact_is_the_origin_only_of_what_came_after_it() -> None:
    emitted = artifact(RULE, kind="skill", name="cool", at="2026-02-01T00:00:00Z")
    assert kept(RULE, emitted, at="2026-01-01T00:00:00Z") == [RULE]
    assert kept(RULE, emitted, at="2026-03-01T00:00:00Z") == []
    assert kept(RULE, emitted, at=None) == []
    assert kept(RULE, artifact(RULE), at="1999-01-01T00:00:00Z") == []


def test_a_skill_counts_with_its_front_matter_and_without() -> None:
    body = "\n".join(lines(6))
    skill = artifact(
        f"---\nname: cool\ndescription: {' '.join(lines(3, seed=4))}\n---\n{body}", kind="skill", name="cool"
    )
    assert kept(body, skill) == []
    assert kept(skill.text, skill) == []
    assert kept("\n".join(lines(6)[:3]), skill) != []


def test_adding_references_does_not_move_a_skills_score() -> None:
    skill = artifact("\n".join(lines(6)), kind="skill", name="cool")
    text = "\n".join(lines(6)[:5])
    crowd = [artifact("\n".join(lines(6)[:5]), name=f"manual/{n}") for n in range(policy.STOP_SECTIONS + 5)]
    alone, crowded = sifted(text, skill), sifted(text, skill, *crowd)
    score = [m.containment for m in alone.matches if m.kind == "skill"]
    assert score == [m.containment for m in crowded.matches if m.kind == "skill"]


def test_a_section_of_nothing_but_boilerplate_is_reported() -> None:
    index = Index([artifact("\n".join(lines(2)), name=f"m{n}") for n in range(policy.STOP_SECTIONS + 1)])
    assert len(index.emptied()) == policy.STOP_SECTIONS + 1
    assert Index([artifact("\n".join(lines(2)))]).emptied() == []


def test_shingles_of_another_matcher_are_an_error() -> None:
    old = Artifact("reference", "m", RULE, "0" * 64, None, "xx64-k5-n0")
    with pytest.raises(MatcherMismatchError, match=r"m: .*xx64-k5-n0.*mix64-k5-n1"):
        Index([old])


@pytest.mark.parametrize(
    ("name", "value"),
    [("reference", 3), ("skill_containment", 1.5), ("skill_containment", 0), ("reference_matched", 0)],
)
def test_a_threshold_that_there_is_not_is_named(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=name):
        Thresholds.of({name: value})


def test_an_empty_index_withholds_nothing() -> None:
    assert kept(RULE) == [RULE]
    assert record("x").text == "x"


def case(*said: dict[str, object], manifest: str = RULE) -> dict[str, object]:
    return sift_case(
        {"manifest": [{"artifact_id": "sheet", "kind": "reference", "text": manifest}], "transcript": list(said)}
    )


def test_a_case_says_turn_by_turn_what_became_of_it() -> None:
    found = case(
        {"turn": 1, "role": "user", "text": f"{RULE}\n\n{OWN}"},
        {"turn": 2, "role": "assistant", "text": "Noted, Tuesdays it is."},
    )
    assert found["events"] == 1
    turns = found["turns"]
    assert isinstance(turns, list)
    assert [(t["turn"], t["verdict"], t["excluded"], t["kept_text"]) for t in turns] == [
        (1, "partial", ["sheet"], OWN),
        (2, "kept", [], "Noted, Tuesdays it is."),
    ]


@pytest.mark.parametrize("wrong", [{"role": "nobody", "text": "x"}, {"role": "user"}])
def test_a_case_that_lacks_something_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises((KeyError, ValueError)):
        case(wrong)
