"""A ranker of the user's own: a command that reads JSON lines and writes JSON lines.

In, the memories once, {"memories": [{"id": ..., "text": ...}]}, then a line a query, {"query": ...}. Out, a line a
query: {"ranking": [{"id": ..., "score": ...}]}, higher is better; a memory that is left out was not returned.
"""

import json
import os
import selectors
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Thread
from typing import IO, Any

from memassets.kernel import policy
from memassets.kernel.ports import Unavailable

_CHUNK_BYTES = 65536
_LONGEST_ANSWER_BYTES = 2**26  # a million rows a line; what is longer is no answer


class CommandRanker:
    """Each call of `rank` starts the command once and ends it; words are split as a shell would, and no shell runs."""

    def __init__(self, command: str) -> None:
        try:
            self._arguments = shlex.split(command)
        except ValueError as wrong:
            raise ValueError(f"--ranker {command!r}: {wrong}") from None
        if not self._arguments:
            raise ValueError("--ranker: the command is empty")
        self.id = f"ranker {command}"

    def rank(self, memories: Sequence[tuple[str, str]], queries: Sequence[str]) -> list[list[tuple[str, float | None]]]:
        """The command's answers; Unavailable names the query at which it died, hung or answered something else."""
        asked = {"memories": [{"id": name, "text": text} for name, text in memories]}
        lines = "".join(json.dumps(line) + "\n" for line in (asked, *({"query": query} for query in queries)))
        with tempfile.TemporaryFile() as complaints:
            try:
                command = subprocess.Popen(
                    self._arguments,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=complaints,
                    start_new_session=True,
                )
            except OSError as wrong:
                raise Unavailable(f"the ranker command cannot be run: {wrong}") from None
            assert command.stdin and command.stdout
            feeder = Thread(target=_fed, args=(command.stdin, lines.encode()), daemon=True)
            feeder.start()
            try:
                found = [
                    _ranking(line, f"query {place} of {len(queries)}")
                    for place, line in enumerate(_lines(command, len(queries), complaints), start=1)
                ]
            finally:
                _ended(command)
                feeder.join()
                command.stdout.close()
            return found


def _fed(pipe: IO[bytes], content: bytes) -> None:
    # a command that stopped reading is found out by what it did not answer
    with suppress(OSError):
        pipe.write(content)
    with suppress(OSError):
        pipe.close()


def _lines(command: subprocess.Popen[bytes], count: int, complaints: IO[bytes]) -> Iterator[bytes]:
    """The first `count` lines that a command prints."""
    assert command.stdout
    held = b""
    with selectors.DefaultSelector() as ready:
        ready.register(command.stdout, selectors.EVENT_READ)
        for place in range(1, count + 1):
            while b"\n" not in held:
                if not ready.select(policy.RANKER_ANSWER_SECONDS):
                    raise Unavailable(
                        f"the ranker command did not answer query {place} of {count}"
                        f" within {policy.RANKER_ANSWER_SECONDS} seconds"
                    )
                chunk = os.read(command.stdout.fileno(), _CHUNK_BYTES)
                if not chunk:
                    raise Unavailable(
                        f"the ranker command ended ({_how(command)}) before it answered query {place} of {count}"
                        + _last_words(complaints)
                    )
                held += chunk
                if len(held) > _LONGEST_ANSWER_BYTES:
                    raise Unavailable(f"the ranker command's answer to query {place} of {count} does not end")
            line, _, held = held.partition(b"\n")
            yield line


def _how(command: subprocess.Popen[bytes]) -> str:
    try:
        code = command.wait(policy.RANKER_ANSWER_SECONDS)
    except subprocess.TimeoutExpired:
        return "its output closed"
    return f"exit {code}" if code >= 0 else f"signal {-code}"


def _last_words(complaints: IO[bytes]) -> str:
    complaints.seek(0)
    said = complaints.read(_LONGEST_ANSWER_BYTES).decode(errors="replace").strip().splitlines()
    return f": {said[-1].strip()[:300]}" if said else ""


def _ended(command: subprocess.Popen[bytes]) -> None:
    """End the command and what it started; it leads a session of its own."""
    with suppress(ProcessLookupError):
        os.killpg(command.pid, signal.SIGKILL)
    command.wait()


def _ranking(line: bytes, where: str) -> list[tuple[str, float | None]]:
    try:
        # json, not orjson: what is not a number has to be seen, to be named as such
        answer: Any = json.loads(line)
        return [(str(row["id"]), _score(row)) for row in answer["ranking"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        shown = line[:80].decode(errors="replace")
        raise Unavailable(
            f'the ranker command answered {where} with {shown!r}, not with {{"ranking": [{{"id": ..., "score": ...}}]}}'
        ) from None


def _score(row: dict[str, Any]) -> float | None:
    score = row.get("score")
    if score is None:
        return None
    if isinstance(score, bool) or not isinstance(score, int | float):
        raise TypeError(score)
    return float(score)
