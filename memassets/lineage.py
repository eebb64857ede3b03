"""Which upstream change separates this verdict from the last green one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from memassets.kernel.verdict import Basis

Kind = Literal["policy", "setting", "fixture", "code", "embedder", "configuration", "revision"]


@dataclass(frozen=True, slots=True)
class Change:
    """One change that entered the path since the last green verdict."""

    kind: Kind
    asset: str  # where it enters the path; "" for what reaches every asset
    what: str  # constant, setting, file, module, or embedder
    was: str
    now: str
    run: str | None = None  # the run that brought it, where the instance's history tells

    @property
    def sentence(self) -> str:
        """What a person reads."""
        where = f" (enters at {self.asset})" if self.asset else ""
        run = f", brought by run {self.run}" if self.run else ""
        if self.kind in ("fixture", "code"):
            change = "is gone" if not self.now else "is new" if not self.was else "changed"
            return f"{self.kind} {self.what} {change}{where}{run}"
        if self.kind == "configuration":
            return f"{self.what}{where}{run}"
        return f"{self.kind} {self.what}: {self.was} -> {self.now}{where}{run}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The changes since a green verdict, and which verdict that was."""

    changes: list[Change]
    against: str


def since_green(now: Basis, remembered: tuple[Basis, str] | None, frozen: Basis | None) -> Comparison:
    """What changed since the last green verdict: the one an instance remembers, else the one of the last freeze."""
    if remembered is not None:
        basis, run = remembered
        return Comparison(changes(basis, now), f"the last green verdict, of run {run}")
    if frozen is None:
        return Comparison([], "nothing, as there is no frozen baseline")
    return Comparison(changes(frozen, now), "the frozen baseline")


def changes(green: Basis, now: Basis) -> list[Change]:
    """What differs between two bases, upstream-most first: what reaches every asset, then asset by asset.

    A table that changed while its inputs, its code, the settings and the embedder did not is a configuration change;
    one whose upstream changed is a consequence and not named.
    """
    # a constant that the code only now mentions, or no longer does, is a change of the code
    turned_on = {name: value for name, value in now.policy.items() if name in green.policy}
    found: list[Change] = [
        *_differing("policy", "", {name: green.policy[name] for name in turned_on}, turned_on),
        *_differing("setting", "", green.settings, now.settings),
    ]
    if green.revision != now.revision:
        found.append(Change("revision", "", "the store", str(green.revision), str(now.revision)))
    fixtures = _differing("fixture", "", green.fixtures, now.fixtures)
    assets = list(dict.fromkeys([*now.code, *green.code]))
    if assets:
        fixtures = [replace(change, asset=assets[0]) for change in fixtures]
    found += fixtures
    moved = _moved(green, now)
    for asset in assets:
        found += [change for change in moved if change.asset == asset]
        if asset == _embedding_asset(now) and green.embedder != now.embedder:
            found.append(Change("embedder", asset, "embedder", green.embedder, now.embedder))
        if not found and green.data.get(asset) != now.data.get(asset):
            found.append(Change("configuration", asset, "same inputs, same code, new data", "", ""))
    return found


def _moved(green: Basis, now: Basis) -> list[Change]:
    """Modules that changed, under the asset they enter at now; a module that only moved to another asset did not."""
    before = {module: digest for modules in green.code.values() for module, digest in modules.items()}
    after = {module: (asset, digest) for asset, modules in now.code.items() for module, digest in modules.items()}
    found = [
        Change("code", asset, module, before.get(module, ""), digest)
        for module, (asset, digest) in after.items()
        if before.get(module, "") != digest
    ]
    gone = [
        Change("code", asset, module, digest, "")
        for asset, modules in green.code.items()
        for module, digest in modules.items()
        if module not in after
    ]
    return sorted(found + gone, key=lambda change: _specificity(change.what))


def _specificity(module: str) -> tuple[int, str]:
    """Kernel modules first: what an asset's own module imports is upstream of it."""
    return (0 if module.startswith("memassets.kernel") else 1, module)


def _embedding_asset(basis: Basis) -> str:
    return next((asset for asset in basis.code if asset.endswith("/rankings")), "")


def _differing(kind: Kind, asset: str, was: Mapping[str, Any], now: Mapping[str, Any]) -> list[Change]:
    return [
        Change(kind, asset, name, str(was.get(name, "")), str(now.get(name, "")))
        for name in sorted({*was, *now})
        if was.get(name) != now.get(name)
    ]
