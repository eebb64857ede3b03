"""What the outside must offer: a path asks for a port, never for a backend."""

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

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
