"""Judging: which members of a component say the same thing. The offline judge, and what any judge's answer must be."""

from collections.abc import Sequence

from memassets.kernel import policy
from memassets.kernel.text import claim
from memassets.merge import vetoes
from memassets.merge.members import Member


class OfflineJudge:
    """Groups by rule alone: equal masked signature or enough words in common, and no veto with any member so far."""

    id = "offline"

    def partition(self, members: Sequence[Member]) -> list[list[int]]:
        """The places of the members in groups, each place once; the oldest of a group first."""
        groups: list[list[int]] = []
        for place, member in enumerate(members):
            home = next((g for g in groups if all(_alike(members[other], member) for other in g)), None)
            if home is None:
                groups.append([place])
            else:
                home.append(place)
        return groups


def _alike(a: Member, b: Member) -> bool:
    near = a.claim.signature == b.claim.signature or claim.jaccard(a.claim, b.claim) >= policy.NEAR_JACCARD
    return near and vetoes.objection(a, b) is None


def wrong_partition(groups: object, count: int) -> str | None:
    """Why an answer is no partition of `count` members, None where it is one: every place once, none beyond."""
    if not isinstance(groups, list) or not all(isinstance(group, list) and group for group in groups):
        return "the answer is no list of groups"
    places = [place for group in groups for place in group]
    if not all(isinstance(place, int) and not isinstance(place, bool) for place in places):
        return "a member is named by something else than its number"
    if sorted(places) != list(range(count)):
        missing = sorted(set(range(count)) - set(places))
        again = sorted({place for place in places if places.count(place) > 1})
        beyond = sorted(set(places) - set(range(count)))
        return f"missing {missing}, named twice {again}, unknown {beyond}"
    return None
