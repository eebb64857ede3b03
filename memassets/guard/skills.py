"""skills: the frozen decision and score of every labelled record that quotes a skill."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import orjson
import polars as pl

from memassets.guard.matcher import Thresholds
from memassets.kernel import digests
from memassets.kernel.verdict import Basis

FIXTURE = "guard/skills.json"

Decisions = dict[str, dict[str, Any]]


def decisions(quotes: pl.DataFrame, thresholds: Thresholds) -> Decisions:
    """By record and skill: score (containment, 0..1), and whether it is withheld at the threshold in force."""
    found = {
        f"{row['session']}/{row['turn']} {row['name']}": {
            "score": row["containment"],
            "withheld": row["containment"] >= thresholds.skill_containment and bool(row["spans"]),
        }
        for row in quotes.filter(pl.col("kind") == "skill").iter_rows(named=True)
    }
    return dict(sorted(found.items()))


def drift(now: Mapping[str, Any], frozen: Mapping[str, Any]) -> list[str]:
    """What differs between two tables of decisions, as "session skill"."""
    return sorted(name for name in {*now, *frozen} if now.get(name) != frozen.get(name))


def frozen(content: bytes) -> dict[str, Any]:
    """What `memassets freeze guard` wrote: decisions, basis, seal."""
    found: dict[str, Any] = orjson.loads(content)
    return found


def frozen_basis(frozen: Mapping[str, Any], revision: str | None = None) -> Basis:
    """The basis of the last freeze; it was taken without a vault, so a vault's revision is no change against it."""
    return replace(Basis(**frozen["basis"]), revision=revision)


def is_sealed(frozen: Mapping[str, Any]) -> bool:
    """Whether the file is as the freeze command wrote it."""
    return bool(frozen.get("seal") == _seal(frozen.get("decisions", {}), frozen.get("basis", {})))


def written(decisions: Decisions, basis: Basis) -> bytes:
    """The file's bytes, one line a decision, the same for the same content."""
    taken_on = asdict(basis)
    lines = ",\n".join(f"    {_json(name)}: {_json(entry)}" for name, entry in decisions.items())
    seal = _json(_seal(decisions, taken_on))
    return f'{{\n  "decisions": {{\n{lines}\n  }},\n  "basis": {_json(taken_on)},\n  "seal": {seal}\n}}\n'.encode()


def _seal(decisions: Mapping[str, Any], basis: Mapping[str, Any]) -> str:
    return digests.of_json([decisions, basis])


def _json(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
