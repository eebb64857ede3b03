"""The write gate over a long transcript and many candidates: rate, and memory beside the file's size.

    python -m bench.write [--mb 200] [--candidates 10000]

The transcript is streamed once; the bare JSON parser reads the same file in the same run. Each subject runs in a
process of its own, so that its peak is its own.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final

import orjson

_SYLLABLES: Final = "ba ke li mo nu ra se ti vo zu har pel dan mir kos lun".split()


def _write(path: Path, size: int, wanted: int) -> list[dict[str, object]]:
    """A plain transcript of at least `size` bytes, and candidates that quote it from end to end."""
    random = Random(7)
    words = ["".join(random.choices(_SYLLABLES, k=random.randint(1, 4))) for _ in range(20_000)]
    found: list[dict[str, object]] = []
    written = turn = 0
    with path.open("wb") as file:
        while written < size:
            turn += 1
            text = " ".join(random.choices(words, k=60)) + f" ticket T-{turn} took {turn % 97} minutes."
            line = orjson.dumps({"role": ("user", "assistant")[turn % 2], "content": text}) + b"\n"
            written += file.write(line)
            if written > len(found) * size / (wanted + 1) and len(found) < wanted:
                quote = text[-90:].split(" ", 1)[1]
                found.append({"turn": turn, "quote": quote, "minutes": turn % 97, "ticket": f"T-{turn}"})
    return found


def _judged(path: Path, proposals: Path) -> dict[str, float]:
    from memassets.formats.rows import Record
    from memassets.formats.sessions import read_session
    from memassets.write.candidates import Candidate, Evidence
    from memassets.write.decisions import decide
    from memassets.write.rules.case import Holdings

    session = next(row.session for row in read_session(path) if isinstance(row, Record))
    rows = orjson.loads(proposals.read_bytes())
    proposed = [
        Candidate(
            f"It took {row['minutes']} minutes for {row['ticket']}.", (Evidence(session, row["quote"]),), body="b"
        )
        for row in rows
    ]
    start = _spent()
    records = (row for row in read_session(path) if isinstance(row, Record))
    decided = decide(proposed, records, Holdings(), minimum=1)
    return {"seconds": _spent() - start, "admitted": sum(one.admitted for one in decided)}


def _parsed(path: Path) -> dict[str, float]:
    start = _spent()
    with path.open("rb") as file:
        rows = sum(1 for line in file if orjson.loads(line))
    return {"seconds": _spent() - start, "rows": rows}


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the table, or, as the child process, one subject's figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=int, default=200)
    parser.add_argument("--candidates", type=int, default=10_000)
    parser.add_argument("--subject", choices=("gate", "parser"), help=argparse.SUPPRESS)
    parser.add_argument("--path", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.subject:
        proposals = asked.path.with_suffix(".proposals")
        found = _judged(asked.path, proposals) if asked.subject == "gate" else _parsed(asked.path)
        print(json.dumps({**found, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        path.with_suffix(".proposals").write_bytes(orjson.dumps(_write(path, asked.mb * 1_000_000, asked.candidates)))
        size = path.stat().st_size / 1e6
        print(f"{size:.0f} MB, {asked.candidates} candidates\n{'':>8} {'s':>7} {'MB/s':>7} {'peak MB':>8} admitted")
        for subject in ("parser", "gate"):
            command = [sys.executable, "-m", "bench.write", "--subject", subject, "--path", str(path)]
            row = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            print(
                f"{subject:>8} {row['seconds']:>7.2f} {size / row['seconds']:>7.1f} {row['peak']:>8.0f}"
                f" {int(row.get('admitted', 0)) or ''}"
            )


if __name__ == "__main__":
    main()
