"""Case files: one JSON object a line in, one answer a line out."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import click
import orjson

from memassets.cli import envelope

Answer = Callable[[dict[str, Any]], dict[str, Any]]


def case_file(command: Callable[..., Any]) -> Callable[..., Any]:
    """The FILE argument of `explain`: a path, or standard input."""
    return click.argument(
        "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False, metavar="[FILE]"
    )(command)


def answer_each(file: Path | None, answer: Answer) -> None:
    """Answer every case of a file or of standard input; Failure at the end where a line was bad.

    A whole case line (`id`, `input`, `expected`) is taken too: its `input` is used and its `id` echoed.
    """
    if file is None:
        bad = _answer_lines(sys.stdin.buffer, "standard input", answer)
    else:
        with file.open("rb") as lines:
            bad = _answer_lines(lines, str(file), answer)
    if bad:
        raise envelope.Failure("ERR_BAD_LINE", f"{len(bad)} of the lines could not be answered: {bad[0]}", printed=True)


def _answer_lines(lines: BinaryIO, name: str, answer: Answer) -> list[str]:
    bad = []
    for place, case, error in _cases(lines):
        if error is None:
            try:
                found = answer(case.get("input", case))
            except (KeyError, TypeError, ValueError, AttributeError) as wrong:
                error = f"{type(wrong).__name__}: {wrong}"
        if error is not None:
            bad.append(f"{name}:{place}: {error}")
            found = {"error": f"line {place}: {error}"}
        if "id" in case and "input" in case:
            found = {"id": case["id"], **found}
        sys.stdout.buffer.write(orjson.dumps(found) + b"\n")
    sys.stdout.buffer.flush()
    return bad


def _cases(lines: BinaryIO) -> Iterator[tuple[int, dict[str, Any], str | None]]:
    for place, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            case = orjson.loads(line)
        except orjson.JSONDecodeError as wrong:
            yield place, {}, f"not JSON: {wrong}"
            continue
        if not isinstance(case, dict) or not isinstance(case.get("input", {}), dict):
            yield place, {}, "not a JSON object"
            continue
        yield place, case, None
