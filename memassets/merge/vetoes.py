"""Vetoes: what forbids a fold. Each is symmetric and pure, and never true of a text and itself."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from memassets.kernel import policy
from memassets.kernel.reasons import Reason
from memassets.kernel.text import claim, names, normal, synonyms
from memassets.kernel.text.claim import Claim
from memassets.merge.members import Member, stated

Veto = Callable[[Member, Member], str | None]

_PIECE = re.compile(r"\w+(?:[.]\w+)*|[,;/&]")
_JOINERS = frozenset(", ; / & and or".split())


def other_numbers(a: Member, b: Member) -> str | None:
    """The claims state other numbers. A number in a body is a citation: a date, a ticket, an exit code."""
    one, other = (a.whole, b.whole) if policy.NUMERIC_VETO_READS_BODIES else (a.claim, b.claim)
    if one.numbers == other.numbers:
        return None
    (bare, quantities), (other_bare, other_quantities) = stated(one), stated(other)
    # a quantity that both state is one number however it is written: "500 ms" is "half a second"
    mine = bare | {f"{value} ({unit})" for unit, value in quantities - other_quantities}
    theirs = other_bare | {f"{value} ({unit})" for unit, value in other_quantities - quantities}
    return None if mine == theirs else _against(mine - theirs, theirs - mine)


def other_polarity(a: Member, b: Member) -> str | None:
    """Exactly one of the two carries a polarity marker, in its claim or in all it says; or both deny different things.

    The claims are looked at alone too: a "not" in a body, about something else, must not outweigh theirs.
    """
    for mine, theirs in ((a.claim_markers, b.claim_markers), (a.markers, b.markers)):
        if bool(mine) != bool(theirs):
            return f"only one carries {_listed(mine | theirs)}"
    one, other = a.claim.negated, b.claim.negated
    shared = any(synonyms.same(x, y) for x in one for y in other)
    # of one sentence nothing may be denied on one side alone, whatever else both deny ("a failing job is not retried")
    if one != other and (not shared if one and other else claim.jaccard(a.claim, b.claim) >= policy.NEAR_JACCARD):
        return f"one denies {_listed(one)}, the other {_listed(other)}"
    return None


def other_variant(a: Member, b: Member) -> str | None:
    """The qualifiers of gist and body joined differ."""
    one, other = a.whole.qualifiers, b.whole.qualifiers
    return None if one == other else _against(one - other, other - one)


def other_scope(a: Member, b: Member) -> str | None:
    """They hold in different scopes."""
    return None if a.scope == b.scope else f"{a.scope or 'no scope'} against {b.scope or 'no scope'}"


def other_type(a: Member, b: Member) -> str | None:
    """They are memories of different types, where both say which."""
    return f"{a.type} against {b.type}" if a.type and b.type and a.type != b.type else None


def other_unit(a: Member, b: Member) -> str | None:
    """The same numbers stand in other units."""
    for one, other in _frames(a, b):
        mine, theirs = stated(one)[1], stated(other)[1]
        if one.numbers == other.numbers and mine != theirs and mine and theirs:
            return _against({f"{v} ({d})" for d, v in mine - theirs}, {f"{v} ({d})" for d, v in theirs - mine})
    return None


def opposite(a: Member, b: Member) -> str | None:
    """One names a side of an opposite, the other the other side."""
    for one, other in _frames(a, b):
        clash = {pair for pair, side in one.opposites if (pair, 1 - side) in other.opposites}
        if clash and not _reordered(one, other):
            return _listed(clash)
    return None


def other_quantifier(a: Member, b: Member) -> str | None:
    """Both say how many or how often, and differ."""
    for one, other in _frames(a, b):
        if one.quantifiers and other.quantifiers and one.quantifiers != other.quantifiers:
            return "another quantifier"
    return None


def other_order(a: Member, b: Member) -> str | None:
    """Two words have changed places, and they are not items of one list, nor one text the other's passive."""
    for one, other in _frames(a, b):
        if swapped := _reordered(one, other):
            return f"{swapped[0]} and {swapped[1]} have changed places"
    return None


