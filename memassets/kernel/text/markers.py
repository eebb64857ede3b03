"""Polarity markers: the words by which a text says that something is not so, cues and verdicts alike."""

from memassets.kernel.text import negation, normal

# Beyond the negation cues: what a thing is called that must not be, or did not come about.
_WORDS = frozenset(
    normal.stem(word)
    for word in (
        "avoid disallow disallowed forbidden forbid forbids unsafe invalid false fail fails failed deny denied reject"
        " rejected prohibit prohibited"
    ).split()
)


def markers(text: str) -> frozenset[str]:
    """The markers of a text, contractions expanded; emphases and bounds ("not only", "without fail") are none."""
    found: set[str] = set()
    for clause in normal.clauses(text):
        for at, token in enumerate(clause):
            if token in negation.CUES:
                if not negation.is_neutral(clause, at):
                    found.add(token)
            elif normal.stem(token) in _WORDS and clause[max(0, at - 1) : at] != ("without",):
                found.add(normal.stem(token))
    return frozenset(found)
