"""Opposites without a negator: words of which a fact can hold only one."""

from memassets.kernel.text import normal

_PAIRS = """
enabled/disabled enable/disable on/off open/closed opens/closes before/after above/below over/under up/down
increase/decrease increases/decreases raise/lower rises/falls grows/shrinks faster/slower earlier/later more/less
most/least first/last start/stop starts/stops begin/end begins/ends allow/deny allows/denies allowed/denied
accept/reject accepts/rejects accepted/rejected permit/forbid permitted/forbidden include/exclude includes/excludes
included/excluded required/optional mandatory/optional public/private internal/external inbound/outbound
incoming/outgoing input/output sync/async synchronous/asynchronous online/offline active/inactive valid/invalid
safe/unsafe visible/hidden present/absent true/false yes/no success/failure succeeds/fails succeeded/failed pass/fail
passes/fails passed/failed like/dislike likes/dislikes likes/hates like/hate love/hate loves/hates prefers/avoids
prefer/avoid use/avoid uses/avoids add/remove adds/removes added/removed create/delete creates/deletes created/deleted
attach/detach connect/disconnect connected/disconnected lock/unlock locked/unlocked mount/unmount encrypt/decrypt
encrypted/unencrypted compress/decompress compressed/uncompressed push/pull upload/download read/write import/export
primary/secondary leader/follower server/client sender/receiver minimum/maximum min/max left/right north/south
east/west hot/cold warm/cool early/late morning/evening day/night weekday/weekend ascending/descending
oldest/newest old/new
short/long shorter/longer small/large high/low higher/lower
upstream/downstream horizontal/vertical temporary/permanent manual/automatic
manually/automatically static/dynamic strict/lenient mutable/immutable shared/exclusive opt-in/opt-out
approve/decline approved/declined hired/fired joined/left won/lost supported/unsupported signed/unsigned
blocking/nonblocking verbose/quiet buy/sell buys/sells send/receive sends/receives sent/received
"""


def _sides() -> dict[str, tuple[tuple[str, int], ...]]:
    sides: dict[str, dict[tuple[str, int], None]] = {}
    for pair in _PAIRS.split():
        one, other = pair.split("/")
        name = f"{normal.stem(one)}/{normal.stem(other)}"
        sides.setdefault(normal.stem(one), {})[name, 0] = None
        sides.setdefault(normal.stem(other), {})[name, 1] = None
    return {stem: tuple(found) for stem, found in sides.items()}


_SIDES = _sides()


def _kinds() -> dict[str, str]:
    """The first word, in the alphabet, of all that stand against one another, directly or through a third."""
    kinds: dict[str, str] = {}
    for pair in _PAIRS.split():
        one, other = map(normal.stem, pair.split("/"))
        held = {kinds.get(one, one), kinds.get(other, other)}
        kinds |= dict.fromkeys([one, other, *(stem for stem, kind in kinds.items() if kind in held)], min(held))
    return kinds


_KINDS = _kinds()


def kind(stem: str) -> str | None:
    """One name for all words that are one another's opposites, None for a stem of no pair."""
    return _KINDS.get(stem)


def opposites(tokens: tuple[str, ...]) -> frozenset[tuple[str, int]]:
    """The sides of opposite pairs that the tokens name, as (pair, 0 or 1); a pair named on both sides says nothing."""
    named = {side for token in tokens for side in _SIDES.get(normal.stem(token), ())}
    return frozenset((pair, side) for pair, side in named if (pair, 1 - side) not in named)
