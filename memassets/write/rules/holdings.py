"""The store's own refusals: kind, claim, body, title, path, and what it holds or was told to forget."""

import unicodedata

from memassets.kernel import policy
from memassets.kernel.text import normal, tombstones
from memassets.write.proposals import Candidate
from memassets.write.rules.case import Case, Holdings, Objection, words_of

_SLUG_CHARACTERS = 60


def has_a_reserved_kind(case: Case) -> Objection | None:
    """The kind is not one of those a candidate may write."""
    kind = case.candidate.kind
    if kind in policy.CANDIDATE_KINDS:
        return None
    whose = "only the store's own curation writes it" if kind in policy.RESERVED_KINDS else "there is no such kind"
    return "kind-not-writable", f"Kind {kind[:40]!r}: {whose}."


def claims_nothing(case: Case) -> Objection | None:
    """The claim holds no word."""
    return None if words_of(case.candidate.claim) else ("empty-claim", "The claim holds no word.")


def has_a_blank_body(case: Case) -> Objection | None:
    """The body holds no word."""
    return None if words_of(case.candidate.body) else ("empty-body", "The body holds no word.")


def has_no_title(case: Case) -> Objection | None:
    """The title slugs to nothing."""
    name = case.candidate.name
    return None if slug(name) else ("untitled", f"Nothing of the title {name[:40]!r} can name a file.")


def was_forgotten(case: Case) -> Objection | None:
    """The claim or the body states what the store was told to forget."""
    for text in (case.candidate.claim, case.candidate.body):
        if tombstones.stated(text, case.holdings.tombstones):
            return "tombstoned", f"It states what was forgotten: {text[:80]!r}."
    return None


def is_held(case: Case) -> Objection | None:
    """The store holds the claim word for word."""
    if words_of(case.candidate.claim) in case.holdings.claims:
        return "duplicate", f"The store holds it already: {case.candidate.claim[:80]!r}."
    return None


def finds_no_path(case: Case) -> Objection | None:
    """The title's path and its numbered variants are all taken."""
    if free_path(case.candidate, case.holdings) is None:
        return "no-free-path", f"{policy.PATH_VARIANTS} memories are named {slug(case.candidate.name)!r} already."
    return None


def slug(title: str) -> str:
    """A title as a file's name: letters and digits of any script, in lower case, joined with dashes."""
    plain = unicodedata.normalize("NFC", normal.fold(title).casefold()).replace("'", "")
    return "-".join("".join(c if c.isalnum() else " " for c in plain).split())[:_SLUG_CHARACTERS].strip("-")


def free_path(candidate: Candidate, holdings: Holdings) -> str | None:
    """The first path for a candidate that is not taken, None where none is left."""
    name = slug(candidate.name)
    for number in range(1, policy.PATH_VARIANTS + 1):
        path = f"{candidate.kind}/{name}{'' if number == 1 else f'-{number}'}.md"
        if path.casefold() not in holdings.paths:
            return path
    return None
