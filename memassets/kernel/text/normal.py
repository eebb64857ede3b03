"""The one normaliser: typographic folding, tokens, clauses and stems."""

import re
import unicodedata
from functools import lru_cache
from itertools import chain

_TYPOGRAPHY = {
    "‘": "'",
    "’": "'",
    "‚": "'",
    "‛": "'",
    "ʼ": "'",
    "′": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "‟": '"',
    "«": '"',
    "»": '"',
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "–": "-",
    "—": "-",
    "―": "-",
    "−": "-",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "…": "...",
    "\u00ad": "",
    "\u200b": "",
    "\u200c": "",
    "\u200d": "",
    "\u2060": "",
    "\ufeff": "",
}
# a character class skips what it does not name far faster than `str.translate` looks each character up
_SIGN = re.compile(f"[{re.escape(''.join(_TYPOGRAPHY))}]")

# "won't", "can't" and "shan't" are the contractions whose verb changes; the others drop "n't" from it. Each with what
# a text must hold for it: to look for that is far quicker than to try the pattern.
_CONTRACTIONS = (
    ("can", re.compile(r"\bcan'?t\b"), "can not"),
    ("cannot", re.compile(r"\bcannot\b"), "can not"),
    ("won", re.compile(r"\bwon'?t\b"), "will not"),
    ("shan't", re.compile(r"\bshan't\b"), "shall not"),
    ("ain't", re.compile(r"\bain't\b"), "is not"),
    ("n't", re.compile(r"n't\b"), " not"),
    ("nt", re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|could|should|would|must|need)nt\b"), r"\1 not"),
    ("'", re.compile(r"'(?:re|ve|ll|d|m|s)\b"), ""),
)
_DIGIT = re.compile(r"\d")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:[,_']\d{3})+(?![\d,_])")
_TOKEN = re.compile(r"\w+(?:[.]\w+)*")
_NUMBER_AND_UNIT = re.compile(r"(\d+(?:\.\d+)*)([a-zμ]{1,3})")
_CLAUSE_END = re.compile(r"[;?!()\[\]\n]|[,:](?!\d)|\.(?!\w)|\s-+\s|\"")
_SUBORDINATORS = frozenset(
    "but because although though whereas while unless if whether when whenever since until that which who so".split()
)

# Too common to say anything of a claim. Negation cues, numbers, qualifiers, quantifiers, and words that order or
# oppose (before, after, from, to, on, off, in, out) are never in this list.
STOP_WORDS = frozenset(
    """a an the of is are was were be been being am do does did has have had having will would shall should may might
    this that these those it its there here and or as at by for with i me my we our us you your he she they them their
    his her what which who whom whose where how why please about any can could must also just very s t""".split()
)


def _unadorned(text: str) -> str:
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", _SIGN.sub(lambda sign: _TYPOGRAPHY[sign[0]], text))
    return _SIGN.sub(lambda sign: _TYPOGRAPHY[sign[0]], text)


def fold(text: str) -> str:
    """The text with Unicode NFKC, typographic quotes, dashes and signs in ASCII, white space in single spaces.

    Case is kept: a quote is compared with case.
    """
    return " ".join(_unadorned(text).split())


def plain(text: str) -> str:
    """The folded text in lower case, contractions written out and thousands separators removed; line ends kept."""
    text = _unadorned(text).casefold()
    if "'" in text or "nt" in text or "cannot" in text:
        for held, pattern, written_out in _CONTRACTIONS:
            if held in text:
                text = pattern.sub(written_out, text)
    if "," in text or "_" in text or "'" in text:
        text = _THOUSANDS.sub(lambda found: re.sub(r"[,_']", "", found[0]), text)
    return text


@lru_cache(maxsize=65536)
def _canonical(token: str) -> tuple[str, ...]:
    if not _DIGIT.search(token):
        return (token,)
    parts = _NUMBER_AND_UNIT.fullmatch(token)
    pieces = parts.groups() if parts else (token,)
    return tuple(canonical_number(piece) if piece[0].isdigit() else piece for piece in pieces)


def canonical_number(digits: str) -> str:
    """A plain integer or decimal without leading or trailing zeros ("04" and "4.0" are "4"); other tokens as they are.

    A token of several dots is a version and stays as it is, and so does a decimal with a leading zero group ("1.10").
    """
    if digits.isdecimal():
        return digits.lstrip("0") or "0"
    whole, dot, fraction = digits.partition(".")
    if dot and whole.isdecimal() and fraction.isdecimal() and not fraction.strip("0"):
        return whole.lstrip("0") or "0"
    return digits


@lru_cache(maxsize=65536)
def words(text: str) -> tuple[str, ...]:
    """The tokens of a text, in order: lower case, one-character numbers and negation cues kept, dotted versions whole.

    A number glued to a short unit is two tokens ("30s" is "30", "s"). No token spans lines, so that a line is read once
    however many texts hold it: a gist by itself, and above its body.
    """
    if "\n" in text:
        return tuple(chain.from_iterable(map(words, text.split("\n"))))
    return tuple(chain.from_iterable(map(_canonical, _TOKEN.findall(plain(text)))))


@lru_cache(maxsize=65536)
def clauses(text: str) -> tuple[tuple[str, ...], ...]:
    """The tokens of each clause: cut at punctuation and before a subordinating or contrasting conjunction."""
    found: list[tuple[str, ...]] = []
    for stretch in _CLAUSE_END.split(plain(text)):
        clause: list[str] = []
        for token in _TOKEN.findall(stretch):
            if token in _SUBORDINATORS and clause and not (token == "but" and clause[-1] in ("not", "nothing", "help")):
                found.append(tuple(clause))
                clause = []
            clause.extend(_canonical(token))
        if clause:
            found.append(tuple(clause))
    return tuple(found)


_DOUBLED = re.compile(r"(?<=..)([bdgmnprt])\1$")


def _whole(cut: str) -> str:
    """What two letters are left of, with the "e" that the inflection took: "us" of "used" is "use"."""
    return f"{cut}e" if len(cut) == 2 and cut[1] not in "aeiouy" else cut


@lru_cache(maxsize=65536)
def stem(token: str) -> str:
    """The token without its inflection, so that "retries", "retried", "retrying" and "retry" are one word.

    A light suffix stripper in the manner of Harman's S stemmer (JASIS 42, 1991), extended to -ed and -ing.
    """
    if len(token) < 4 or not token.isalpha():
        return token
    word = token
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes", "zes", "oes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if word.endswith("ied") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("ed") and len(word) > 3 and re.search(r"[aeiouy]", word[:-2]) and not word.endswith("eed"):
        word = _DOUBLED.sub(r"\1", _whole(word[:-2]))
    elif word.endswith("ing") and len(word) > 4 and re.search(r"[aeiouy]", word[:-3]):
        word = _DOUBLED.sub(r"\1", _whole(word[:-3]))
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    return word
