"""Rewriting: whether a text that a judge wrote may stand for its sources. It may lose nothing and add nothing."""

from collections.abc import Sequence

from memassets.kernel.reasons import Reason
from memassets.kernel.text import claim, identifiers, names
from memassets.kernel.text.claim import Claim


def objection(text: str, sources: Sequence[str]) -> tuple[Reason, list[str]] | None:
    """What a rewritten text loses of its sources, or adds to them, with the tokens; None where it may stand.

    Compared: numbers, proper names, paths and identifiers, and the words that are negated.
    """
    read = [claim.read(source) for source in sources]
    denied = frozenset.union(*(one.negated for one in read))
    if bool(claim.read(text).negated) != bool(denied):
        return "negation-flip", sorted(denied | claim.read(text).negated)
    held = frozenset.union(*(_tokens(one) for one in read))
    kept = _tokens(claim.read(text))
    if held - kept:
        return "lost-token", sorted(held - kept)
    if kept - held:
        return "gained-token", sorted(kept - held)
    return None


def _tokens(found: Claim) -> frozenset[str]:
    named = {name.casefold() for name in names.names(found.text)}
    return found.numbers | named | {token.casefold() for token in identifiers.identifiers(found.text)}
