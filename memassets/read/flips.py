"""The word tables and edits that turn a true claim into a wrong one; nothing but twins imports them.

Apart from the finders of `kernel/text` on purpose: a gate must not test its own key.
"""

import re

_AUXILIARIES = (
    "is are was were can could will would should must may might has have had cannot does do did needs".split()
)
_PARTICIPLE_AFTER_HAVE = re.compile(r"(?:\w+ed|been|gone|done|made|kept|sent|set|run|built|shown|taken|given|become)\b")

# Third person -> infinitive, where a verb carries the sentence. Any other sentence is wrapped.
_VERBS = """
accepts acknowledges adds admits alerts allows answers applies archives asks assigns avoids backs batches belongs blocks
books bundles caches calls carries causes charges checks clears closes collects comes compares compresses confirms
connects considers contains copies costs counts covers creates crosses defaults deletes delivers denies depends deploys
detects drains drops encrypts ends enforces evicts expects expires exports fails falls feeds fetches files finds fires
fits flags follows forwards generates gets gives goes grants groups handles happens helps hides holds honours hosts
ignores imports includes indexes inherits installs issues joins keeps knows lasts lets limits links lists listens lives
loads locks logs loses maps marks matches means measures meets mentions merges moves names needs notifies occurs offers
opens orders overwrites owns pages parses passes pays permits pins places points polls posts prefers prints processes
produces promises propagates protects provides publishes pulls pushes puts queues raises reaches reads rebuilds receives
records refreshes refuses rejects releases relies removes renders renews replaces replays replicates reports requires
reserves resets resolves responds restarts restores retries returns reuses reviews rewrites rolls rotates rounds routes
runs samples saves says schedules seals sends serves sets ships shows shuts signs skips sleeps sorts speaks splits
starts stays stops stores streams strips supports swaps syncs takes tells terminates times tolerates tracks triggers
truncates trusts turns updates uploads uses validates verifies waits wakes wants warns watches works wraps writes
""".split()
_INFINITIVES = {
    "has": "have",
    "does": "do",
    "goes": "go",
    **{
        verb: verb[:-3] + "y"
        if verb.endswith("ies")
        else verb[:-2]
        if verb.endswith(("sses", "shes", "ches", "xes"))
        else verb[:-1]
        for verb in _VERBS
        if verb != "goes"
    },
}
_THIRD_PERSON = {bare: third for third, bare in _INFINITIVES.items()}
_IRREGULAR_PAST = {
    "ran": "run",
    "went": "go",
    "took": "take",
    "sent": "send",
    "broke": "break",
    "kept": "keep",
    "lost": "lose",
    "held": "hold",
    "found": "find",
    "gave": "give",
    "chose": "choose",
    "wrote": "write",
    "told": "tell",
    "left": "leave",
    "made": "make",
    "came": "come",
    "began": "begin",
    "fell": "fall",
    "met": "meet",
    "built": "build",
    "said": "say",
    "won": "win",
    "paid": "pay",
}
_QUALIFIERS = "beta legacy preview experimental deprecated".split()

_DO_NOT = re.compile(r"\b(does|do|did)\s+not\s+(\w+)", re.IGNORECASE)
_NO_LONGER = re.compile(r"\bno longer\s+", re.IGNORECASE)
# after a number or an article the word is a plural noun: "3 times", "the places"
_COUNTED = re.compile(
    r"(?:\d|\b(?:the|a|an|of|two|three|four|five|six|several|many|all|some|these|those))\s+$", re.IGNORECASE
)
_CUE_WORD = re.compile(r"(?<!than)\s+not\b(?! only\b)|\bnever\s+", re.IGNORECASE)
_CONTRACTED = re.compile(r"\b(\w+)n[’']t\b", re.IGNORECASE)
_CANNOT = re.compile(r"\bcannot\b", re.IGNORECASE)
_NO_NOUN = re.compile(r"\b(?:No|no)\s+(?!later\b|more\b|less\b|fewer\b|doubt\b)(?=\w)")
_WITHOUT = re.compile(r"\b(W|w)ithout\b")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[,_]\d{3})*(?:\.\d+)*(?=[a-zA-Z%µ]{0,3}(?![\w]))")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


def negation(gist: str) -> str:
    """The claim with the negation on its verb removed where it has one, else inserted, else wrapped."""
    return _affirmed(gist) or _denied(gist) or f"It is not true that {gist[:1].lower()}{gist[1:]}"


def _affirmed(gist: str) -> str | None:
    text = _CANNOT.sub("can not", _CONTRACTED.sub(_written_out, gist))
    for pattern, replacement in (
        (_DO_NOT, _without_do),
        (_NO_LONGER, ""),
        (_CUE_WORD, ""),
        (_WITHOUT, r"\1ith"),
        (_NO_NOUN, ""),
    ):
        changed, times = pattern.subn(replacement, text, count=1)
        if times:
            return changed[:1].upper() + changed[1:] if gist[:1].isupper() else changed
    return None


def _written_out(found: re.Match[str]) -> str:
    stem = {"ca": "can", "wo": "will", "sha": "shall"}.get(found[1].lower(), found[1])
    return f"{stem} not"


def _without_do(found: re.Match[str]) -> str:
    auxiliary, bare = found[1], found[2]
    if auxiliary.lower() == "does" and bare in _THIRD_PERSON:
        return _THIRD_PERSON[bare]
    return f"{auxiliary} {bare}" if auxiliary.lower() != "do" else bare


