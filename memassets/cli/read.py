"""The read path at the shell: eval discriminate, freeze read, explain rank."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import polars as pl

from memassets.backends.command_ranker import CommandRanker
from memassets.backends.embedders import MODES, embedder_for, vectors_file
from memassets.cli import cases, envelope, verdicts
from memassets.formats import times
from memassets.kernel import fixtures, policy
from memassets.kernel.ports import Embedder, Unavailable
from memassets.kernel.verdict import Verdict

CODE = "ERR_DISCRIMINATION_FAILED"
_IN = click.Path(exists=True, dir_okay=False, path_type=Path)
_OUT = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option("--mode", type=click.Choice(MODES), default="fake", show_default=True, help="The embedder.")
@click.option("--model", default="", help="local: a folder with an ONNX sentence model; live: a Bedrock model id.")
@click.option("--ranker", "command", metavar="CMD", help="A retrieval of your own: JSON lines in, JSON lines out.")
@click.option("--seed", type=click.IntRange(min=0), default=policy.READ_SEED, show_default=True)
@click.option("--size", type=click.IntRange(min=1), default=policy.READ_SIZE_ROWS, show_default=True, help="Facts.")
@click.option("--probes", type=click.IntRange(min=1), default=policy.READ_PROBES, show_default=True, help="Targets.")
@click.option("--mrr-floor", type=click.FloatRange(0, 1), default=policy.MRR_FLOOR, show_default=True)
@click.option(
    "--vault",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Ask it of the memories in this folder instead of the seeded corpus.",
)
@click.option("--baseline", "report", type=_IN, help="A report of an earlier run: every probe that got worse is named.")
@click.option("--paired", is_flag=True, help="Ask for each twin as well: how many pairs are right both ways round.")
@click.option("--junit", type=_OUT, help="Write the outcome of every question as JUnit XML.")
@click.option("--run", type=_OUT, help="Write the ranks as a TREC run.")
@click.option("--qrels", type=_OUT, help="Write what is relevant as TREC qrels.")
@envelope.output_options
def discriminate(
    mode: str,
    model: str,
    command: str | None,
    vault: Path | None,
    human: bool | None,
    dense: bool,
    **asked: Any,
) -> None:
    """The read gate: does retrieval rank the right memory above its own wrong twin?"""
    extra: dict[str, Any] = {}
    try:
        embedder = _embedder(mode, model)
        ranker = CommandRanker(command) if command else None
        if ranker and mode != "fake":
            raise ValueError("--ranker goes without --mode: the mode is the embedder of the built-in ranker")
        if vault is None:
            found = _seeded(embedder, ranker, mode, asked, extra)
        else:
            _refuse_seeded_only(asked)
            from memassets.store import evaluation as store_evaluation

            found = store_evaluation.evaluate(
                vault,
                seed=asked["seed"],
                asked=asked["probes"],
                floor=asked["mrr_floor"],
                embedder=embedder,
                mode="ranker" if ranker else mode,
                ranker=ranker,
            )
    except Unavailable as reason:
        from memassets.read import evaluation

        found = evaluation.unmeasured(
            "ranker" if command else mode,
            str(reason),
            seed=asked["seed"],
            size=asked["size"],
            asked=asked["probes"],
            floor=asked["mrr_floor"],
        )
    except ValueError as wrong:
        raise click.UsageError(str(wrong)) from None
    verdicts.finish(found, "eval.discrimination", CODE, human=human, dense=dense, extra=extra)


def _embedder(mode: str, model: str) -> Embedder:
    return embedder_for(mode, model, vectors_file(os.environ.get("MEMASSETS_CACHE", "")) if mode == "live" else None)


def _seeded(
    embedder: Embedder, ranker: CommandRanker | None, mode: str, asked: dict[str, Any], extra: dict[str, Any]
) -> Verdict:
    """The seeded corpus's verdict, the files asked for written; what `--paired` measured goes into `extra`."""
    from memassets.read import baseline, evaluation

    parameters: dict[str, Any] = {"seed": asked["seed"], "size": asked["size"], "asked": asked["probes"]}
    committed = None
    if asked["report"]:
        try:
            committed = baseline.committed_ranks(asked["report"].read_bytes(), **parameters)
        except ValueError as wrong:
            raise ValueError(f"--baseline {asked['report']}: {wrong}") from None
    found = evaluation.evaluate(
        **parameters,
        floor=asked["mrr_floor"],
        embedder=embedder,
        mode="ranker" if ranker else mode,
        ranker=ranker,
        committed=committed,
    )
    if asked["paired"]:
        from memassets.read import paired

        extra["paired"] = paired.summary(
            paired.paired(found.facts, found.probes, found.twins, found.rankings, found.synonyms, embedder, ranker)
        )
    if any(asked[flag] for flag in ("junit", "run", "qrels")):
        _write_files(found.rankings, found.verdict, asked)
    return found.verdict


