"""The source may testify: no sub-agents, no programs, no orders from documents, and no secrets."""

import re

from memassets.kernel.text import normal, secrets
from memassets.write.rules.case import Case, Objection

_ORDER = re.compile(
    r"\b(?:remember|memori[sz]e|note|save|store|keep in mind)\b[^.!?]{0,40}\b(?:that|this|the following|rule|as|to)\b"
    r"|\bfrom now on\b|\bin (?:the )?future\b|\b(?:ignore|disregard|forget)\b[^.!?]{0,30}\b(?:instruction|rule|previous"
    r"|prior|above)\w*|\b(?:always|never|must|you should|you shall|make sure|be sure)\b"
    r"|\b(?:system|assistant|agent|ai)s?\b[^.!?]{0,20}\b(?:must|should|shall|has to|have to)\b"
)
_IMPERATIVE = re.compile(
    r"^(?:always|never|please|do not|send|forward|post|upload|email|mail|use|run|execute|call|write|add|delete|remove"
    r"|disable|enable|skip|ignore|trust|share|publish|install|fetch|download|prefer|approve|grant|reply|answer|treat"
    r"|include|append|set|copy|transfer|pay)\b"
    r"|\b(?:must|should|shall|has to|have to|is required to|always|never)\b"
)


def rests_on_a_sidechain(case: Case) -> Objection | None:
    """A quote stands only in a sub-agent's part of the session."""
    for evidence, places in zip(case.candidate.evidence, case.places, strict=True):
        if places and all(place.sidechain for place in places):
            return "sidechain-source", f"{evidence.quote[:80]!r} stands only in turn {places[0].turn}, of a sub-agent."
    return None


def rests_on_a_program(case: Case) -> Objection | None:
    """A quote stands only in a summary, a scheduled message, a reminder, a system prompt."""
    for evidence, places in zip(case.candidate.evidence, case.places, strict=True):
        if places and all(place.sidechain or place.summary or place.origin for place in places):
            written_by = places[0].origin or "compaction"
            return "non-conversational-source", f"{evidence.quote[:80]!r} was written by a program: {written_by}."
    return None


def obeys_a_document(case: Case) -> Objection | None:
    """The claim is an instruction, and nothing but a text that a tool read gives it."""
    orders = _IMPERATIVE.search(normal.plain(normal.fold(case.candidate.claim))) is not None
    if not orders and case.candidate.kind not in ("user_preference", "procedural"):
        return None
    for evidence, places in zip(case.candidate.evidence, case.places, strict=True):
        if places and all(place.role == "tool" and _gives_orders(place.sentence, orders) for place in places):
            return "untrusted-source", f"The instruction {evidence.quote[:80]!r} stands only in what a tool read."
    return None


def _gives_orders(sentence: str, orders: bool) -> bool:
    """Whether a tool's sentence tells its reader what to do; of an order alone, opening with its verb is enough."""
    plain = normal.plain(sentence)
    return _ORDER.search(plain) is not None or (orders and _IMPERATIVE.search(plain) is not None)


def holds_a_secret(case: Case) -> Objection | None:
    """The claim, the title, the body, an entity or a quote holds a secret."""
    given = case.candidate
    fields = {
        "claim": given.claim,
        "title": given.title,
        "body": given.body,
        "entities": " ".join(given.entities),
        "quotes": " ".join(case.quotes),
    }
    for name, text in fields.items():
        if secrets.secrets(text):
            return "secret", f"There is a secret in the {name}; it is not shown here."
    return None
