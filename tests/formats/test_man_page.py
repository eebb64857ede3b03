from memassets.formats.man_page import read


def texts(content: bytes) -> list[tuple[str, str]]:
    return [(section.heading, section.text) for section in read("a.1", content).sections]


def test_man_macros() -> None:
    content = rb""".\" a comment
.TH KILN 1 "2026-01-01"
.SH NAME
kiln \- fire \fBpots\fR at 1240\(de
.SH "OPTIONS AND MORE"
.TP
.BI \-t " degrees"
Heat to
.IR degrees .
.IP \(bu 2
A point.
.SS Example
.nf
 kiln \-t 5 \e
   lid
.fi
.if t .B never
.ie n shown
.el hidden
.de XX
macro body
..
.TS
tab(|);
l l.
a|b
.TE
"""
    assert texts(content) == [
        ("NAME", "NAME\nkiln - fire pots at 1240°"),
        ("OPTIONS AND MORE", "OPTIONS AND MORE\n-t degrees\nHeat to degrees.\n\n• A point."),
        ("OPTIONS AND MORE > Example", "Example\n kiln -t 5 \\\n   lid\n\nshown\n\na  b"),
    ]


def test_a_reference_to_a_page_is_text() -> None:
    content = b".TH A 1\n.SH SEE ALSO\n.MR pot 1 ,\n.MR clay 5 .\n.SH AUTHORS\nA\n"
    assert texts(content)[0] == ("SEE ALSO", "SEE ALSO\npot(1), clay(5).")


def test_mdoc_macros() -> None:
    content = rb""".Dd May 1, 2026
.Dt KILN 1
.Os
.Sh NAME
.Nm kiln
.Nd fire pots
.Sh SYNOPSIS
.Nm
.Op Fl t Ar degrees
.Oo
.Ar lid
.Oc
.Sh SEE ALSO
.Xr pot 1 ,
.Dq clay .
.Bl -tag
.It Fl h
Help
.Pq short .
.El
"""
    assert texts(content) == [
        ("NAME", "NAME\nkiln – fire pots"),
        ("SYNOPSIS", "SYNOPSIS\nkiln [-t degrees] [lid]"),
        ("SEE ALSO", "SEE ALSO\npot(1), “clay”.\n\n-h\nHelp (short)."),
    ]


def test_a_rendered_page() -> None:
    content = (
        b"KILN(1)        User Manual        KILN(1)\n\nN\x08NA\x08AM\x08ME\x08E\n"
        b"       kiln - _\x08f_\x08i_\x08r_\x08e\n\n"
        b"\x1b[1mOPTIONS\x1b[0m\n       -t     Heat.\n\n   Examples\n       kiln -t 5\n\n"
        b"pottery 3      2026-01-01         KILN(1)\n"
    )
    assert texts(content) == [
        ("NAME", "NAME\n       kiln - fire"),
        ("OPTIONS", "OPTIONS\n       -t     Heat."),
        ("OPTIONS > Examples", "   Examples\n       kiln -t 5"),
    ]
    assert read("a.1", content).skipped == ()


def test_an_included_file_is_named_and_not_followed() -> None:
    reading = read("a.1", b'.\\" x\n.so ../../../etc/passwd\n')
    assert [(skip.code, skip.line, skip.byte) for skip in reading.skipped] == [("included-file", 2, 6)]
    assert reading.sections == ()


def test_conditions_within_conditions_end() -> None:
    assert texts(b".SH A\n" + b".if n " * 50_000 + b"x\n") == [("A", "A")]
