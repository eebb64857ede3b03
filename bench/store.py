"""A store's plan from 1,000 to 100,000 memories, and the search for its neighbours beside its peers.

    python -m bench.store [--rows 1000,10000,100000]

First the pairs above the fold cosine, over seeded groups in 256 dimensions and over the vectors of the `fake` embedder
that the nightly run pins. `memassets` is what the plan uses, `product` compares all whole, block by block, and `ivf` is
faiss's inverted file, whose probes are doubled until an audited sample shows .999 of the pairs. The audit is the same
for all: of 1,000 seeded rows, how many of the pairs that an exact product finds. Then the whole plan, by stage.

Some pairs of the `fake` embedder lie at the threshold itself, 23/25: `memassets` leaves these out, the peers as their
sums are rounded. Processor and wall seconds and peak memory; each subject runs in a process of its own. `ivf` needs
faiss-cpu, which comes with the extra `bench`.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import polars as pl

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.backends.static_embedder import normalised
from memassets.kernel import fixtures, policy
from memassets.kernel.ports import Vectors
from memassets.merge import folding
from memassets.merge.judging import OfflineJudge
from memassets.read import facts, flips, topics
from memassets.store import cosines, near, neighbours, plan

_ROWS: Final = (1_000, 10_000, 100_000)
_DIMENSIONS: Final = 256
_AUDITED_ROWS: Final = 1_000
_RECALL: Final = 0.999
_MOST_PEER_ROWS: Final = {("product", "fake"): 10_000}  # minutes beyond


def memories(rows: int) -> pl.DataFrame:
    """Active memories: seeded facts, every tenth in other case too, every twentieth flipped; the rest is one series."""
    content = fixtures.content(topics.FIXTURE)
    found = facts.facts(topics.topics(content), topics.words(content), 1, rows * 85 // 100)
    found = found.filter(status="active").select("id", "gist", "body", "type", "created", scope=pl.lit(""))
    copies, flipped = found.gather_every(10), found.gather_every(20)
    series = found.head(rows - len(found) - len(copies) - len(flipped))
    frames = [
        found,
        copies.with_columns(pl.col("id") + "-copy", pl.col("gist").str.to_lowercase()),
        flipped.with_columns(pl.col("id") + "-flip", gist=pl.Series([_flip(gist) for gist in flipped["gist"]])),
        series.with_columns(pl.col("id") + "-run", gist=pl.Series([_run(at) for at in range(series.height)])),
    ]
    return pl.concat(frames)


def _flip(gist: str) -> str:
    return flips.numeric(gist) or flips.negation(gist)


def _run(at: int) -> str:
    return f"Build {at} of the night run of the label service ended green on the north shelf after {at % 40} minutes."


def _grouped(rows: int) -> Vectors:
    """Groups of twenty around seeded centres, from nearly equal to far apart."""
    random = np.random.default_rng(1)
    centres = normalised(random.standard_normal((rows // 20, _DIMENSIONS)).astype(np.float32))
    noise = normalised(random.standard_normal((rows, _DIMENSIONS)).astype(np.float32))
    apart = random.uniform(0.1, 0.9, (rows, 1)).astype(np.float32)
    return normalised(centres[random.integers(len(centres), size=rows)] + apart * noise)


def _fake(rows: int) -> Vectors:
    found = memories(rows)
    return neighbours.vectors(found, FakeEmbedder())


_VECTORS: Final[dict[str, Callable[[int], Vectors]]] = {"grouped": _grouped, "fake": _fake}


# subjects: each gives the pairs above the threshold as sorted numbers, and what it says of itself --------------------


def _memassets(vectors: Vectors) -> tuple[cosines.Rows, str]:
    found = cosines.pairs_above(vectors, policy.FOLD_COSINE)
    return np.sort(found.first * len(vectors) + found.other), ""


def _product(vectors: Vectors, block: int = 2048) -> tuple[cosines.Rows, str]:
    found = []
    for at in range(0, len(vectors), block):
        first, other = np.nonzero(np.triu(vectors[at : at + block] @ vectors[at:].T > policy.FOLD_COSINE, k=1))
        found.append((at + first) * len(vectors) + at + other)
    return np.sort(np.concatenate(found)), ""


def _ivf(vectors: Vectors) -> tuple[cosines.Rows, str]:
    import faiss

    faiss.omp_set_num_threads(1)
    lists = round(4 * len(vectors) ** 0.5)
    index = faiss.IndexIVFFlat(faiss.IndexFlatIP(vectors.shape[1]), vectors.shape[1], lists, faiss.METRIC_INNER_PRODUCT)
    index.cp.max_points_per_centroid, index.cp.min_points_per_centroid, index.cp.niter = 50, 1, 8
    index.train(vectors)
    index.add(vectors)
    rows = _audited(len(vectors))
    true = _pairs_of(vectors, rows)
    while _share(true, _ranged(index, vectors, rows)) < _RECALL and index.nprobe < lists:
        index.nprobe = min(lists, 2 * index.nprobe)
    return _ranged(index, vectors, np.arange(len(vectors))), f"{index.nprobe} of {lists} lists"


def _ranged(index: Any, vectors: Vectors, rows: cosines.Rows) -> cosines.Rows:
    limits, _, found = index.range_search(vectors[rows], policy.FOLD_COSINE)
    return _numbered(np.repeat(rows, np.diff(limits.astype(np.int64))), found, len(vectors))


_SUBJECTS: Final[dict[str, Callable[[Vectors], tuple[cosines.Rows, str]]]] = {
    "memassets": _memassets,
    "product": _product,
    "ivf": _ivf,
}


# the audit ------------------------------------------------------------------------------------------------------------


def _audited(rows: int) -> cosines.Rows:
    return np.sort(np.random.default_rng(2).choice(rows, min(rows, _AUDITED_ROWS), replace=False))


def _pairs_of(vectors: Vectors, rows: cosines.Rows) -> cosines.Rows:
    """The pairs above the threshold that these rows are in; at the threshold is not above it, however it is rounded."""
    first, other = np.nonzero(vectors[rows] @ vectors.T > policy.FOLD_COSINE + 1e-6)
    return _numbered(rows[first], other, len(vectors))


def _numbered(first: cosines.Rows, other: cosines.Rows, rows: int) -> cosines.Rows:
    """Pairs as one number each, whichever row was asked for; without a row and itself."""
    told = np.minimum(first, other) * rows + np.maximum(first, other)
    return np.unique(told[first != other])


def _share(true: cosines.Rows, found: cosines.Rows) -> float:
    return float(np.isin(true, found).mean()) if len(true) else 1.0


def _searched(subject: str, kind: str, rows: int) -> dict[str, Any]:
    vectors = _VECTORS[kind](rows)
    clock, wall = time.process_time(), time.perf_counter()
    found, note = _SUBJECTS[subject](vectors)
    spent, waited, peak = time.process_time() - clock, time.perf_counter() - wall, _peak()
    recall = _share(_pairs_of(vectors, _audited(rows := len(vectors))), found)
    return {
        "vectors": kind,
        "rows": rows,
        "search": subject,
        "s": spent,
        "wall s": waited,
        "peak MB": peak,
        "pairs": len(found),
        "audited recall": recall,
        "note": note,
    }


# the plan -------------------------------------------------------------------------------------------------------------

# what each stage of a plan is called by, and its place
_STAGES: Final = {
    "embed": (FakeEmbedder, "embed"),
    "cosines": (cosines, "pairs_above"),
    "claims": (near, "near_pairs"),
    "components": (neighbours, "components"),
    "judge": (OfflineJudge, "partition"),
    "filter": (folding, "fold"),
}


def _planned(rows: int) -> dict[str, Any]:
    """The processor seconds of a plan, whole and by stage."""
    asked = memories(rows)
    spent = dict.fromkeys(_STAGES, 0.0)

    def clocked(stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            start = time.process_time()
            try:
                return work(*given, **named)
            finally:
                spent[stage] += time.process_time() - start

        return run

    for stage, (owner, name) in _STAGES.items():
        setattr(owner, name, clocked(stage, getattr(owner, name)))
    start = time.process_time()
    found, counts = plan.plan(asked, FakeEmbedder(), OfflineJudge())
    whole = time.process_time() - start
    return {
        "rows": asked.height,
        "s": whole,
        **spent,
        "rest": whole - sum(spent.values()),
        "peak MB": _peak(),
        "parts": counts.components,
        "groups": counts.groups,
        "looked at": found.height,
    }


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _alone(*asked: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.store", "--one", *asked]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return found


def _printed(row: dict[str, Any], *, head: bool) -> None:
    if head:
        print("  ".join(f"{name:>10}" for name in row))
    print("  ".join(f"{_cell(value):>{max(10, len(name))}}" for name, value in row.items()), flush=True)


def _cell(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def main() -> None:
    """Print the two tables, or, as the child process, one row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default=",".join(map(str, _ROWS)))
    parser.add_argument("--one", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        kind, *rest = given.one
        print(json.dumps(_planned(int(rest[0])) if kind == "plan" else _searched(rest[0], kind, int(rest[1]))))
        return
    sizes = [int(rows) for rows in given.rows.split(",")]
    asked = [(kind, subject, rows) for kind in _VECTORS for rows in sizes for subject in _SUBJECTS]
    asked = [one for one in asked if one[2] <= _MOST_PEER_ROWS.get((one[1], one[0]), one[2])]
    for place, (kind, subject, rows) in enumerate(asked):
        _printed(_alone(kind, subject, str(rows)), head=place == 0)
    print("\nthe plan, with the fake embedder: processor seconds by stage")
    for place, rows in enumerate(sizes):
        _printed(_alone("plan", str(rows)), head=place == 0)


if __name__ == "__main__":
    main()
