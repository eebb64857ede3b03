"""Manual pages in the man(7) macros, laid out as text."""

import re
from itertools import cycle

from memassets.formats.roff import Layout, arguments, plain

LIMIT_CONDITIONS = 16  # on one line, one within the other

_FONTS = frozenset(["B", "I", "R", "SM", "SB", "BR", "RB", "BI", "IB", "IR", "RI"])
_PARAGRAPHS = frozenset(["PP", "P", "LP", "HP", "sp", "SY"])
_BREAKS = frozenset(["br", "RS", "RE", "YS", "in", "ti", "ce"])
_TABLE_END = re.compile(r"\s*[\w|.\s,()-]*\.\s*$")


def lay_out(rows: list[str], layout: Layout) -> None:
    """Lay out the lines of a page."""
    page = _Page(layout)
    for line, row in enumerate(rows, 1):
        page.take(row, line)
    layout.close()


class _Page:
    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._skip_to = ""  # the macro that ends what is not shown
        self._tag = self._heading = 0  # what the next line of text is
        self._table = ""  # "form" or "rows" within a table
        self._separator = "\t"
        self._shown = True  # the last condition held

    def take(self, row: str, line: int) -> None:
        macro, rest = _macro(row)
        for _ in range(LIMIT_CONDITIONS):
            if macro not in ("if", "ie", "el") or self._skip_to:
                break
            row = self._shown_of(macro, rest)
            macro, rest = _macro(row)
        if self._skip_to:
            self._skip_to = "" if macro == self._skip_to else self._skip_to
        elif macro in ("TS", "TE"):
            self._layout.paragraph()
            self._table = "form" if macro == "TS" else ""
        elif self._table and macro is None:
            self._table_row(row)
        elif macro is None:
            self._text(row, line)
        else:
            self._obey(macro, rest, line)

    def _text(self, row: str, line: int) -> None:
        if not row.strip():
            if self._layout.literal:
                self._layout.text("")
            else:
                self._layout.paragraph()
            return
        self._say(plain(row), line)

    def _say(self, text: str, line: int) -> None:
        if self._heading:
            self._layout.heading(self._heading, text, line)
            self._heading = 0
            return
        self._layout.text(text)
        if self._tag:
            self._layout.end_line()
            self._tag = 0

    def _obey(self, macro: str, rest: str, line: int) -> None:
        layout = self._layout
        given = arguments(rest)
        if macro in ("SH", "SS"):
            layout.literal = False
            self._heading = 1 if macro == "SH" else 2
            if given:
                self._say(" ".join(plain(each) for each in given), line)
        elif macro in _FONTS:
            self._font(macro, given, line)
        elif macro in ("TP", "TQ"):
            layout.paragraph() if macro == "TP" else layout.end_line()
            self._tag = 1
        elif macro == "IP":
            layout.paragraph()
            if given and given[0]:
                layout.text(plain(given[0]))
                if not re.fullmatch(r"\W|\d+\.", plain(given[0])):
                    layout.end_line()
        elif macro in _PARAGRAPHS:
            layout.paragraph()
            layout.text(" ".join(plain(each) for each in given) if macro == "SY" else "")
        elif macro in ("nf", "EX", "fi", "EE"):
            layout.paragraph()
            layout.literal = macro in ("nf", "EX")
        elif macro in _BREAKS:
            layout.end_line()
        elif macro == "OP":
            layout.text("[" + " ".join(plain(each) for each in given) + "]")
        elif macro == "MR":
            name, section, *after = [plain(each) for each in (*given, "", "")[:3]]
            self._say(f"{name}({section})" + "".join(after) if section else name, line)
        elif macro in ("UR", "MT"):
            layout.text("<" + plain("".join(given[:1])) + ">" if given else "")
        elif macro in ("UE", "ME"):
            layout.glue(plain("".join(given[:1])))
        elif macro in ("de", "de1", "am", "ig"):
            self._skip_to = (
                given[1] if macro != "ig" and len(given) > 1 else given[0] if macro == "ig" and given else "."
            )
        elif macro == "EQ":
            self._skip_to = "EN"

    def _font(self, macro: str, given: list[str], line: int) -> None:
        if not given:
            self._tag = self._tag  # the next line takes the font, and with it what this line would have been
            return
        between = "" if len(macro) == 2 and macro not in ("SM", "SB") else " "
        self._say(between.join(plain(each) for each, _ in zip(given, cycle("ab"), strict=False)), line)

    def _shown_of(self, macro: str, rest: str) -> str:
        """What a condition leaves of its line, as a terminal shows it; a block is followed line by line."""
        test, _, then = ("n", "", rest) if macro == "el" else rest.partition(" ")
        self._shown = test == "n" if macro != "el" else not self._shown
        if "\\{" in rest:
            self._skip_to = "" if self._shown else "\\}"
            return ".br"
        return then.strip() if self._shown and then else ".br"

    def _table_row(self, row: str) -> None:
        if self._table == "form":
            found = re.match(r".*\btab\s*\((.)\)", row)
            self._separator = found[1] if found else self._separator
            self._table = "rows" if _TABLE_END.match(row) else "form"
        elif row.strip() not in ("_", "=", "T{", "T}"):
            cells = [plain(cell.replace("T{", "").replace("T}", "")).strip() for cell in row.split(self._separator)]
            self._layout.text("  ".join(cell for cell in cells if cell))
            self._layout.end_line()


def _macro(row: str) -> tuple[str | None, str]:
    """The macro a line calls and what follows it; None for a line of text."""
    if row[:1] not in (".", "'") or (row[:1] == "'" and not re.match(r"'\s*[A-Za-z\\]{1,3}(?:\s|$|\")", row)):
        return None, row
    name, _, rest = row[1:].strip().partition(" ")
    if name.startswith(('\\"', "\\#")):
        return "", ""
    if name.startswith("\\}"):
        return "\\}", rest
    return name or "", rest.strip()
