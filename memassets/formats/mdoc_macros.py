"""Manual pages in the mdoc(7) macros, laid out as text."""

from memassets.formats.roff import Layout, arguments, plain

_QUOTES = {
    "Op": "[]", "Oo": "[", "Oc": "]", "Dq": "“”", "Do": "“", "Dc": "”", "Sq": "‘’", "So": "‘", "Sc": "’",
    "Pq": "()", "Po": "(", "Pc": ")", "Aq": "<>", "Ao": "<", "Ac": ">", "Bq": "[]", "Bo": "[", "Bc": "]",
    "Brq": "{}", "Bro": "{", "Brc": "}", "Qq": '""', "Qo": '"', "Qc": '"', "Ql": "‘’",
}  # fmt: skip
_OPENERS = frozenset(["Oo", "Do", "So", "Po", "Ao", "Bo", "Bro", "Qo"])
_CLOSERS = frozenset(["Oc", "Dc", "Sc", "Pc", "Ac", "Bc", "Brc", "Qc"])
_WORDS = frozenset([
    "Ad", "An", "Ar", "Cd", "Cm", "Dv", "Em", "Er", "Ev", "Fa", "Ic", "Li", "Lk", "Ms", "Mt", "No", "Pa",
    "Sx", "Sy", "Tn", "Va", "Vt", "Ft", "St", "Fd", "In", "Xo", "Xc", "Nd", "Fl", "Nm", "Xr", "Fn", "Fo",
    "Fc", "Ns", "Ap", "Pf", "Cite", "Dl", "D1", "Bx", "Ux", "At", "Nx", "Fx", "Ox",
])  # fmt: skip
_NAMES = {"Ux": "UNIX", "Bx": "BSD", "Nx": "NetBSD", "Fx": "FreeBSD", "Ox": "OpenBSD", "At": "AT&T UNIX"}
_LEFT = frozenset(["(", "["])
_RIGHT = frozenset([".", ",", ":", ";", ")", "]", "?", "!"])


def lay_out(rows: list[str], layout: Layout) -> None:
    """Lay out the lines of a page."""
    name = ""
    for line, row in enumerate(rows, 1):
        if not row.startswith("."):
            if row.strip() or layout.literal:
                layout.text(plain(row))
            else:
                layout.paragraph()
            continue
        given = arguments(row[1:])
        macro = given.pop(0) if given else ""
        if macro == "Nm" and given and not name:
            name = plain(given[0])
        if macro in ("Sh", "Ss"):
            layout.literal = False
            layout.heading(1 if macro == "Sh" else 2, " ".join(plain(each) for each in given), line)
        elif macro in ("Pp", "Lp", "sp"):
            layout.paragraph()
        elif macro == "It":
            layout.paragraph()
            _say(given, name, layout)
            layout.end_line()
        elif macro in ("Bd", "Ed"):
            layout.paragraph()
            layout.literal = macro == "Bd" and any(each in ("-literal", "-unfilled") for each in given)
        elif macro in ("Bl", "El", "br"):
            layout.end_line()
        elif macro.startswith("%"):
            layout.text(plain(" ".join(given)) + ("," if macro != "%P" else ""))
        elif macro == "Nd":
            layout.text("– " + plain(" ".join(given)))
        elif macro in ("D1", "Dl"):
            layout.paragraph()
            _say(given, name, layout)
            layout.paragraph()
        elif macro in _WORDS or macro in _QUOTES:
            _say([macro, *given], name, layout)
    layout.close()


def _say(given: list[str], name: str, layout: Layout) -> None:
    """Say a line of callable macros and their arguments, with the spaces a reader expects."""
    words = _spoken(given, name)
    behind = ""
    while words and words[-1][1] == "close" and words[-1][0] in _RIGHT:
        behind = words.pop()[0] + behind
    text = ends = ""
    glued = True
    for word, kind in words:
        if kind == "end":
            ends = word + ends
        elif kind == "glue":
            glued = True
        else:
            text += ("" if glued or kind == "close" else " ") + word
            glued = kind == "open"
    said = text + ends + behind
    if said and (not text or words[0][1] in ("close", "glue")):
        layout.glue(said)
    else:
        layout.text(said, opens=glued and not ends and not behind)


def _spoken(given: list[str], name: str) -> list[tuple[str, str]]:
    """Each word with how it stands to its neighbours: word, open, close, glue, or end (of the line)."""
    found: list[tuple[str, str]] = []
    number = 0
    flag = False
    while number < len(given):
        macro, number = given[number], number + 1
        following = plain(given[number]) if number < len(given) else ""
        last = not following or following in _RIGHT or given[number] in _WORDS or given[number] in _QUOTES
        flag = flag and macro not in _WORDS and macro not in _QUOTES
        if macro in _OPENERS:
            found.append((_QUOTES[macro], "open"))
        elif macro in _CLOSERS:
            found.append((_QUOTES[macro], "close"))
        elif macro in _QUOTES:
            found += [(_QUOTES[macro][0], "open"), (_QUOTES[macro][1], "end")]
        elif macro == "Ns":
            found.append(("", "glue"))
        elif macro == "Ap":
            found += [("'", "close"), ("", "glue")]
        elif macro == "Pf":
            found.append((following, "open"))
            number += 1
        elif macro == "Fl":
            flag = not last
            found += [] if flag else [("-", "word")]
        elif macro == "Nm" and last:
            found.append((name, "word"))
        elif macro in ("Xr", "Fn"):
            inner = [plain(each) for each in given[number + 1 :]]
            taken = 1 if macro == "Xr" and inner and inner[0] not in _RIGHT else 0
            taken = next((n for n, each in enumerate(inner) if each in _RIGHT), len(inner)) if macro == "Fn" else taken
            found.append((f"{following}({', '.join(inner[:taken])})" if taken or macro == "Fn" else following, "word"))
            number += 1 + taken
        elif macro == "Ar" and last:
            found.append(("file ...", "word"))
        elif macro in _NAMES:
            found.append((_NAMES[macro], "word"))
        elif macro not in _WORDS:
            word = plain(macro)
            kind = "open" if word in _LEFT else "close" if word in _RIGHT else "word"
            found.append((f"-{word}" if flag and kind == "word" else word, kind))
    return found
