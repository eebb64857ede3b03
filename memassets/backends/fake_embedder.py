"""The `fake` embedder: a deterministic hash bag of words, the mode that CI and the nightly run measure."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
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
        tokens = [numbers.tokens(text) for text in texts]
        pairs = map(_positions, chain.from_iterable(tokens))
        picked = np.fromiter(chain.from_iterable(pairs), np.int64).reshape(-1, 2)
        cells = picked + np.repeat(np.arange(len(texts)) * _DIMENSIONS, [len(each) for each in tokens])[:, None]
        np.add.at(rows.reshape(-1), cells[:, 0], np.float32(1.0))
        np.add.at(rows.reshape(-1), cells[:, 1], np.float32(0.5))
        # sums of halves and of their squares are exact, so that no order of adding shows
        lengths = np.sqrt(np.einsum("rd,rd->r", rows, rows))[:, None]
        np.divide(rows, lengths, out=rows, where=lengths > 0)
        return rows


@lru_cache(maxsize=262144)
def _positions(token: str) -> tuple[int, int]:
    digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:4], "big") % _DIMENSIONS, int.from_bytes(digest[4:8], "big") % _DIMENSIONS
