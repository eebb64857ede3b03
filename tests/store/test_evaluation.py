"""The read gate's question asked of real folders of memories."""

from pathlib import Path

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel import fixtures, policy
from memassets.kernel.draw import Draw
from memassets.kernel.verdict import Verdict
from memassets.store import evaluation
from tests.store.vaults import memory, vault

THINGS = "kiln lid shelf glaze wheel apron bucket sieve wedge stamp".split()
ACTS = "cools dries rests hardens settles warms clears drains softens fades".split()
PLACES = "shed loft yard cellar porch attic barn stall cabin tower".split()


def asked(root: Path, probes: int = policy.READ_PROBES) -> Verdict:
    settings = {"seed": 1, "asked": probes, "floor": policy.MRR_FLOOR}
    return evaluation.evaluate(root, **settings, embedder=FakeEmbedder(), mode="fake")  # type: ignore[arg-type]


def generated(count: int, planted: int) -> dict[str, str]:
    """Memories that differ in two words or a number, and as many contradictions as asked for."""
    draw = Draw(5)
    files = {}
    for place in range(count):
        thing, act, where = (words[place // 10**power % 10] for power, words in enumerate((THINGS, ACTS, PLACES)))
        other = draw.choice(PLACES)
        gist = f"The {thing} {act} in the {where} behind the {other} {place // 1000 + 2} times before it is used again."
        files[f"{place % 7}/{place:05}.md"] = memory(gist)
    for place in range(planted):
        name = f"{place % 7}/{place:05}.md"
        files[f"again/{place:05}.md"] = files[name].replace(" times", "0 times")
    return files


def test_a_folder_of_five_hundred_gives_a_verdict_and_the_contradictions_in_it(tmp_path: Path) -> None:
    found = asked(vault(tmp_path, generated(480, 20)))
    held = {frozenset((pair["one"], pair["other"])) for pair in found.measured["contradictions"]}
    planted = {frozenset((f"{place % 7}/{place:05}.md", f"again/{place:05}.md")) for place in range(20)}
    assert planted <= held
    assert found.measured["memories"] == 500
    assert found.measured["probes"] > 0


def test_the_sample_vault_is_green() -> None:
    found = asked(fixtures.root() / "vault")
    assert found.passed
    assert found.score == 1.0


def test_nothing_to_ask_of_is_red(tmp_path: Path) -> None:
    assert [b.code for b in asked(tmp_path).breaches] == ["empty-store"]
    root = vault(tmp_path, {"a.md": memory("The kiln is hot.", status="archived")})
    assert [b.code for b in asked(root).breaches] == ["empty-store"]


def test_one_memory_alone_gets_a_verdict(tmp_path: Path) -> None:
    found = asked(vault(tmp_path, {"a.md": memory("The kiln of the north shed does not reach 1240 degrees.")}))
    assert found.passed, found.breaches


def test_a_damaged_file_is_named_and_red(tmp_path: Path) -> None:
    root = vault(tmp_path, {"a.md": memory("The kiln of the north shed does not reach 1240 degrees.")})
    (root / "memories/bad.md").write_bytes(b"caf\xe9\n")
    damaged = [b for b in asked(root).breaches if b.code == "damaged-file"]
    assert len(damaged) == 1
    assert "bad.md" in damaged[0].where
