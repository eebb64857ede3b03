import orjson
import pytest

from memassets.kernel import policy, verdict
from memassets.kernel.verdict import Basis, Breach, Verdict

BASIS = Basis(
    policy={"MRR_FLOOR": 0.85},
    fixtures={"read/topics.json": "f1"},
    code={"read/topics": {"memassets.read.topics": "c1"}},
    data={"read/topics": "d1"},
    embedder="fake-1024-1",
    settings={"seed": 1},
)
BREACH = Breach("inversion", "family negation", 2, 0, ("p001 content", "p002 content"))


@pytest.mark.parametrize(
    ("breaches", "skipped", "passed"),
    [((), False, True), ((), True, False), ((BREACH,), False, False), ((BREACH,), True, False)],
)
def test_only_what_was_measured_without_a_breach_passes(
    breaches: tuple[Breach, ...], skipped: bool, passed: bool
) -> None:
    assert Verdict("read", 1.0, 0.85, breaches, skipped, BASIS).passed is passed


def test_a_verdict_survives_json_and_cannot_be_talked_into_passing() -> None:
    found = Verdict("read", 0.5, 0.85, (BREACH,), False, BASIS, {"probes": 2})
    value = orjson.loads(orjson.dumps(verdict.to_json(found)))
    assert value["passed"] is False
    value["passed"] = True
    assert verdict.from_json(value) == found
    assert not verdict.from_json(value).passed


@pytest.mark.parametrize(
    ("breach", "sentence"),
    [
        (
            BREACH,
            "family negation: A wrong twin was ranked above the memory it was derived from. Observed 2, limit 0."
            " [p001 content, p002 content]",
        ),
        (Breach("below-floor", "all", 0.5, 0.85), "all: The score is below the floor. Observed 0.5, limit 0.85."),
        (
            Breach("tie", "all", 6, 0, ("a", "b", "c", "d", "e", "f")),
            "all: A wrong twin was ranked level with the memory it was derived from. Observed 6, limit 0."
            " [a, b, c, d, e, ...]",
        ),
    ],
)
def test_a_breach_says_where_what_and_which(breach: Breach, sentence: str) -> None:
    assert breach.sentence == sentence


def test_a_basis_has_one_digest_that_every_part_of_it_moves() -> None:
    others = [
        Basis({"MRR_FLOOR": 0.9}, BASIS.fixtures, BASIS.code, BASIS.data, BASIS.embedder, BASIS.settings),
        Basis(BASIS.policy, {"read/topics.json": "f2"}, BASIS.code, BASIS.data, BASIS.embedder, BASIS.settings),
        Basis(BASIS.policy, BASIS.fixtures, {}, BASIS.data, BASIS.embedder, BASIS.settings),
        Basis(BASIS.policy, BASIS.fixtures, BASIS.code, {}, BASIS.embedder, BASIS.settings),
        Basis(BASIS.policy, BASIS.fixtures, BASIS.code, BASIS.data, "other", BASIS.settings),
        Basis(BASIS.policy, BASIS.fixtures, BASIS.code, BASIS.data, BASIS.embedder, {"seed": 2}),
        Basis(BASIS.policy, BASIS.fixtures, BASIS.code, BASIS.data, BASIS.embedder, BASIS.settings, "r1"),
    ]
    assert len({basis.digest for basis in [BASIS, *others]}) == 8


def test_a_module_is_listed_under_the_first_asset_that_uses_it() -> None:
    found = verdict.code_of({"read/bm25": "memassets.read.bm25", "read/retrieval": "memassets.read.retrieval"})
    assert "memassets.kernel.text.normal" in found["read/bm25"]
    assert "memassets.kernel.text.normal" not in found["read/retrieval"]
    assert "memassets.read.retrieval" in found["read/retrieval"]


def test_a_basis_remembers_the_policy_of_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    assets = {"read/probes": "memassets.read.probes", "read/verdict": "memassets.read.verdict"}
    before = verdict.basis_of(assets, {}, {}, {})
    monkeypatch.setattr(policy, "MRR_FLOOR", 0.5)
    after = verdict.basis_of(assets, {}, {}, {})
    assert (before.policy["MRR_FLOOR"], after.policy["MRR_FLOOR"]) == (0.85, 0.5)
    assert before.policy["GATED_TIERS"] == ["content", "paraphrase"]
    assert before.digest != after.digest
    assert "ACCEPTANCE_FLOOR" not in before.policy  # of another path: it would be blamed for what it cannot do
