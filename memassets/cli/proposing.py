"""memassets propose: a model reads the new evidence, and what it proposes waits as candidates."""

from pathlib import Path

import click

from memassets.cli import envelope, opened

_GUARD = tuple(f"guard/{t}" for t in ("sections", "artifacts", "sessions", "matches", "evidence", "exclusions"))


@click.command()
@click.option("--model", required=True, help="The Bedrock model or inference profile to ask.")
@opened.vault_option
@envelope.output_options
def propose(model: str, vault: Path | None, human: bool | None, dense: bool) -> None:
    """Take the vault's sessions through the guard, and have a model propose memories from the evidence that is new.

    Its outputs are kept, as they were given, under candidates/proposed/; nothing is written to the store:
    `memassets admit` judges them. Credentials and region are boto3's own.
    """
    place = opened.folder(vault)
    opened.materialize(place, _GUARD)
    made = _proposed(place, model)
    if envelope.is_human(human, dense):
        for name in made:
            click.echo(f"proposed: {name}")
        click.echo(f"{len(made)} new files of candidates. Next: memassets admit")
    else:
        envelope.emit("propose", {"model": model, "files": made}, dense=dense)


def _proposed(vault: Path, model: str) -> list[str]:
    from memassets.backends import object_store
    from memassets.backends.bedrock_proposer import BedrockProposer
    from memassets.backends.converse import ConverseError
    from memassets.kernel.ports import Proposer
    from memassets.store import candidates, proposed

    folder = vault / candidates.FOLDER
    done = set(candidates.candidates(vault)["file"])
    made = []
    try:
        proposer: Proposer = BedrockProposer(model)
        for name, passages in proposed.wanted(opened.table(vault, "guard/evidence"), done):
            object_store.write_bytes(str(folder / name), proposer.propose(passages).encode())
            made.append(name)
    except ConverseError as wrong:
        raise envelope.Failure("ERR_NOT_PROPOSED", str(wrong), f"{len(made)} files were made; ask again.") from None
    return made
