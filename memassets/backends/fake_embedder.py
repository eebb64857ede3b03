"""The `fake` embedder: a deterministic hash bag of words, the mode that CI and the nightly run measure."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import numpy as np

from memassets.kernel.ports import Vectors
from memassets.kernel.text import numbers

_DIMENSIONS = 1024


class FakeEmbedder:
    """Each token's SHA-256 picks two of 1,024 positions, weighted 1 and 0.5; rows are L2-normalised."""

    id = f"fake-{_DIMENSIONS}-1"

    def embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors:
        """Vectors of the texts, shape (texts, 1024); queries and documents are treated alike."""
        rows = np.zeros((len(texts), _DIMENSIONS), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for token in numbers.tokens(text):
                first, second = _positions(token)
                row[first] += 1.0
                row[second] += 0.5
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        np.divide(rows, lengths, out=rows, where=lengths > 0)
        return rows


@lru_cache(maxsize=262144)
def _positions(token: str) -> tuple[int, int]:
    digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:4], "big") % _DIMENSIONS, int.from_bytes(digest[4:8], "big") % _DIMENSIONS
