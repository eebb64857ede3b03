"""Inversions and ties by mode, tier, family and polarity, with and without the discriminating step.

    python -m bench.read_modes [--seeds 20] [--model FOLDER ...] > docs/read-modes.md

A FOLDER holds an ONNX sentence model and its tokenizer; it is asked in `local` as `--mode local --model FOLDER` is.

Without the step the list is the fusion of the arms; a pair that the fusion scores alike is a tie.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from memassets.backends.cached_embedder import CachedEmbedder
from memassets.backends.embedders import embedder_for
from memassets.kernel import policy
from memassets.kernel.ports import Embedder
from memassets.read import evaluation, paired

_MODES = ("fake", "local")
_HEAD = """# The read gate by mode

Written by `python -m bench.read_modes`: {seeds} seeds, {probes} probes and {size} facts each. A pair is one question
and one twin. Counts stand as inversions / ties; "without" is the fusion of the two arms alone, "with" adds the
discriminating step.

- `fake` hashes words: the mode that CI measures. `local` holds static vectors of real geometry. `live` needs
  credentials and is not in the table: `memassets eval discriminate --mode live` measures it where there are some.
- `local` with a name is the ONNX sentence model in a folder of that name (extra `onnx`): a trained transformer.
- "Right both ways round" asks for each fact and for its twin, and counts a pair only where both are right. Lots drawn
  give a quarter, a ranker with a liking for one polarity gives 0. Nobody reworded the twins: no `paraphrase` there.
- Zero inversions here are zero on twins made by rules: one word exchanged, the rest of the sentence kept. They do not
  prove that a contradiction in other words, an irony, or a fact that time has overtaken is told apart. With no error
  among {probes} probes the true error rate may still be 3 in {probes} (rule of three).
- `hard` is reported, not gated: what stands there is what the ranker cannot do yet.
"""


def measured(mode: str, embedder: Embedder, seeds: int) -> tuple[pl.DataFrame, pl.DataFrame, int]:
    """The rankings of every seed, the pairs right both ways round, and how many seeds were green."""
    frames, both, green = [], [], 0
    for seed in range(1, seeds + 1):
        found = evaluation.evaluate(
            seed=seed,
            size=policy.READ_SIZE_ROWS,
            asked=policy.READ_PROBES,
            floor=policy.MRR_FLOOR,
            embedder=embedder,
            mode=mode,
        )
        frames.append(found.rankings)
        both.append(paired.paired(found.facts, found.probes, found.twins, found.rankings, found.synonyms, embedder))
        green += found.verdict.passed
    return pl.concat(frames), pl.concat(both), green


def table(rankings: pl.DataFrame) -> Iterator[str]:
    """One Markdown row a tier, family and polarity."""
    yield "| tier | family | polarity | pairs | without | with | cosine |"
    yield "| --- | --- | --- | --: | --: | --: | --: |"
    scored = rankings.with_columns(
        without_inverted=pl.col("target_fusion") < pl.col("control_fusion"),
        without_tie=pl.col("target_fusion") == pl.col("control_fusion"),
    )
    groups = scored.group_by("tier", "family", "polarity").agg(
        pairs=pl.len(),
        without_inverted=pl.col("without_inverted").sum(),
        without_tie=pl.col("without_tie").sum(),
        inverted=(pl.col("outcome") == "inverted").sum(),
        tie=(pl.col("outcome") == "tie").sum(),
        cosine=pl.col("cosine").mean(),
    )
    for row in groups.sort("tier", "family", "polarity").iter_rows(named=True):
        yield (
            f"| {row['tier']} | {row['family']} | {row['polarity']} | {row['pairs']}"
            f" | {row['without_inverted']} / {row['without_tie']} | {row['inverted']} / {row['tie']}"
            f" | {row['cosine']:.3f} |"
        )


def paired_table(both: pl.DataFrame) -> Iterator[str]:
    """One Markdown row a family: the pairs that are right both ways round, of all of them, in each tier."""
    yield f"| right both ways round | {' | '.join(paired.TIERS)} |"
    yield "| --- |" + " --: |" * len(paired.TIERS)
    for (family,), rows in both.group_by("family", maintain_order=True):
        counts = rows.group_by("tier").agg(pl.col("right", "pairs").sum()).rows_by_key("tier", unique=True)
        yield f"| {family} | " + " | ".join("{} of {}".format(*counts[tier]) for tier in paired.TIERS) + " |"


def main() -> None:
    """Print the page."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--seeds", type=int, default=20)
    given.add_argument("--model", action="append", default=[], metavar="FOLDER")
    asked = given.parse_args()
    seeds = asked.seeds
    print(_HEAD.format(seeds=seeds, probes=policy.READ_PROBES, size=policy.READ_SIZE_ROWS))
    for mode, model in [*((mode, "") for mode in _MODES), *(("local", folder) for folder in asked.model)]:
        with tempfile.TemporaryDirectory() as kept:
            embedder = embedder_for(mode, model)
            if model:  # a text stands in the tables of several questions
                embedder = CachedEmbedder(embedder, Path(kept) / "vectors.sqlite")
            rankings, both, green = measured(mode, embedder, seeds)
        title = f"{mode}, {Path(model).name}" if model else mode
        print(f"## {title}\n\nGreen for {green} of {seeds} seeds.\n")
        print("\n".join(paired_table(both)) + "\n")
        print("\n".join(table(rankings)) + "\n")


if __name__ == "__main__":
    main()
