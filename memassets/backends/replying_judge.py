"""A judge whose answers are replies in JSON: each is validated as a partition, asked for once more, else discarded."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import orjson

from memassets.kernel.ports import Partition

_ATTEMPTS = 2

Ask = Callable[[Sequence[str], str], str]


class ReplyingJudge:
    """A judge by what `ask(texts, complaint)` replies: {"groups": [[0, 2], [1]]}; `complaint` is "" at first."""

    def __init__(self, id: str, ask: Ask) -> None:  # noqa: A002  the port's word
        self._id, self._ask = id, ask

    @property
    def id(self) -> str:
        """Which judge, model and version."""
        return self._id

    def partition(self, members: Sequence[Any]) -> Partition:
        """The validated groups; after two replies that are no partition, every member alone, and why."""
        texts = [member.text for member in members]
        replies: list[str] = []
        complaint = ""
        for _ in range(_ATTEMPTS):
            replies.append(self._ask(texts, complaint))
            groups, complaint = checked(replies[-1], len(texts))
            if not complaint:
                return Partition(groups, tuple(replies))
        return Partition(tuple((at,) for at in range(len(texts))), tuple(replies), complaint)


def replayed(id: str, replies: Iterable[str]) -> ReplyingJudge:  # noqa: A002  the port's word
    """The judge that gave these replies, in the order it gave them; RuntimeError where it is asked for more."""
    left = iter(replies)

    def ask(texts: Sequence[str], complaint: str) -> str:
        reply = next(left, None)
        if reply is None:
            raise RuntimeError("The recorded replies are used up: other memories were judged when they were taken.")
        return reply

    return ReplyingJudge(id, ask)


def checked(reply: str, texts: int) -> tuple[tuple[tuple[int, ...], ...], str]:
    """The groups of a reply and "", or no groups and what is wrong: each position has to stand in one group."""
    try:
        found = orjson.loads(reply)
    except orjson.JSONDecodeError:
        return (), "The reply is not JSON."
    groups = found.get("groups") if isinstance(found, dict) else None
    if not isinstance(groups, list) or not all(isinstance(group, list) and group for group in groups):
        return (), 'The reply has no "groups" that is a list of lists of positions, none of them empty.'
    members = [at for group in groups for at in group]
    if not all(type(at) is int for at in members):
        return (), "A position is not an integer."
    if sorted(members) != list(range(texts)):
        return (), f"Each position from 0 to {texts - 1} has to stand in exactly one group."
    return tuple(tuple(sorted(group)) for group in sorted(groups, key=min)), ""
