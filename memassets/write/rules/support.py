"""Grounding, verbatim quotes, derived evidence, distinct quotes: is there evidence at all?"""

from memassets.kernel import policy
from memassets.write.rules.case import Case, Objection
from memassets.write.spans import fragments, session_of


def cites_unknown_session(case: Case) -> Objection | None:
    """A cited session was not read."""
    for evidence in case.candidate.evidence:
        if session_of(evidence.session) not in case.findings.sessions:
            return "unknown-session", f"There is no session {evidence.session!r}."
    return None


def quotes_too_little(case: Case) -> Objection | None:
    """A quote, or a piece of one with an ellipsis, is under the shortest length."""
    for quote in case.quotes:
        for piece in fragments(quote) or (quote,):
            if len(piece) < policy.FRAGMENT_CHARACTERS:
                return "quote-too-short", f"{piece!r} has {len(piece)} characters, under {policy.FRAGMENT_CHARACTERS}."
    return None


def quotes_what_is_not_there(case: Case) -> Objection | None:
    """A quote does not stand in one turn: not at all, over two of them, or in another order."""
    for evidence, finding, places in case.support:
        if places:
            continue
        shown = repr(evidence.quote[:80])
        if finding.standings:
            turn = finding.standings[0].turn
            return "quote-not-in-transcript", f"{shown} stands in turn {turn}, not in turn {evidence.turn}."
        if finding.disordered:
            return "fragments-out-of-order", f"The pieces of {shown} stand in one turn, but not in this order."
        if finding.stitched:
            return "stitched-quote", f"{shown} is put together from two turns."
        return "quote-not-in-transcript", f"{shown} stands in no turn of session {evidence.session!r}."
    return None


def quotes_what_the_system_emitted(case: Case) -> Objection | None:
    """A quote stands only where the guard withheld the text."""
    for evidence, places in zip(case.candidate.evidence, case.places, strict=True):
        if not places:
            return "derived-evidence", f"{evidence.quote[:80]!r} stands only in text that the system had emitted."
    return None


def quotes_too_few(case: Case) -> Objection | None:
    """There are fewer distinct quotes of distinct messages than asked for."""
    if not policy.CLOSE_REPEATED_QUOTES:
        count = len(case.quotes)
    else:
        messages: dict[str, set[str]] = {}
        for quote, places in zip(case.quotes, case.places, strict=True):
            messages.setdefault(quote.casefold().strip(" .,;:!?\"'"), set()).update(place.message for place in places)
        count = _paired(messages)
    if count < case.minimum:
        return "insufficient-distinct-evidence", f"{count} distinct quotes of distinct messages, {case.minimum} needed."
    return None


def _paired(messages: dict[str, set[str]]) -> int:
    """How many quotes can each be given a message of its own (augmenting paths: Kuhn, 1955)."""
    owner: dict[str, str] = {}

    def takes(quote: str, tried: set[str]) -> bool:
        for message in sorted(messages[quote] - tried):
            tried.add(message)
            if message not in owner or takes(owner[message], tried):
                owner[message] = quote
                return True
        return False

    return sum(takes(quote, set()) for quote in messages)
