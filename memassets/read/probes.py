"""probes: which facts are asked for, and how: one query a tier."""

import polars as pl

from memassets.kernel import policy
from memassets.kernel.text import negation, normal, numbers, qualifiers

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


def probes(facts: pl.DataFrame, count: int, synonyms: dict[str, str]) -> pl.DataFrame:
    """Targets, `count` of them or as many as there are, each asked once a tier.

    Columns: probe, tier (content | paraphrase | hard), target, polarity, numeric, query. Taken from active rows in turn
    from the four cells of polarity and number, so that half are negative and half carry a number.
    """
    active = facts.filter(pl.col("status") == "active").with_columns(
        turn=pl.int_range(pl.len()).over("polarity", "numeric")
    )
    targets = active.sort("turn", "polarity", "numeric", maintain_order=True).head(count)
    rows = [
        {
            "probe": f"p{place:03d}",
            "tier": tier,
            "target": fact["id"],
            "polarity": fact["polarity"],
            "numeric": fact["numeric"],
            "query": query,
        }
        for place, fact in enumerate(targets.to_dicts(), start=1)
        for tier, query in (
            ("content", content_query(fact["gist"])),
            ("paraphrase", fact["paraphrase"]),
            ("hard", hard_query(fact["gist"], synonyms)),
        )
    ]
    return pl.DataFrame(rows, schema=SCHEMA)


SCHEMA = {
    "probe": pl.String,
    "tier": pl.String,
    "target": pl.String,
    "polarity": pl.String,
    "numeric": pl.Boolean,
    "query": pl.String,
}


def content_query(gist: str) -> str:
    """The content words of a claim in their order, at most `policy.QUERY_WORDS` of them.

    Negation cues, numbers and qualifiers are always kept: a query that drops them asks for the twin as well.
    """
    words = normal.words(gist)
    kept: list[str] = []
    room = policy.QUERY_WORDS
    for at, word in enumerate(words):
        negates = word in negation.CUES and not negation.is_neutral(words, at)
        if negates or numbers.is_number(word) or word in qualifiers.QUALIFIERS:
            kept.append(word)
        elif word not in normal.STOP_WORDS and room:
            kept.append(word)
            room -= 1
    return " ".join(kept)


def hard_query(gist: str, synonyms: dict[str, str]) -> str:
    """The claim with number words for digits, contractions for "not", and synonyms for common words."""
    text = gist[:1].lower() + gist[1:]
    for verb in ("does", "do", "did", "is", "are", "was", "were", "has", "have", "can", "could", "would", "should"):
        text = text.replace(f" {verb} not ", f" {verb}n't ")
    return " ".join(in_words(word) if word.isdecimal() else synonyms.get(word, word) for word in text.split())


def in_words(digits: str) -> str:
    """A number below 100 in words ("forty-two"); larger ones as they are."""
    value = int(digits)
    if value < 20:
        return _SMALL[value]
    if value < 100:
        return _TENS[value // 10] + (f"-{_SMALL[value % 10]}" if value % 10 else "")
    return digits