def _write_files(rankings: pl.DataFrame, found: Verdict, asked: dict[str, Any]) -> None:
    """The files asked for beside the report; ValueError names the flag of one that cannot be written."""
    from memassets.read import interchange

    written: dict[str, Callable[[], bytes]] = {
        "junit": lambda: interchange.junit(rankings, found),
        "run": lambda: interchange.trec_run(rankings).encode(),
        "qrels": lambda: interchange.trec_qrels(rankings).encode(),
    }
    for flag, content in written.items():
        if asked[flag]:
            try:
                asked[flag].write_bytes(content())
            except OSError as wrong:
                raise ValueError(f"--{flag} {asked[flag]}: {wrong.strerror}") from None


def _refuse_seeded_only(asked: dict[str, Any]) -> None:
    for name, flag in (
        ("report", "--baseline"),
        ("paired", "--paired"),
        ("junit", "--junit"),
        ("run", "--run"),
        ("qrels", "--qrels"),
    ):
        if asked[name]:
            raise ValueError(f"{flag} goes with the seeded corpus, not with --vault")


@click.command("read")
@envelope.output_options
def freeze(human: bool | None, dense: bool) -> None:
    """Freeze the rank of every probe of the default corpus; refused while the gate is red."""
    from memassets.backends import object_store
    from memassets.read import baseline, evaluation, verdict

    asked: dict[str, Any] = {"seed": policy.READ_SEED, "size": policy.READ_SIZE_ROWS, "asked": policy.READ_PROBES}
    found = evaluation.evaluate(**asked, floor=policy.MRR_FLOOR, embedder=embedder_for("fake"), mode="fake")
    standing = [b for b in found.verdict.breaches if b.code not in ("worse-than-frozen", "no-baseline")]
    if standing:
        raise envelope.Failure(
            CODE, f"Not frozen: {standing[0].sentence}", "A baseline is taken only of a gate that passes."
        )
    ranks = verdict.frozen_ranks(found.rankings)
    before = found.frozen["ranks"] if found.frozen else {}
    changed = {
        question: {"was": before.get(question), "now": ranks.get(question)}
        for question in sorted({*before, *ranks})
        if before.get(question) != ranks.get(question)
    }
    target = fixtures.root() / baseline.FIXTURE
    object_store.write_bytes(str(target), baseline.written(ranks, found.verdict.basis, **asked))
    envelope.emit("freeze.read", {"file": baseline.FIXTURE, "questions": len(ranks), "changed": changed}, dense=dense)


@click.command()
@cases.case_file
def rank(file: Path | None) -> None:
    """Rank the memories of each case for its query."""
    cases.answer_each(file, rank_case)


def rank_case(case: dict[str, Any]) -> dict[str, Any]:
    """{query, memories} -> {ranking, excluded, abstain}: KeyError or TypeError for a case that lacks them.

    Of a memory also its scope and when it was created; of the case `caller_scope` and `k`, how many results. With
    `scores`, those of a ranker of the user's own, `gate` says whether they tell anything, and `reason` what is wrong.
    """
    from memassets.read import answers, foreign

    memories = [
        answers.Row(
            str(m["id"]),
            str(m["gist"]),
            str(m.get("body", "")),
            _status(m),
            str(m.get("scope") or ""),
            times.instant(str(m.get("created") or "")),
        )
        for m in case["memories"]
    ]
    scope, count = case.get("caller_scope"), case.get("k")
    found = answers.answer(str(case["query"]), memories, embedder_for("fake"), scope=scope, count=count)
    answered: dict[str, Any] = {
        "ranking": [{"id": row, "rank": place, "score": round(score, 6)} for row, place, score in found.ranking],
        "excluded": list(found.excluded),
        "abstain": found.abstain,
    }
    if found.copies:
        answered["copies"] = found.copies
    if found.conflicts:
        answered["conflicts"] = found.conflicts
    if "scores" in case:
        faults = foreign.faults(list(case["scores"].items()), [memory.id for memory in memories])
        answered |= {"gate": "fail", "reason": faults[0].replace(" ", "-")} if faults else {"gate": "pass"}
    return answered


def _status(memory: dict[str, Any]) -> str:
    """A memory that names its successor is not active, whatever its status says."""
    return "superseded" if memory.get("superseded_by") else str(memory.get("status", "active"))
