"""Where each command is decided: eval, freeze and explain, one module a path."""

import click

from memassets.cli.lazy import Lazy

ROOT = {
    "init": "memassets.cli.vault:init",
    "eval": "memassets.cli.groups:evaluate",
    "freeze": "memassets.cli.groups:freeze",
    "explain": "memassets.cli.groups:explain",
    "admit": "memassets.cli.admission:admit",
    "propose": "memassets.cli.proposing:propose",
    "forget": "memassets.cli.forgetting:forget",
    "ref": "memassets.cli.references:ref",
    "ingest": "memassets.cli.ingest:ingest",
    "verify": "memassets.cli.verify:verify",
    "formats": "memassets.cli.formats:formats",
    "merge": "memassets.cli.curation:merge",
    "dismiss": "memassets.cli.dismissing:dismiss",
    "status": "memassets.cli.status:status",
}
EVAL = {
    "discriminate": "memassets.cli.read:discriminate",
    "admission": "memassets.cli.write:admission",
    "acceptance": "memassets.cli.merge:acceptance",
    "guard": "memassets.cli.guard:guard",
}
FREEZE = {
    "read": "memassets.cli.read:freeze",
    "write": "memassets.cli.write:freeze",
    "merge": "memassets.cli.merge:freeze",
    "guard": "memassets.cli.guard:freeze",
}
EXPLAIN = {
    "rank": "memassets.cli.read:rank",
    "admit": "memassets.cli.write:explain",
    "fold": "memassets.cli.merge:fold",
    "sift": "memassets.cli.guard:sift",
    "verdict": "memassets.cli.changes:verdict",
}


@click.group("eval", cls=Lazy, table=EVAL)
def evaluate() -> None:
    """Measure a gate: no instance and no credentials are needed."""


@click.group("freeze", cls=Lazy, table=FREEZE)
def freeze() -> None:
    """Rewrite a frozen manifest, show the difference, refuse below the floor."""


@click.group("explain", cls=Lazy, table=EXPLAIN)
def explain() -> None:
    """One case a line in, one answer a line out, through the production code."""
