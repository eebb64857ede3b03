"""What the outside must offer: a path asks for a port, never for a backend."""

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt
import polars as pl

Vectors = npt.NDArray[np.float32]


class Embedder(Protocol):
    """Texts to vectors."""

    @property
    def id(self) -> str:
        """Model, dimensions and version: two embedders with one id give the same vectors."""
        ...

    def embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors:
        """One L2-normalised row a text, float32, shape (texts, dimensions); a text without words is a row of zeros."""
        ...


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