def other_name(a: Member, b: Member) -> str | None:
    """In an otherwise equal claim one name, or one content word, stands for another that is no synonym of it.

    Bodies are not compared: who said it, and where, is no part of the fact.
    """
    mine, theirs = _only(a.claim, b.claim), _only(b.claim, a.claim)
    alone = len(mine) == len(theirs) == 1 and not synonyms.same(mine[0], theirs[0])
    if alone or (_are_names(mine, a.gist) and _are_names(theirs, b.gist)):
        return _against(mine, theirs)
    return None


# In the order they are asked; each with the stage it stops a pair at and the reason people read.
VETOES: tuple[tuple[str, Reason, Veto], ...] = (
    ("veto:numeric", "number-flip", other_numbers),
    ("veto:negation", "negation-flip", other_polarity),
    ("veto:variant", "qualifier-flip", other_variant),
    ("veto:scope", "scope-flip", other_scope),
    ("veto:type", "type-flip", other_type),
    ("veto:unit", "unit-flip", other_unit),
    ("veto:opposite", "antonym-flip", opposite),
    ("veto:quantifier", "quantifier-flip", other_quantifier),
    ("veto:order", "order-flip", other_order),
    ("veto:name", "entity-flip", other_name),
)
# The reasons of two memories that cannot both be true; a scope or a type apart is no contradiction.
CONFLICTS = frozenset(reason for _, reason, _ in VETOES) - {"scope-flip", "type-flip", "qualifier-flip"}


def objection(a: Member, b: Member) -> tuple[str, Reason, str] | None:
    """The first veto on folding two memories, as (stage, reason, detail); None where there is none."""
    for stage, reason, veto in VETOES:
        if (detail := veto(a, b)) is not None:
            return stage, reason, detail
    return None


def _frames(a: Member, b: Member) -> Iterator[tuple[Claim, Claim]]:
    """What is compared word by word: the gists, and the bodies where these are one sentence but for a word."""
    yield a.claim, b.claim
    if a.body and b.body and a.body != b.body:
        differ = len(a.aside.words ^ b.aside.words)
        if differ <= 2 <= len(a.aside.words & b.aside.words):
            yield a.aside, b.aside


def _only(one: Claim, other: Claim) -> list[str]:
    """The content words that one has and the other has not, each as often; none where the frames have nothing else."""
    left = list(one.content)
    for word in other.content:
        if word in left:
            left.remove(word)
    return left if len(left) < len(one.content) or len(one.content) == 1 else []


def _are_names(words: Sequence[str], text: str) -> bool:
    """Whether these stems, a few, are all proper names of the text, or words of one."""
    if not 0 < len(words) <= policy.NAME_WORDS:
        return False
    known = {normal.stem(part) for name in names.names(text) for part in normal.words(name)}
    return all(word in known for word in words)


def _reordered(one: Claim, other: Claim) -> tuple[str, str] | None:
    """The two content words that have changed places between texts that are equal otherwise."""
    if one.bag != other.bag or one.content == other.content or ("by" in one.tokens) != ("by" in other.tokens):
        return None
    moved = [at for at, (x, y) in enumerate(zip(one.content, other.content, strict=True)) if x != y]
    if len(moved) != 2:
        return None
    x, y = (one.content[at] for at in moved)
    return None if _is_list(one.text, x, y) else (x, y)


def _is_list(text: str, x: str, y: str) -> bool:
    """Whether all that stands between two words of a text are items joined by commas, "and" or "or"."""
    pieces = [(piece, normal.stem(piece)) for piece in _PIECE.findall(normal.plain(text))]
    stems = [stem for _, stem in pieces]
    if x not in stems or y not in stems:
        return False
    between = pieces[stems.index(x) + 1 : stems.index(y)]
    return bool(between) and all((piece in _JOINERS) == (at % 2 == 0) for at, (piece, _) in enumerate(_joined(between)))


def _joined(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pieces with ", and" as one joiner."""
    return [p for at, p in enumerate(pieces) if not (p[0] in _JOINERS and at and pieces[at - 1][0] in _JOINERS)]


def _listed(words: Iterable[str]) -> str:
    return ", ".join(sorted(words)) or "nothing"


def _against(one: Iterable[str], other: Iterable[str]) -> str:
    return f"{_listed(one)} against {_listed(other)}"
