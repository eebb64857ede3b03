"""Sessions: the transcripts that candidates are judged against, as records."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from memassets.formats.rows import Record, Skip
from memassets.formats.sessions import read_session
from memassets.kernel import fixtures

FOLDER = "write/sessions"


def corpus() -> list[Record]:
    """The records of the corpus. ValueError for a transcript that cannot be read whole."""
    skipped: list[Skip] = []
    found = list(records([fixtures.root() / name for name in files()], skipped))
    if skipped:
        raise ValueError(f"{FOLDER}/{skipped[0].path}, line {skipped[0].line}: {skipped[0].message}")
    return found


def files() -> list[str]:
    """The transcripts of the corpus, as fixtures are named."""
    return sorted(f"{FOLDER}/{file.name}" for file in (fixtures.root() / FOLDER).iterdir() if file.is_file())


def records(files: Iterable[Path], skipped: list[Skip]) -> Iterator[Record]:
    """The records of session files one after the other, streamed; what cannot be taken is added to `skipped`."""
    for file in files:
        for row in read_session(file, path=file.name, final=True):
            if isinstance(row, Record):
                yield row
            else:
                skipped.append(row)
