import ast

import polars as pl
import pytest

from memassets.kernel import digests

SOURCE = '''"""Doc."""
from __future__ import annotations
import os  # comment


class A(dict, metaclass=type):
    """Doc."""

    x: int = 1_000

    async def f(self, a, /, b=2.5, *c, d: str = "x", **e) -> None:
        """Doc."""
        with open(a) as g, open(b):
            yield f"{a!r:>{b}} and {c}"
        match a:
            case {"k": [1, *rest], **kw} if b:
                return
            case _:
                pass
        try:
            x = lambda y: (y := 1j) + b"z"
        except* ValueError as err:
            raise err from None
        return [i for i in range(3) if i is not ...][::2]
'''


def digest(source: str) -> str:
    return digests.of_json(digests._shape(ast.parse(source), []))


def test_bytes_are_the_start_of_their_sha_256() -> None:
    assert digests.of_bytes(b"abc") == "ba7816bf8f01cfea"


def test_json_does_not_depend_on_the_order_of_keys() -> None:
    assert digests.of_json({"b": 1, "a": [1, None]}) == "28aaa2efb398aecf"
    assert digests.of_json({"a": [1, None], "b": 1}) == "28aaa2efb398aecf"
    assert digests.of_json({"a": [None, 1], "b": 1}) != "28aaa2efb398aecf"


def test_parts_are_a_set() -> None:
    assert digests.of_parts({"a": "1", "b": "2"}) == digests.of_parts({"b": "2", "a": "1"})
    assert digests.of_parts({"a": "1", "b": "2"}) != digests.of_parts({"a": "2", "b": "1"})


def test_a_frame_is_its_names_types_rows_and_their_order() -> None:
    frame = pl.DataFrame({"a": [1, 2], "s": ["x", None]})
    assert digests.of_frame(frame) == "75e360af5f8c6976"
    others = [
        frame.reverse(),
        frame.rename({"s": "t"}),
        frame.cast({"a": pl.Int32}),
        frame.with_columns(s=pl.lit("x")),
        frame.head(1),
        frame.select("s", "a"),
    ]
    assert len({digests.of_frame(other) for other in [frame, *others]}) == 7


def test_the_scores_of_a_frame_do_not_count() -> None:
    frame = pl.DataFrame({"a": [1, 2], "s": ["x", None], "score": [0.1, 0.2]})
    assert digests.of_frame(frame) == "75e360af5f8c6976"


def test_a_source_has_one_digest_on_every_python() -> None:
    assert digest(SOURCE) == "54590594390b5e8b"


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(SOURCE.replace("  # comment", ""), id="a comment"),
        pytest.param(SOURCE.replace('"""Doc."""', '"""Another."""'), id="a docstring"),
        pytest.param(SOURCE.replace("\n\n\n", "\n\n\n\n"), id="blank lines"),
        pytest.param(SOURCE.replace("1_000", "1000"), id="a spelling of a number"),
        pytest.param(SOURCE.replace('"x"', "'x'"), id="quotes"),
        pytest.param(SOURCE.replace("range(3)", "(range)(\n    3)"), id="brackets"),
    ],
)
def test_comments_docstrings_and_layout_do_not_count(other: str) -> None:
    assert other != SOURCE
    assert digest(other) == digest(SOURCE)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("1_000", "1_001"),
        ('"x"', '"y"'),
        ("is not", "is"),
        ("async def", "def"),
        ("2.5", "2"),
        ("!r", "!s"),
        (":>{b}", ":<{b}"),
        ("import os", "import re"),
        ("[::2]", "[::1]"),
        ("pass", "return"),
        ("range", "reversed"),
        ("...", "None"),
        ('b"z"', '"z"'),
    ],
)
def test_code_counts(was: str, now: str) -> None:
    assert was in SOURCE
    assert digest(SOURCE.replace(was, now)) != digest(SOURCE)


def test_an_empty_text_counts_outside_an_f_string() -> None:
    assert digest("x = ['', 'a']") != digest("x = ['a']")
    assert digest("x = ''") != digest("x = 'a'")


def test_a_module_brings_the_modules_it_imports_but_not_the_policy() -> None:
    found = digests.of_code("memassets.read.bm25")
    assert list(found) == [
        "memassets.kernel",
        "memassets.kernel.text",
        "memassets.kernel.text.normal",
        "memassets.read.bm25",
    ]
    assert "memassets.kernel.policy" not in digests.of_code("memassets.read.verdict")
    assert all(len(value) == 16 for value in found.values())


def test_imports_inside_functions_and_of_names_are_followed() -> None:
    found = digests.of_code("memassets.cli.read")
    assert "memassets.read.evaluation" in found  # imported inside a command
    assert "memassets.kernel.fixtures" in found  # from memassets.kernel import fixtures


def test_a_module_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ModuleNotFoundError):
        digests.of_code("memassets.nowhere")
