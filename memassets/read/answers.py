"""answers: what one query is answered with, from memories as a caller hands them in."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from memassets.kernel.ports import Embedder
from memassets.kernel.text import claim, normal
from memassets.kernel.text.claim import Claim
from memassets.read.retrieval import Index

_EVERYONES = frozenset(("", "general", "global", "shared"))  # scopes that hold for every caller
_ASKS_WHETHER = frozenset("do does did is are was were has have had can could will would should may must".split())
_ENDED = frozenset(map(normal.stem, "stop quit cease avoid".split()))  # deny what their clause says, without a cue


@dataclass(frozen=True, slots=True)
class Row:
    """One memory as a caller hands it in; `created` is UTC, RFC 3339, or nothing."""

    id: str
    gist: str
    body: str = ""
    status: str = "active"
    scope: str = ""
    created: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query is answered with: (id, rank, fused score) best first, the ids kept out, whether to abstain.

    `copies` are the ids that a ranked one stands for, `conflicts` the pairs of which only one can be so today, the
    older first where the times are known.
    """

    ranking: tuple[tuple[str, int, float], ...]
    excluded: tuple[str, ...]
    abstain: bool
    copies: dict[str, tuple[str, ...]] = field(default_factory=dict)
    conflicts: tuple[tuple[str, str], ...] = ()


def answer(
    query: str, memories: Sequence[Row], embedder: Embedder, *, scope: str | None = None, count: int | None = None
) -> Answer:
    """The active memories in the order in which they answer the query, each text once.

    With a caller's `scope`, memories of another are kept out, what they superseded included. With a `count` of results
    the list is filled up to it: what holds nothing of the query follows last, tied, at a score of 0. Asked whether
    something is so, of two that conflict the newer comes first where both times are known. Abstains where no memory
    shares a content word with the query: whatever comes first then, comes first by accident.
    """
    seen = [m for m in memories if m.status == "active" and (scope is None or m.scope in {scope, *_EVERYONES})]
    copies = _copies(seen)
    rows = [held[0] for held in copies]
    index = Index([m.gist for m in rows], [m.body for m in rows], embedder)
    (found,) = index.ask([query])
    listed = [int(at) for at in found.order]
    conflicts = _conflicts(query, [rows[at] for at in listed])
    ranks = {rows[at].id: int(found.rank[at]) for at in listed}
    created = {row.id: row.created for row in rows}
    dated = [pair for pair in conflicts if len({created[name] for name in pair} - {None}) == 2]
    ordered = _newest_first([rows[at].id for at in listed], ranks, dated)
    scores = {rows[at].id: float(found.score[at]) for at in listed}
    ranking = [(name, rank, scores[name]) for name, rank in ordered]
    if count is not None:
        rest = [row.id for row in rows if row.id not in scores]
        ranking = [*ranking, *((name, len(ranking) + 1, 0.0) for name in rest)][:count]
    asked = set(claim.read(query).content)
    ids = {row.id for row in seen}
    return Answer(
        ranking=tuple(ranking),
        excluded=tuple(memory.id for memory in memories if memory.id not in ids),
        abstain=not listed or not any(asked & set(claim.read(f"{m.gist}\n{m.body}").content) for m in rows),
        copies={held[0].id: tuple(m.id for m in held[1:]) for held in copies if len(held) > 1},
        conflicts=tuple(conflicts),
    )


def _copies(memories: Sequence[Row]) -> list[list[Row]]:
    """The memories by text, however it is cased, spaced or ended; the newest of each first."""
    by_text: dict[tuple[str, ...], list[Row]] = {}
    for memory in memories:
        text = tuple(normal.fold(part).casefold().rstrip(".! ") for part in (memory.gist, memory.body))
        by_text.setdefault(text, []).append(memory)
    return [sorted(held, key=lambda m: m.created or "", reverse=True) for held in by_text.values()]


def _conflicts(query: str, rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The pairs of which one states what the other denies of what is asked, for a query that asks whether it is so."""
    opening = normal.words(query)[:1]
    if not _ASKS_WHETHER.issuperset(opening):
        return []
    asked = claim.read(query)
    claims = [claim.read(row.gist) for row in rows]
    return [
        (rows[one].id, rows[other].id)
        if (rows[one].created or "") <= (rows[other].created or "")
        else (rows[other].id, rows[one].id)
        for one, other in combinations(range(len(rows)), 2)
        if _against(asked, claims[one], claims[other])
    ]


def _against(asked: Claim, one: Claim, other: Claim) -> bool:
    """Whether two claims hold the same of the words asked for, and differ in one that is denied, or in an opposite."""
    if one.qualifiers != other.qualifiers or one.numbers & asked.numbers != other.numbers & asked.numbers:
        return False
    turned = {(pair, side) for pair, side in one.opposites if (pair, 1 - side) in other.opposites}
    sides = {word for pair, _ in turned for word in pair.split("/")}
    shared = (one.words & asked.words) - sides
    if not shared or shared != (other.words & asked.words) - sides:
        return False
    if sides & asked.words:
        return True
    return len(shared) > 1 and bool(shared & _denied(one)) != bool(shared & _denied(other))


def _denied(found: Claim) -> frozenset[str]:
    """The words that a claim denies, by a cue or by a verb that ends what its clause says."""
    ended = frozenset(
        stem
        for clause in normal.clauses(found.text)
        if _ENDED & (stems := set(map(normal.stem, clause)))
        for stem in stems
    )
    return found.negated | ended


def _newest_first(
    ids: Sequence[str], ranks: dict[str, int], conflicts: Sequence[tuple[str, str]]
) -> list[tuple[str, int]]:
    """The ids with their ranks, the newer of two that conflict moved up to the older's place where it is behind."""
    order = list(ids)
    for older, newer in conflicts:
        if order.index(newer) > order.index(older):
            order.remove(newer)
            order.insert(order.index(older), newer)
    apart = {frozenset(pair) for pair in conflicts}
    ranked: list[tuple[str, int]] = []
    for place, name in enumerate(order, start=1):
        before = ranked[-1] if ranked else None
        tied = before and ranks[before[0]] == ranks[name] and frozenset((before[0], name)) not in apart
        ranked.append((name, before[1] if before and tied else place))
    return ranked
