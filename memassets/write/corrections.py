"""Corrections: what the user took back later in the same session."""

import re

from memassets.formats.rows import Record
from memassets.kernel import policy
from memassets.kernel.text import claim
from memassets.write.spans import sentences

_OPENS = re.compile(
    r"(?:^|[.!?;]\s+)(?:(?:oh|ah|hm+|ok|okay|well|sorry)[,.]?\s+)?"
    r"(?:no|nope|actually|correction|sorry|wait|scratch that|instead|rather|on second thought|i meant|i was wrong"
    r"|change (?:it|that|the)|make (?:it|that|the)|it(?: i|')s now)\b",
    re.IGNORECASE,
)
# Words of the correcting, not of what is corrected.
_CARRIERS = frozenset(
    claim.read(
        "actually sorry wait correction scratch instead rather change make set put use want need keep now new old let"
        " take second thought meant wrong then to from only"
    ).content
)


class Corrections:
    """The sentences that correct something, by session and by the words they are about."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, list[tuple[int, int, claim.Claim]]]] = {}
        self._counts: dict[str, int] = {}

    def note(self, record: Record, order: int, text: str) -> None:
        """Remember what a record of the user's own words corrects; `text` is its folded text."""
        if record.role != "user" or record.sidechain or record.summary or record.origin or not _OPENS.search(text):
            return
        corrects = False  # a turn that opens with "no" goes on to say what is right
        for sentence in sentences(text):
            corrects = corrects or _OPENS.search(sentence) is not None
            said = claim.read(sentence)
            if not corrects or not (said.numbers or said.opposites):
                continue
            if self._counts.get(record.session, 0) >= policy.CORRECTIONS_KEPT:
                return
            self._counts[record.session] = self._counts.get(record.session, 0) + 1
            index = self._found.setdefault(record.session, {})
            for word in _topic(said):
                index.setdefault(word, []).append((order, record.turn, said))

    def turn_against(self, session: str, order: int, claimed: str, sentence: str) -> int | None:
        """The turn after `order` that says a claim otherwise, None where none does.

        It must be about nothing but what the claim and its sentence are about, and give another number or the
        opposite word.
        """
        said, about = claim.read(claimed), _topic(claim.read(f"{claimed} {sentence}"))
        index = self._found.get(session, {})
        for word in sorted(_topic(said) & index.keys()):
            for later, turn, correction in index[word]:
                if later > order and _topic(correction) <= about and _differs(said, correction):
                    return turn
        return None


def _topic(said: claim.Claim) -> frozenset[str]:
    sides = {side for pair, _ in said.opposites for side in pair.split("/")}
    return frozenset(w for w in said.content if w not in said.numbers and w not in _CARRIERS and w not in sides)


def _differs(said: claim.Claim, correction: claim.Claim) -> bool:
    numbers = bool(said.numbers) and bool(correction.numbers) and not said.numbers & correction.numbers
    return numbers or any((pair, 1 - side) in correction.opposites for pair, side in said.opposites)
