"""Verdict: the one shape a gate's answer may have, and the basis it was measured on."""

from dataclasses import asdict, dataclass, field
from typing import Any

from memassets.kernel import digests, policy, reasons
from memassets.kernel.reasons import Reason


@dataclass(frozen=True, slots=True)
class Breach:
    """One thing that keeps a gate from passing."""

    code: Reason
    where: str  # what it was measured over: "all", "family negation", "probe p07 content"
    observed: float | str
    limit: float | str
    subjects: tuple[str, ...] = ()  # ids to look at first

    @property
    def sentence(self) -> str:
        """What a person reads: where, what was observed against which limit, and which ids."""
        seen = f" [{', '.join(self.subjects[:5])}{', ...' if len(self.subjects) > 5 else ''}]" if self.subjects else ""
        return f"{self.where}: {reasons.SENTENCES[self.code]} Observed {self.observed}, limit {self.limit}.{seen}"


@dataclass(frozen=True, slots=True)
class Basis:
    """What a verdict was measured on: two verdicts with one basis must agree."""

    policy: dict[str, Any]  # constant -> value, of those that the code mentions
    fixtures: dict[str, str]  # file under fixtures/ -> digest
    code: dict[str, dict[str, str]]  # asset -> module -> digest, each module under the first asset that uses it
    data: dict[str, str]  # asset -> digest of its table, in the order of the path
    embedder: str
    settings: dict[str, Any]  # what was asked of the run: seed, size, probes, floor
    revision: str | None = None  # of a real store

    @property
    def digest(self) -> str:
        """One digest for the whole."""
        return digests.of_json(asdict(self))


def code_of(assets: dict[str, str]) -> dict[str, dict[str, str]]:
    """The module digests behind each asset of a path, given as asset -> module in upstream order.

    A module is listed once, under the first asset that uses it: that is where a change enters the path.
    """
    seen: set[str] = set()
    found: dict[str, dict[str, str]] = {}
    for asset, module in assets.items():
        found[asset] = {name: digest for name, digest in digests.of_code(module).items() if name not in seen}
        seen.update(found[asset])
    return found


def basis_of(
    assets: dict[str, str],
    data: dict[str, str],
    fixtures: dict[str, str],
    settings: dict[str, Any],
    embedder: str = "",
    revision: str | None = None,
) -> Basis:
    """The basis of a verdict measured now, under today's policy and code.

    The constants are those that the code mentions, and those that the assets of the path hand to it, such as floors.
    """
    code = code_of(assets)
    handed = {f"{module.rpartition('.')[0]}.assets" for module in assets.values()}
    turned_on = digests.constants_of({*handed, *(module for modules in code.values() for module in modules)})
    return Basis(policy.snapshot(turned_on), fixtures, code, data, embedder, settings, revision)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A gate's answer. Nothing else may call itself a pass."""

    gate: str
    score: float
    floor: float
    breaches: tuple[Breach, ...]
    skipped: bool
    basis: Basis
    measured: dict[str, Any] = field(default_factory=dict)  # the gate's report fields, JSON values

    @property
    def passed(self) -> bool:
        """Measured, and nothing breached."""
        return not self.skipped and not self.breaches


def to_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON values; `passed` is written for people and ignored on reading."""
    return {**asdict(verdict), "passed": verdict.passed}


def from_json(value: dict[str, Any]) -> Verdict:
    """The verdict that `to_json` wrote."""
    return Verdict(
        gate=value["gate"],
        score=value["score"],
        floor=value["floor"],
        breaches=tuple(Breach(**{**b, "subjects": tuple(b["subjects"])}) for b in value["breaches"]),
        skipped=value["skipped"],
        basis=Basis(**value["basis"]),
        measured=value["measured"],
    )