def _denied(gist: str) -> str | None:
    for found in _WORD.finditer(gist):
        word = found[0].lower()
        before, after = gist[: found.start()], gist[found.end() :]
        if word in _AUXILIARIES and found.start():
            if word in ("has", "have", "had") and not _PARTICIPLE_AFTER_HAVE.match(after.lstrip()):
                auxiliary = {"has": "does", "have": "do", "had": "did"}[word]
                return f"{before}{auxiliary} not have{after}"
            if word == "needs":
                return f"{before}does not need{after}"
            return f"{before}{found[0]} not{after}"
        if word in _INFINITIVES and found.start() and not _COUNTED.search(before):
            return f"{before}does not {_INFINITIVES[word]}{after}"
        if word in _THIRD_PERSON and not found.start():
            return f"Do not {word}{after}"
        if word in _IRREGULAR_PAST and found.start():
            return f"{before}did not {_IRREGULAR_PAST[word]}{after}"
    return None


def numeric(gist: str) -> str | None:
    """The claim with its first number changed: an integer below 100 plus ten, any other doubled; None without one."""
    found = _NUMBER.search(gist)
    if not found:
        return None
    digits = found[0].replace(",", "").replace("_", "")
    head, dot, rest = digits.partition(".")
    if dot and "." in rest:
        changed = f"{int(head) + 10}.{rest}"
    elif dot:
        changed = f"{float(digits) * 2:g}"
    else:
        changed = str(int(digits) + 10 if int(digits) < 100 else int(digits) * 2)
    if changed == digits:  # 0.0 doubled
        changed = "10"
    return gist[: found.start()] + changed + gist[found.end() :]


def qualifier(gist: str, anchor: str, choice: int) -> str | None:
    """The claim about another variant of the thing named at the anchor; None where the anchor does not stand in it."""
    found = re.search(rf"\b{re.escape(anchor)}\b", gist) if anchor else None
    if not found:
        return None
    word = _QUALIFIERS[choice % len(_QUALIFIERS)]
    if re.search(rf"\b{word}\b", gist, re.IGNORECASE):
        word = _QUALIFIERS[(choice + 1) % len(_QUALIFIERS)]
    return f"{gist[: found.start()]}{word} {gist[found.start() :]}"


_OPPOSITES = """
before/after above/below over/under incoming/outgoing internal/external public/private manual/automatic enabled/disabled
online/offline active/inactive first/last oldest/newest earlier/later more/less primary/secondary upstream/downstream
read/write import/export morning/evening minimum/maximum temporary/permanent required/optional increases/decreases
accepted/rejected allowed/denied included/excluded static/dynamic inbound/outbound synchronous/asynchronous open/closed
"""
_QUANTIFIERS = "all/some most/few always/sometimes"
_UNITS = """
ms/s milliseconds/seconds seconds/minutes secs/mins minutes/hours hours/days days/weeks weeks/days hour/day day/week
minute/hour second/minute s/ms kb/mb mb/gb gb/tb KB/MB MB/GB GB/TB KiB/MiB MiB/GiB mm/cm cm/mm km/metres kg/grams
"""
_NAMES = "Orvanholt Keldby Tarnmoor Vexrim Ysolde".split()


def _two_ways(pairs: str) -> dict[str, str]:
    return {a: b for pair in pairs.split() for one, other in [pair.split("/")] for a, b in ((one, other), (other, one))}


_OPPOSITE_OF = _two_ways(_OPPOSITES)
_OTHER_QUANTIFIER = _two_ways(_QUANTIFIERS)
_OTHER_UNIT = {**_two_ways(_UNITS), **dict(pair.split("/") for pair in _UNITS.split())}
_COUNTED_UNIT = re.compile(r"(\d\s?)([A-Za-z]+)\b")
_FROM_TO = re.compile(r"\b(from )((?:the )?[\w-]+)( to )((?:the )?[\w-]+)\b")
_CAPITALISED = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+\b")


def opposite(gist: str) -> str | None:
    """The claim with the first word of a pair of opposites replaced by the other; None without one."""
    return _swapped(gist, _OPPOSITE_OF)


def quantifier(gist: str) -> str | None:
    """The claim with its first quantifier replaced; None without one."""
    return _swapped(gist, _OTHER_QUANTIFIER)


def _swapped(gist: str, other: dict[str, str]) -> str | None:
    for found in _WORD.finditer(gist):
        if found[0] in other:
            return gist[: found.start()] + other[found[0]] + gist[found.end() :]
    return None


def unit(gist: str) -> str | None:
    """The claim with the unit of its first quantity replaced by another of the same dimension; None without one."""
    for found in _COUNTED_UNIT.finditer(gist):
        if found[2] in _OTHER_UNIT:
            return gist[: found.start(2)] + _OTHER_UNIT[found[2]] + gist[found.end() :]
    return None


def order(gist: str) -> str | None:
    """The claim with the ends of its "from A to B" exchanged; None without one."""
    found = _FROM_TO.search(gist)
    if not found or found[2] == found[4]:
        return None
    return f"{gist[: found.start()]}{found[1]}{found[4]}{found[3]}{found[2]}{gist[found.end() :]}"


def name(gist: str, choice: int) -> str | None:
    """The claim about another bearer of a proper name: its first one inside a sentence; None without one."""
    found = _CAPITALISED.search(gist)
    if not found:
        return None
    names = [name for name in _NAMES if name not in gist]
    return gist[: found.start()] + names[choice % len(names)] + gist[found.end() :]
