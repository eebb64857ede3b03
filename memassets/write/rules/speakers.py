"""Who speaks, and of whom: a sentence about the user rests on the user's words about themselves."""

import re
from collections.abc import Iterable

from memassets.kernel.text import normal
from memassets.write.rules.case import Case, Objection
from memassets.write.transcripts import Standing

_USER = re.compile(r"^(?:the )?(?:user|human|customer)\b(?P<owns>'s)?|\bthe user\b(?P<owns_too>'s)?")
_AGREES = re.compile(
    r"^(?:yes|yeah|yep|yup|right|correct|exactly|agreed|sure|ok|okay|fine|indeed|absolutely|definitely|please do|do it"
    r"|do that|go ahead|sounds good|perfect|great|that is right|let us do)\b"
)
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|we|us|myself|ourselves)\b")
_IMPERSONAL = frozenset("user want prefer like ask need use decid wish hav mak choos said say ha".split())
_OTHERS = re.compile(
    r"\b(?:friend|colleague|coworker|co-worker|boss|manager|brother|sister|mother|father|mum|mom|dad|wife|husband"
    r"|partner|son|daughter|neighbou?r|teammate|flatmate|roommate|cousin|uncle|aunt|client|lead|intern|apprentice"
    r"|girlfriend|boyfriend|parents?|kids?|child|children)s?\b"
)
_THIRD_PERSON = re.compile(r"\b(?:he|she|his|her|hers|him|they|their|them)\b")
_REPORTED = re.compile(r"\b(?P<who>[A-Z][\w-]+) (?:said|says|told|thinks|mentioned|wrote|claims|prefers|likes|hates)\b")


def _about_user(case: Case) -> str:
    """What the claim is about: "person" for the user, "thing" for something they have, "" for neither."""
    found = _USER.search(normal.fold(case.candidate.claim).casefold())
    if found:
        return "thing" if found["owns"] or found["owns_too"] else "person"
    return "person" if case.candidate.kind == "user_preference" else ""


def leaves_the_speaker_open(case: Case) -> Objection | None:
    """A quote without a turn stands in the user's words and in another's, and the claim is about the user."""
    if not _about_user(case):
        return None
    for evidence, places in zip(case.candidate.evidence, case.places, strict=True):
        roles = sorted({place.role for place in places})
        if evidence.turn is None and "user" in roles and len(roles) > 1:
            return "ambiguous-span", f"{evidence.quote[:80]!r} stands in turns of {' and of '.join(roles)}."
    return None


def rests_on_another_voice(case: Case) -> Objection | None:
    """A sentence about the user has none of the user's words under it, or takes what it says from another's."""
    about = _about_user(case)
    if not about:
        return None
    foreign = ("assistant", "tool") if about == "person" else ("assistant",)
    others = [i for i, places in enumerate(case.places) if places and all(p.role in foreign for p in places)]
    own = [case.quotes[i] for i in range(len(case.quotes)) if i not in others]
    if not others:
        return None
    shown, role = case.quotes[others[0]][:80], case.places[others[0]][0].role
    if not own:
        return "speaker-mismatch", f"{shown!r} is what the {role} said, not the user."
    if any(_AGREES.search(normal.plain(quote)) for quote in own):
        return None
    borrowed = _stems([case.candidate.claim]) & _stems(case.quotes[i] for i in others) - _stems(own) - _IMPERSONAL
    if borrowed:
        return "speaker-mismatch", f"Only the {role} spoke of {', '.join(sorted(borrowed))}: {shown!r}."
    return None


def _stems(texts: Iterable[str]) -> set[str]:
    return {normal.stem(w) for text in texts for w in normal.words(text) if w not in normal.STOP_WORDS}


def speaks_of_another_person(case: Case) -> Objection | None:
    """The claim is about the user and its quotes are about somebody else, of whom the claim says nothing."""
    if _about_user(case) != "person":
        return None
    claimed = normal.fold(case.candidate.claim)
    for quote, places in zip(case.quotes, case.places, strict=True):
        if not places or not all(_is_of_another(quote, place, claimed) for place in places):
            return None
    return "subject-mismatch", f"{case.quotes[0][:80]!r} is about somebody else."


def _is_of_another(quote: str, place: Standing, claimed: str) -> bool:
    said, sentence = quote.casefold(), place.sentence
    if _FIRST_PERSON.search(said):
        return False
    people = set(_OTHERS.findall(sentence.casefold())) | {m["who"] for m in _REPORTED.finditer(sentence)}
    people = {person for person in people if not _FIRST_PERSON.fullmatch(person.casefold())}
    if any(re.search(rf"\b{re.escape(person)}", claimed, re.IGNORECASE) for person in people):
        return False
    if _THIRD_PERSON.search(said):
        return bool(people) or not _THIRD_PERSON.search(claimed.casefold())
    return bool(people) and _precedes(people, sentence, quote)


def _precedes(people: set[str], sentence: str, quote: str) -> bool:
    """Whether somebody else is named before the quote ends."""
    end = sentence.find(quote) + len(quote)
    return any(0 <= sentence.casefold().find(person.casefold()) < end for person in people)
