"""How fast candidates are judged against a long transcript, and in how much memory, beside the reader alone.

    python -m bench.write [--mb 200] [--candidates 10000]

One row a subject: MB of transcript and candidates per processor second, peak memory, and that over the file's size.
Each subject runs in a process of its own, so that its peak is its own. Half of the candidates are honest; the others
have one letter of a quote changed.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import orjson

from memassets.formats.rows import Skip
from memassets.write.decisions import decide
from memassets.write.proposals import candidate
from memassets.write.rules.case import Holdings
from memassets.write.sessions import records

_SYLLABLES = "ka lo mi ren sta vu dor bel fin gra hol jet nok pil que ris tam ulv yar zed".split()
_SEED = 7


def _words(random: Random, vocabulary: list[str], count: int) -> str:
    return " ".join(random.choices(vocabulary, k=count))


def _turns(random: Random, vocabulary: list[str]) -> Iterator[tuple[str, str]]:
    """Turns in the mix of a working session: short words of the user, longer answers, and long tool results."""
    while True:
        yield "user", _words(random, vocabulary, random.randint(12, 60)).capitalize() + "."
        yield "assistant", _words(random, vocabulary, random.randint(20, 200)).capitalize() + "."
        lines = [f"{n:6}→{_words(random, vocabulary, 9)}" for n in range(random.randint(5, 120))]
        yield "tool", "\n".join(lines)


def _write(folder: Path, size: int, count: int) -> None:
    """A transcript of about `size` bytes, and `count` candidates that quote it."""
    random = Random(_SEED)
    vocabulary = ["".join(random.choices(_SYLLABLES, k=random.randint(1, 4))) for _ in range(20_000)]
    said: list[str] = []
    written = number = 0
    with (folder / "session.jsonl").open("wb") as lines:
        for number, (role, text) in enumerate(_turns(random, vocabulary)):
            if written >= size:
                break
            content: object = text
            if role == "tool":
                content = [{"type": "tool_result", "tool_use_id": f"t{number}", "content": text}]
            elif role == "user":
                said.append(text)
            speaker = "assistant" if role == "assistant" else "user"
            event = {
                "type": speaker,
                "uuid": f"m{number}",
                "sessionId": "long",
                "isSidechain": False,
                "timestamp": "2026-05-01T10:00:00.000Z",
                "message": {"role": speaker, "content": content},
            }
            written += lines.write(orjson.dumps(event) + b"\n")
    with (folder / "candidates.jsonl").open("wb") as lines:
        for place in range(count):
            quotes = [" ".join(random.choice(said).split()[2:11]) for _ in range(2)]
            claim = f"{quotes[0].split()[0]} comes with {quotes[1].split()[0]}".capitalize()
            if place % 2:
                quotes[1] = quotes[1][:-3] + "#" + quotes[1][-2:]
            evidence = [{"session": "long", "quote": quote} for quote in quotes]
            lines.write(orjson.dumps({"gist": claim, "title": f"Note {place}", "evidence": evidence}) + b"\n")


def _measure(subject: str, folder: Path) -> dict[str, float]:
    skipped: list[Skip] = []
    rows = records([folder / "session.jsonl"], skipped)
    lines = (folder / "candidates.jsonl").read_bytes().splitlines() if subject == "gate" else []
    proposed = [candidate(orjson.loads(line)) for line in lines]
    start = time.process_time()
    if subject == "reader":
        admitted = -sum(1 for _ in rows)
    else:
        admitted = sum(one.admitted for one in decide(proposed, rows, Holdings()))
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": seconds, "peak": peak, "admitted": admitted}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=int, default=200, help="size of the generated transcript")
    parser.add_argument("--candidates", type=int, default=10_000)
    parser.add_argument("--subject", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.subject:
        print(json.dumps(_measure(options.subject, options.folder)))
        return
    print(f"{'subject':8} {'seconds':>8} {'MB/s':>6} {'cand./s':>8} {'peak MB':>8} {'of file':>8} {'admitted':>9}")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        _write(folder, options.mb * 1024 * 1024, options.candidates)
        megabytes = (folder / "session.jsonl").stat().st_size / 1024 / 1024
        for subject in ("reader", "gate"):
            command = [sys.executable, "-m", "bench.write", "--subject", subject, "--folder", made]
            ran = subprocess.run(command, capture_output=True, text=True, check=True)
            found = json.loads(ran.stdout)
            rate = f"{options.candidates / found['seconds']:8.0f}" if subject == "gate" else " " * 8
            shown = f"{found['admitted']:9.0f}" if subject == "gate" else " " * 9
            print(
                f"{subject:8} {found['seconds']:8.1f} {megabytes / found['seconds']:6.1f} {rate}"
                f" {found['peak']:8.0f} {found['peak'] / megabytes:8.2f} {shown}"
            )


if __name__ == "__main__":
    main()
