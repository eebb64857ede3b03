"""Secrets: what opens a door and must never be remembered or shown."""

import re

_MARKED = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----"
    r"|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}\b|\bgithub_pat_\w{20,}\b|\bglpat-[\w-]{16,}"
    r"|\b[sr]k-(?:[a-z]+-)*[A-Za-z0-9_-]{16,}|\b[sr]k_(?:live|test)_[A-Za-z0-9]{12,}"
    r"|\bxox[abeprs]-[\w-]{10,}|\bAIza[\w-]{30,}|\bnpm_[A-Za-z0-9]{30,}\b|\bhf_[A-Za-z0-9]{20,}\b"
    r"|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}"
    r"|\b[a-z][a-z0-9+.-]*://[^\s/:@]+:[^\s/:@]+@"
)
_NAMED = re.compile(
    r"\b(?:pass(?:word|phrase|wd|code)?|secret|token|credentials?|api[ _-]?key|access[ _-]?key|private[ _-]?key|pin)\b"
    r"(?:\s+(?:for|of|to)(?:\s+[\w.-]+){1,4}?)?[\"']?\s*(?:\b(?:is|was)\b|=|:)\s*[\"'`]?(?P<value>[^\s\"'`,;]+)"
    r"|\bBearer\s+(?P<bearer>[\w.~+/-]{16,})",
    re.IGNORECASE,
)
_HIDDEN = "[secret]"


def secrets(text: str) -> tuple[str, ...]:
    """The secrets of a text: keys of known make, credentials in a URL, and values that are called a password."""
    found = [match[0] for match in _MARKED.finditer(text)]
    for match in _NAMED.finditer(text):
        value = match["bearer"] or match["value"].rstrip(".!?)")
        if match["bearer"] or _is_opaque(value):
            found.append(value)
    return tuple(dict.fromkeys(found))


def redacted(text: str) -> str:
    """The text with its secrets hidden."""
    for secret in secrets(text):
        text = text.replace(secret, _HIDDEN)
    return text


def _is_opaque(value: str) -> bool:
    """Whether a value looks made up rather than like a word: it mixes letters with digits or signs."""
    kinds = (
        any(c.islower() for c in value),
        any(c.isupper() for c in value[1:]),
        any(c.isdigit() for c in value),
        any(not c.isalnum() and c not in "-_/." for c in value),
    )
    return (len(value) >= 6 and sum(kinds) >= 2) or (len(value) >= 4 and value.isdigit())
