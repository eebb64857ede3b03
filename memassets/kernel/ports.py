"""What the outside must offer: a path asks for a port, never for a backend."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt
import polars as pl

from memassets.kernel.undo import UndoRecord

Vectors = npt.NDArray[np.float32]


class Unavailable(Exception):  # noqa: N818  the reason why nothing was measured, no error of the program
    """A backend that cannot be used here, or did not answer; the message is the reason, in one line."""


class Embedder(Protocol):
    """Texts to vectors."""

    @property
    def id(self) -> str:
        """Model, dimensions and version: two embedders with one id give the same vectors."""
        ...

    def embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors:
        """One L2-normalised row a text, float32, shape (texts, dimensions); a text without words is a row of zeros."""
        ...


@dataclass(frozen=True, slots=True)
class Partition:
    """A judge's answer: which of the members, by place from 0, say one thing; every place is in one group."""

    groups: tuple[tuple[int, ...], ...]
    replies: tuple[str, ...] = ()  # what the judge said, word for word, each attempt; () where it has no words
    complaint: str = ""  # why its answer could not be used and nothing was grouped; "" where it was


class Judge(Protocol):
    """Memories to groups of duplicates."""

    @property
    def id(self) -> str:
        """Which judge, model and version."""
        ...

    def partition(self, members: Sequence[Any]) -> Partition:
        """The members, given oldest first, in groups, each ascending; an unusable answer leaves every one alone.

        A member has gist, body, type, scope, and `text`, gist and body together.
        """
        ...


class Proposer(Protocol):
    """Passages of a session to candidates."""

    @property
    def id(self) -> str:
        """Which proposer and model."""
        ...

    def propose(self, passages: Sequence[Mapping[str, Any]]) -> str:
        """A raw output that `write.decoding` reads, whatever it holds; a passage has session, turn, role and text."""
        ...


class MemoryStore(Protocol):
    """The files of a memory store, written by one run at a time and never without a way back."""

    def writing(self) -> AbstractContextManager[None]:
        """Hold the store for one writer; StoreBusy where another has it."""
        ...

    def text(self, path: str) -> str | None:
        """The text of a file, by its path relative to the memory folder; None where there is none."""
        ...

    def apply(self, record: UndoRecord, told: Callable[[UndoRecord], None]) -> None:
        """Write what the record says, whole or not at all; `told` is called once every file is written.

        RevisionConflict, with every file as it was, where a file is not as the record has it; OSError or LogError,
        and the same in the end, where one cannot be written or told.
        """
        ...

    def recover(self, told: Callable[[UndoRecord], None]) -> list[UndoRecord]:
        """Settle what a crash has cut off, writing nothing that was not there before; the records concerned."""
        ...


class StoreBusy(Exception):  # noqa: N818  nothing is broken: another run is writing
    """Another process writes to the store."""


class RevisionConflict(Exception):  # noqa: N818  nothing is broken: the plan is simply of yesterday
    """A file is not as it was when the run was planned."""


class LogError(RuntimeError):
    """The log cannot be read or written, and why."""


class EventLog(Protocol):
    """What happened in a vault, in order; nothing in it is ever rewritten."""

    def append(self, events: pl.DataFrame, run_id: str) -> int:
        """Add events (kind, subject_id, payload) in one commit, whole or not at all; how many were added.

        Of a kind that happens once, an event whose subject the log already has is left out.
        """
        ...

    def events(self, *kinds: str) -> pl.DataFrame:
        """The events in order, of these kinds or of all: seq, at, kind, run_id, subject_id, schema_version, payload.

        `seq` counts from 0 without gaps, `at` is UTC, `payload` a JSON object as text.
        """
        ...

    def version(self) -> str:
        """What the log is at: differs whenever an event was added."""
        ...


class Ranker(Protocol):
    """A retrieval of somebody else's: which memories answer a query, and how well."""

    @property
    def id(self) -> str:
        """What it is called in a report."""
        ...

    def rank(self, memories: Sequence[tuple[str, str]], queries: Sequence[str]) -> list[list[tuple[str, float | None]]]:
        """One list a query of (memory id, score), the higher the better; None where an entry came without a score.

        `memories` are (id, text). A memory that is not in the list was not returned. Unavailable says why there is no
        answer.
        """
        ...
