"""What the outside must offer: a path asks for a port, never for a backend."""

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

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
