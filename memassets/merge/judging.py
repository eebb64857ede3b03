"""Judging without a model: which members of a component say the same thing, by rule alone."""

from collections.abc import Sequence

from memassets.kernel import policy
from memassets.kernel.ports import Partition
from memassets.kernel.text import claim
from memassets.merge import vetoes
from memassets.merge.members import Member


class OfflineJudge:
    """Groups by rule: equal masked signature or enough words in common, and no veto with any member so far."""

    id = "offline"

    def partition(self, members: Sequence[Member]) -> Partition:
        """The places of the members in groups, each place once; the oldest of a group first."""
        groups: list[list[int]] = []
        for place, member in enumerate(members):
            home = next((g for g in groups if all(_alike(members[other], member) for other in g)), None)
            if home is None:
                groups.append([place])
            else:
                home.append(place)
        return Partition(tuple(map(tuple, groups)))


def _alike(a: Member, b: Member) -> bool:
    near = a.claim.signature == b.claim.signature or claim.jaccard(a.claim, b.claim) >= policy.NEAR_JACCARD
    return near and vetoes.objection(a, b) is None
