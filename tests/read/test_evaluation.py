import os
import subprocess
import sys

import pytest

from tests.read.gate import codes, evaluated


@pytest.mark.parametrize("seed", range(1, 21))
def test_every_seed_is_green(seed: int) -> None:
    found = evaluated(seed=seed).verdict
    measured = found.measured
    assert codes(found) == set()
    assert (measured["probes"], measured["discriminated"], measured["ties"], measured["mrr"]) == (36, 36, 0, 1.0)
    assert measured["inversions"] == []
    families = {name: group["probes"] for name, group in measured["families"].items()}
    assert {name: families[name] for name in ("name", "negation", "numeric", "order", "qualifier")} == {
        "name": 36,
        "negation": 36,
        "numeric": 18,
        "order": 12,
        "qualifier": 36,
    }
    assert (families["opposite"] >= 8, families["quantifier"], families["unit"] >= 2) == (True, 8, True)
    assert {name: group["probes"] for name, group in measured["polarities"].items()} == {
        "affirmative": 18,
        "negative": 18,
    }


def test_twenty_thousand_rows_hold_no_inversion() -> None:
    found = evaluated(size=20_000).verdict
    assert codes(found) == set()
    assert (found.measured["probes"], found.measured["inversions"], found.measured["ties"]) == (36, [], 0)


def discriminated(hash_seed: str) -> bytes:
    ran = subprocess.run(
        [sys.executable, "-c", "from memassets.cli import main; main()", "eval", "discriminate", "--dense"],
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "HOME": "/nowhere",
            "DAGSTER_HOME": "/nowhere",
            "MEMASSETS_VAULT": "/nowhere",
        },
        capture_output=True,
        check=True,
    )
    return ran.stdout


def test_two_processes_print_the_same_bytes() -> None:
    assert discriminated("1") == discriminated("2") != b""
