"""Identifiers: paths, addresses, options and names of code, which a claim may not make up."""

import re

from memassets.kernel.text import normal

_IDENTIFIER = re.compile(
    r"[a-z][a-z0-9+.-]*://[^\s\"'<>()]+"  # an address
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # of a mailbox
    r"|(?:~|\.{1,2})?/[\w.@~-]+(?:/[\w.@~*-]+)*/?"  # an absolute path
    r"|[A-Za-z]:\\[\w.\\-]+"
    r"|\b[\w.-]+(?:/[\w.*-]+)+"  # a relative one
    r"|(?<!\w)--?[A-Za-z][\w-]*"  # an option
    r"|\b\w+(?:::\w+)+"
    r"|\b[A-Za-z]\w*_\w+|\b_\w+"  # of code
    r"|\b[\w-]+(?:\.[\w-]+)*\.[A-Za-z]\w{0,9}\b"  # a file or a dotted name
    r"|[#@]\w+"
)
_WORDS = re.compile(r"[a-z]+/[a-z]+")  # "and/or", "read/write": two words, no path
_ABBREVIATIONS = frozenset("e.g i.e a.m p.m u.s vs.the".split())


def identifiers(text: str) -> tuple[str, ...]:
    """The identifiers of a text in order, folded, without the punctuation of the sentence they stand in."""
    found = (match[0].rstrip(".,:;!?") for match in _IDENTIFIER.finditer(normal.fold(text)))
    return tuple(f for f in found if len(f) > 1 and f.lower() not in _ABBREVIATIONS and not _WORDS.fullmatch(f))
