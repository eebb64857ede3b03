"""The rate of the fold path: `python -m bench.merge [PAIRS]`; processor time for half the pairs and for all.

The pairs are drawn from seeded claims of the read corpus and their flips: near-duplicates, which is what a judge
proposes and what makes every veto look.
"""

import sys
import time
from collections.abc import Iterator

from memassets.kernel import fixtures, policy
from memassets.kernel.draw import Draw
from memassets.merge import folding
from memassets.merge.members import Member
from memassets.merge.pairs import Pair
from memassets.read import facts, flips, topics

PAIRS = 1_000_000
_CLAIMS = 4000


def groups() -> list[tuple[Member, ...]]:
    """Seeded claims, each with its wording in other case, its flips, and itself with another body."""
    content = fixtures.content(topics.FIXTURE)
    found = []
    for row in facts.facts(topics.topics(content), topics.words(content), 1, _CLAIMS).iter_rows(named=True):
        gist, body = row["gist"], row["body"]
        wordings = (gist, gist.lower(), flips.negation(gist), flips.numeric(gist) or f"{gist} twice", f"{gist}.")
        found.append(tuple(Member(f"{row['id']}-{at}", text, body) for at, text in enumerate(wordings)))
    return found


def proposed(members: list[tuple[Member, ...]], pairs: int) -> Iterator[Pair]:
    """As many pairs, each of two wordings of one claim, or of two claims."""
    draw = Draw(1)
    for at in range(pairs):
        keeper, *others = members[at % len(members)]
        place = draw.below(len(others) + 1)
        yield Pair(keeper, others[place] if place < len(others) else draw.choice(members)[0])


def measured(members: list[tuple[Member, ...]], pairs: int) -> tuple[float, folding.Folding]:
    """Processor seconds of deciding that many pairs, and how they ended."""
    start = time.process_time()
    found = folding.fold(proposed(members, pairs))
    return time.process_time() - start, found


def main() -> None:
    """Print one line a size."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    policy.FOLD_CAP = most  # the cap would end the work after a hundred folds
    members = groups()
    measured(members, 10 * len(members))  # a claim is read once, and then compared with many
    for pairs in (most // 2, most):
        seconds, found = measured(members, pairs)
        print(
            f"{pairs:>9} pairs  {seconds:6.1f} s  {1e6 * seconds / pairs:5.1f} us a pair"
            f"  {found.merged} merged, {found.vetoed} vetoed, {found.role_guarded} role-guarded"
        )


if __name__ == "__main__":
    main()
