"""The read gate from 300 to 100,000 rows, its start-up, and its lexical arm beside bm25s and rank_bm25.

    python -m bench.read [--rows 300,1000,5000,20000,100000]

Processor seconds and peak memory; each subject runs in a process of its own, so that its peak is its own. Peers come
with the extra `bench`. Ratios hold from machine to machine, seconds do not.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, Final

_ROWS: Final = (300, 1_000, 5_000, 20_000, 100_000)
_ROUNDS: Final = 5
_SHELL_TARGET: Final = 2.0  # times `import numpy, polars`, whole process


def _gate(rows: int) -> dict[str, float]:
    from memassets.backends.embedders import embedder_for
    from memassets.kernel import policy
    from memassets.read import evaluation

    start = time.process_time()
    found = evaluation.evaluate(
        seed=policy.READ_SEED,
        size=rows,
        asked=policy.READ_PROBES,
        floor=policy.MRR_FLOOR,
        embedder=embedder_for("fake"),
        mode="fake",
    ).verdict
    return {
        "seconds": time.process_time() - start,
        "rows": found.measured["corpusSize"],
        "inversions": len(found.measured["inversions"]),
        "ties": found.measured["ties"],
        "passed": found.passed,
    }


def _corpus(rows: int) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Tokens of the corpus and of its queries, the same for every ranker."""
    from memassets.kernel import fixtures, policy
    from memassets.kernel.text import claim, normal
    from memassets.read import facts, probes, topics

    content = fixtures.content(topics.FIXTURE)
    words = topics.words(content)
    corpus = facts.facts(topics.topics(content), words, policy.READ_SEED, rows)
    asked = probes.probes(corpus, policy.READ_PROBES, words.synonyms)

    def kept(text: str) -> tuple[str, ...]:
        return tuple(t for t in claim.Claim(text).tokens if t not in normal.STOP_WORDS)

    return [kept(text) for text in corpus["gist"]], [kept(query) for query in asked["query"]]


def _lexical(make: Callable[[list[tuple[str, ...]]], Callable[[tuple[str, ...]], Any]], rows: int) -> dict[str, float]:
    documents, queries = _corpus(rows)
    start = time.process_time()
    ask = make(documents)
    built = time.process_time()
    best = [ask(query) for query in queries]
    asked = time.process_time()
    return {
        "build": built - start,
        "milliseconds": 1000 * (asked - built) / len(queries),
        "checksum": round(float(sum(float(scores.max()) for scores in best)), 1),
    }


def _ours(documents: list[tuple[str, ...]]) -> Callable[[tuple[str, ...]], Any]:
    from memassets.read.bm25 import Bm25

    return Bm25(documents).scores


def _bm25s(documents: list[tuple[str, ...]]) -> Callable[[tuple[str, ...]], Any]:
    import bm25s

    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    index.index([list(tokens) for tokens in documents], show_progress=False)
    return lambda query: index.get_scores(list(query))


def _rank_bm25(documents: list[tuple[str, ...]]) -> Callable[[tuple[str, ...]], Any]:
    import rank_bm25

    index = rank_bm25.BM25Okapi([list(tokens) for tokens in documents], k1=1.2, b=0.75)
    return lambda query: index.get_scores(list(query))


_SUBJECTS: Final[dict[str, Callable[[int], dict[str, float]]]] = {
    "gate": _gate,
    "memassets": lambda rows: _lexical(_ours, rows),
    "bm25s": lambda rows: _lexical(_bm25s, rows),
    "rank_bm25": lambda rows: _lexical(_rank_bm25, rows),
}


def _alone(subject: str, rows: int) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.read", "--subject", subject, "--rows", str(rows)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def _seconds(*arguments: str) -> float:
    """The median processor time of a whole Python process."""
    spent = []
    for _ in range(_ROUNDS):
        before = os.times()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        after = os.times()
        spent.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return statistics.median(spent)


def main() -> None:
    """Print the tables, or, as the child process, one subject's figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", default=",".join(map(str, _ROWS)))
    parser.add_argument("--subject", choices=sorted(_SUBJECTS), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    sizes = [int(rows) for rows in asked.rows.split(",")]
    if asked.subject:
        found = _SUBJECTS[asked.subject](sizes[0])
        found["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(found))
        return

    bare = _seconds("-c", "import numpy, polars")
    whole = _seconds("-m", "memassets", "eval", "discriminate")
    print(f"whole process: {whole:.2f} s, import numpy, polars {bare:.2f} s, ratio {whole / bare:.2f}", end="")
    print(f" (target {_SHELL_TARGET})\n")
    print(f"{'rows asked':>10} {'corpus':>8} {'s':>8} {'peak MB':>8} {'inversions':>10} {'ties':>5} passed")
    for rows in sizes:
        row = _alone("gate", rows)
        print(
            f"{rows:>10} {row['rows']:>8} {row['seconds']:>8.2f} {row['peak']:>8.0f} {row['inversions']:>10}"
            f" {row['ties']:>5} {bool(row['passed'])}"
        )
    print(f"\n{'rows':>10} {'lexical arm':>12} {'build s':>8} {'ms a query':>10} {'ratio':>6} {'peak MB':>8}")
    for rows in sizes:
        ours = _alone("memassets", rows)
        for name in ("memassets", "bm25s", "rank_bm25"):
            row = ours if name == "memassets" else _alone(name, rows)
            print(
                f"{rows:>10} {name:>12} {row['build']:>8.2f} {row['milliseconds']:>10.3f}"
                f" {row['milliseconds'] / ours['milliseconds']:>6.1f} {row['peak']:>8.0f}"
            )


if __name__ == "__main__":
    main()
