"""The merge path at the shell: eval acceptance, freeze merge, explain fold."""

from pathlib import Path
from typing import Any

import click

from memassets.cli import cases, envelope, verdicts
from memassets.kernel.ports import Judge

CODE = "ERR_ACCEPTANCE_FAILED"

_SAME_SENTENCE = 0.5  # share of words from which two claims are told apart by what differs, not by all they say


@click.command()
@envelope.output_options
def acceptance(human: bool | None, dense: bool) -> None:
    """The merge gate: are duplicates folded, and contradictions never?"""
    from memassets.merge import evaluation

    verdicts.finish(evaluation.evaluate().verdict, "eval.acceptance", CODE, human=human, dense=dense)


@click.command("merge")
@envelope.output_options
def freeze(human: bool | None, dense: bool) -> None:
    """Freeze the stage of every labelled pair, and show what differs; refused while the gate is red."""
    from memassets.merge import evaluation, manifest

    found = evaluation.evaluate()
    rows = manifest.rows(found.decisions)
    verdicts.freeze(found.verdict, manifest.FIXTURE, rows, found.manifest, code=CODE, human=human, dense=dense)


@click.command("fold")
@click.option(
    "--judge",
    type=click.Choice(["given", "offline", "live"]),
    default="given",
    show_default=True,
    help="Whether the case's own grouping stands in for the judge, or a judge decides first.",
)
@click.option("--model", help="The Bedrock model or inference profile of the live judge.")
@cases.case_file
def fold(file: Path | None, judge: str, model: str | None) -> None:
    """Put the memories of each case through the fold path."""
    from memassets.store import judges

    if (judge == "live") != bool(model):
        raise click.UsageError("--judge live and --model go together.")
    asked = None if judge == "given" else judges.judge(judge, model or "")
    cases.answer_each(file, lambda case: fold_case(case, asked))


def fold_case(case: dict[str, Any], judge: Judge | None = None) -> dict[str, Any]:
    """{a, b} or {memories} -> {decision, reason, stage, keeper, conflict, survivors, provenance}.

    {sources, merged} -> whether the merged text may stand. KeyError, TypeError or ValueError for a case lacking them.
    """
    if "merged" in case:
        return _rewritten(case)
    from memassets.merge import folding, vetoes
    from memassets.merge.pairs import pairs

    given = case["memories"] if "memories" in case else [case["a"], case["b"]]
    members = [_member(memory) for memory in given]
    groups = judge.partition(members).groups if judge else (tuple(range(len(members))),)
    outcomes = [o for group in groups for o in folding.fold(pairs([members[at] for at in group])).outcomes]
    folded = [outcome for outcome in outcomes if outcome.folded]
    stopped = next((outcome for outcome in outcomes if not outcome.folded), None)
    apart = None if len(groups) == 1 or stopped else _apart(members, groups)
    stage = stopped.stage if stopped else apart[0] if apart else None
    reason = stopped.reason if stopped else apart[1] if apart else folded[0].reason
    if stage is None and any(memory.get("derived_from") == m.id for memory in given for m in members):
        reason = "derived-copy"
    origins = [str(memory[key]) for memory in given for key in ("provenance", "source") if key in memory]
    return {
        "decision": "keep" if stage else "fold",
        "reason": reason,
        "stage": stage,
        "keeper": None if stage else members[0].id,
        "conflict": reason in vetoes.CONFLICTS,
        "survivors": len(members) - len(folded),
        "provenance_union": list(dict.fromkeys(origins)),
        "detail": stopped.detail if stopped else "",
    }


def _apart(members: list[Any], groups: tuple[tuple[int, ...], ...]) -> tuple[str, Any]:
    """Why the judge left the first two groups apart: a veto on what is nearly one sentence, or simply another claim."""
    from memassets.kernel.text import claim
    from memassets.merge import vetoes

    one, other = (members[group[0]] for group in groups[:2])
    alike = claim.jaccard(one.claim, other.claim) >= _SAME_SENTENCE
    found = vetoes.objection(one, other) if alike else None
    return (found[0], found[1]) if found else ("judge", "different-claim")


def _member(memory: dict[str, Any]) -> Any:
    from memassets.merge.members import Member

    text = {key: str(memory.get(key) or "") for key in ("body", "type", "scope")}
    return Member(str(memory["id"]), str(memory["gist"]), **text)


def _rewritten(case: dict[str, Any]) -> dict[str, Any]:
    from memassets.merge import rewriting

    def whole(memory: dict[str, Any]) -> str:
        return f"{memory['gist']}\n{memory.get('body') or ''}".strip()

    found = rewriting.objection(whole(case["merged"]), [whole(source) for source in case["sources"]])
    if found is None:
        return {"decision": "accept_merged_text", "reason": "paraphrase"}
    reason, tokens = found
    return {"decision": "reject_merged_text", "reason": reason, "lost": tokens if reason == "lost-token" else []}
