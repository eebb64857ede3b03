"""The guard path at the shell: eval guard, freeze guard, explain sift."""

from pathlib import Path
from typing import Any

import click

from memassets.cli import cases, envelope, verdicts
from memassets.kernel import fixtures, policy

CODE = "ERR_GUARD_FAILED"


@click.command()
@click.option("--seed", type=click.IntRange(min=0), default=policy.GUARD_SEED, show_default=True)
@click.option(
    "--sessions", type=click.IntRange(min=1), default=policy.GUARD_SESSIONS, show_default=True, help="Of each class."
)
@click.option("--threshold", multiple=True, metavar="NAME=VALUE", help="Ask it at another threshold; repeatable.")
@envelope.output_options
def guard(seed: int, sessions: int, threshold: tuple[str, ...], human: bool | None, dense: bool) -> None:
    """The guard gate: are quotes of what the system emitted caught, and is talk kept?"""
    from memassets.guard import evaluation

    try:
        overrides = dict(map(threshold_value, threshold))
        found = evaluation.evaluate(overrides, seed=seed, sessions=sessions)
    except ValueError as wrong:
        raise click.BadParameter(str(wrong), param_hint="--threshold") from wrong
    sweep = found.sweep.to_dicts()
    verdicts.finish(found.verdict, "eval.guard", CODE, human=human, dense=dense, extra={"sweep": sweep})


def threshold_value(written: str) -> tuple[str, float]:
    """The name and value of "name=value"; ValueError for anything else."""
    name, equals, value = written.partition("=")
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not equals or number != number:
        raise ValueError(f"{written!r} is not NAME=VALUE with a number")
    return name.strip(), number


@click.command("guard")
@envelope.output_options
def freeze(human: bool | None, dense: bool) -> None:
    """Freeze the skill decisions of the labelled corpus; refused while the gate is red for another reason."""
    from memassets.backends import object_store
    from memassets.guard import evaluation, skills

    found = evaluation.evaluate()
    about_frozen = ("not-frozen", "frozen-edited", "fixture-not-frozen", "skill-drift")
    standing = [b for b in found.verdict.breaches if b.code not in about_frozen]
    if standing:
        raise envelope.Failure(
            CODE, f"Not frozen: {standing[0].sentence}", "Decisions are frozen of a gate that passes."
        )
    before = found.frozen["decisions"] if found.frozen else {}
    changed = {
        name: {"was": before.get(name), "now": found.decisions.get(name)}
        for name in skills.drift(found.decisions, before)
    }
    target = fixtures.root() / skills.FIXTURE
    object_store.write_bytes(str(target), skills.written(found.decisions, found.verdict.basis))
    payload = {"file": skills.FIXTURE, "decisions": len(found.decisions), "changed": changed}
    if envelope.is_human(human, dense):
        click.echo(f"{payload['decisions']} decisions in {skills.FIXTURE}, {len(changed)} changed.")
    else:
        envelope.emit("freeze.guard", payload, dense=dense)


@click.command()
@cases.case_file
def sift(file: Path | None) -> None:
    """Which turns of each case quote its manifest, and what of them stays."""
    cases.answer_each(file, sift_case)


def sift_case(case: dict[str, Any]) -> dict[str, Any]:
    """{manifest, transcript} -> {turns, events}: KeyError, TypeError or ValueError for a case that lacks them."""
    from memassets.guard import matcher, one_case, sift

    index = matcher.Index([one_case.artifact(entry) for entry in case["manifest"]])
    found = list(sift.sift(one_case.records(case["transcript"]), index, matcher.Thresholds.of()))
    turns = [one_case.answer(turn, found) for turn in dict.fromkeys(s.record.turn for s in found)]
    return {"turns": turns, "events": sum(m.withholds for s in found for m in s.matches)}
