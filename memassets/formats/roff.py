"""What both manual macro sets share: escapes, arguments, and the text a page is laid out into."""

import re

from memassets.formats.sections import Sections

_SPECIAL = {
    "aq": "'", "dq": '"', "lq": "“", "rq": "”", "oq": "‘", "cq": "’", "bu": "•", "em": "—", "en": "–",
    "hy": "-", "mi": "−", "co": "©", "rg": "®", "tm": "™", "rs": "\\", "ti": "~", "ha": "^", "ga": "`",
    "->": "→", "<-": "←", "<=": "≤", ">=": "≥", "!=": "≠", "mu": "×", "de": "°", "+-": "±", "sc": "§",
    "Fo": "«", "Fc": "»", "at": "@", "sh": "#", "Do": "$", "ba": "|", "or": "|", "lB": "[", "rB": "]",
    "lC": "{", "rC": "}", "la": "⟨", "ra": "⟩", "sl": "/", "ul": "_", "Eu": "€", "12": "½", "14": "¼",
    "34": "¾", "ss": "ß", "ae": "æ", "oe": "œ", "*a": "α", "*b": "β", "*m": "μ", "pl": "+", "eq": "=",
    "Tm": "™", "R": "®", "Lq": "“", "Rq": "”", "lh": "☜", "rh": "☞", "char46": ".", "ci": "○",
}  # fmt: skip
_ACCENTS = {"'": "\u0301", "`": "\u0300", ":": "\u0308", "^": "\u0302", "~": "\u0303", ",": "\u0327"}
_PLAIN = {
    "-": "-",
    "e": "\\",
    "~": " ",
    "0": " ",
    "t": "\t",
    "'": "'",
    "`": "`",
    "_": "_",
    " ": " ",
    "\\": "\\",
}
_ESCAPE = re.compile(
    r"""\\(?:
        f(?:\(..|\[[^\]]{0,60}\]|.)                               # font
      | s[+-]?(?:\(\d\d|\[[^\]]{0,60}\]|'[^']{0,60}'|\d{1,2})       # size
      | [mMFgkn*VY](?:\(..|\[[^\]]{0,60}\]|[+-]?.)                 # colour, register, string
      | [hvwXZoDlLbxAB]'[^']{0,400}'                              # motion and drawing
      | N'(?P<number>\d{1,6})'
      | \((?P<two>..)
      | \[(?P<name>[^\]\n]{0,60})\]
      | (?P<comment>["\#].*)
      | (?P<one>.)
      | $
    )""",
    re.VERBOSE,
)
_ARGUMENT = re.compile(r'"((?:[^"]|"")*)(?:"|$)|((?:\\ |\S)+)')


def plain(text: str) -> str:
    """A line of roff as a person sees it."""
    return _ESCAPE.sub(_seen, text) if "\\" in text else text


def arguments(text: str) -> list[str]:
    """A macro's arguments; quotes group words and a doubled quote is one."""
    text = re.sub(r'(?<!\\)\\"(?:.*)$', "", text)
    found = _ARGUMENT.finditer(text)
    return [match[1].replace('""', '"') if match[1] is not None else match[2] for match in found]


class Layout:
    """Puts words into lines and lines into the sections of a page."""

    def __init__(self, sections: Sections) -> None:
        self._sections = sections
        self._words: list[str] = []
        self._lines: list[str] = []
        self._start = 1
        self._open = False
        self.literal = False

    def heading(self, level: int, name: str, line: int) -> None:
        self.close()
        self._sections.open(level, name)
        self._lines = [name]
        self._start = line

    def text(self, text: str, opens: bool = False) -> None:
        """Words that fill the line, in literal text a line of their own; `opens` takes no space behind."""
        if self.literal:
            self._lines.append(text.rstrip())
        elif text.strip():
            if self._open:
                self._words[-1] += text.strip()
            else:
                self._words.append(text.strip())
            self._open = opens

    def glue(self, text: str) -> None:
        """Text right behind the last word, without a space."""
        if self._words and not self.literal:
            self._words[-1] += text
        else:
            self.text(text)

    def end_line(self) -> None:
        if self._words:
            self._lines.append(" ".join(self._words))
            self._words = []
        self._open = False

    def paragraph(self) -> None:
        self.end_line()
        if len(self._lines) > 1 and self._lines[-1]:
            self._lines.append("")

    def close(self) -> None:
        self.end_line()
        if any(row.strip() for row in self._lines):
            self._sections.add("\n".join(self._lines), self._start)
        self._lines = []


def _seen(match: re.Match[str]) -> str:
    if match["two"] or match["name"]:
        return _special(match["two"] or match["name"])
    if match["number"]:
        return _character(int(match["number"]))
    return _PLAIN.get(match["one"] or "", "" if (match["one"] or "") in "&|^,/)%:acdupr{}zE!?" else match["one"] or "")


def _special(name: str) -> str:
    if name in _SPECIAL:
        return _SPECIAL[name]
    if re.fullmatch(r"u[0-9A-Fa-f]{4,6}", name):
        return _character(int(name[1:], 16))
    if len(name) == 2 and name[0] in _ACCENTS and name[1].isalpha():
        return name[1] + _ACCENTS[name[0]]
    return ""


def _character(number: int) -> str:
    return chr(number) if 0x20 <= number < 0xD800 or 0xDFFF < number <= 0x10FFFF else ""
