"""Where each command is decided: eval, freeze and explain, one module a path."""

import click

from memassets.cli.lazy import Lazy

ROOT = {
    "init": "memassets.cli.vault:init",
    "eval": "memassets.cli.groups:evaluate",
    "freeze": "memassets.cli.groups:freeze",
    "explain": "memassets.cli.groups:explain",
    "ref": "memassets.cli.references:ref",
    "ingest": "memassets.cli.ingest:ingest",
    "verify": "memassets.cli.verify:verify",
    "formats": "memassets.cli.formats:formats",
    "status": "memassets.cli.status:status",
}
EVAL = {
    "discriminate": "memassets.cli.read:discriminate",
    "guard": "memassets.cli.guard:guard",
}
FREEZE = {
    "read": "memassets.cli.read:freeze",
    "guard": "memassets.cli.guard:freeze",
}
EXPLAIN = {
    "rank": "memassets.cli.read:rank",
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
