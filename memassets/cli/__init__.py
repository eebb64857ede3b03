"""The shell: one envelope on stdout, everything else on stderr, exit 0 ok, 1 found wrong, 2 typed wrong."""

import atexit
import gc
import os
import sys
from pathlib import Path

# Set before numpy is imported: on a loaded machine one BLAS thread is far faster than one per core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import click

from memassets.cli.groups import ROOT
from memassets.cli.lazy import Lazy


@click.group(cls=Lazy, table=ROOT, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="memassets")
@click.option("--debug", is_flag=True, help="Show the traceback of an unexpected error.")
@click.pass_context
def cli(ctx: click.Context, debug: bool) -> None:
    """The quality control of an AI agent's memory."""
    ctx.obj = {"debug": debug}


def main(arguments: list[str] | None = None) -> None:
    """Run the shell and exit."""
    from memassets.cli import envelope

    # a command makes tables and trees, hardly ever a cycle: to look for one every 700 objects is a tenth of its time
    gc.set_threshold(100_000)
    atexit.register(gc.freeze)  # nor need what is left at the end be searched for one
    given = sys.argv[1:] if arguments is None else arguments
    # a stream that was closed before the start is None: the exit code is then all that is asked for
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115  it lives as long as the process
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115  it lives as long as the process
    try:
        sys.exit(cli.main(given, prog_name="memassets", standalone_mode=False) or 0)
    except envelope.Failure as failure:
        sys.exit(envelope.fail(failure))
    except click.UsageError as wrong:
        sys.exit(envelope.misuse(wrong))
    except click.Abort:
        sys.exit(130)
    except click.ClickException as wrong:
        sys.exit(envelope.fail(envelope.Failure("ERR_RUNTIME", wrong.format_message())))
    except BrokenPipeError:
        # the reader went away; a second flush at exit must not complain of it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as unexpected:
        if "--debug" in given:
            raise
        said = f"{type(unexpected).__name__}: {unexpected}"
        if isinstance(unexpected, OSError) and unexpected.filename:
            said = f"{unexpected.filename}: {unexpected.strerror}"
        sys.exit(envelope.fail(envelope.Failure("ERR_RUNTIME", said)))
