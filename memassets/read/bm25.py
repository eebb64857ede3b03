"""The lexical arm: BM25 over an inverted index in numpy."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from memassets.kernel import policy
from memassets.kernel.text import normal

Scores = npt.NDArray[np.float32]


class Bm25:
    """Scores of token lists; Lucene's idf (always positive), stop words left out, cues and numbers kept.

    Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009.
    """

    def __init__(self, documents: Sequence[tuple[str, ...]]) -> None:
        self._vocabulary: dict[str, int] = {}
        terms: list[int] = []
        lengths = np.zeros(len(documents), np.int64)
        known = self._vocabulary
        for row, tokens in enumerate(documents):
            indexed = [known.setdefault(t, len(known)) for t in tokens if t not in normal.STOP_WORDS]
            lengths[row] = len(indexed)
            terms.extend(indexed)
        rows = np.repeat(np.arange(len(documents), dtype=np.int64), lengths)
        # one number per (term, row), so that a single sort groups postings by term and counts repetitions
        keys, counts = np.unique(np.asarray(terms, np.int64) * max(len(documents), 1) + rows, return_counts=True)
        self._rows = (keys % max(len(documents), 1)).astype(np.int32)
        self._starts = np.searchsorted(keys // max(len(documents), 1), np.arange(len(known) + 1))
        frequency = np.diff(self._starts)
        idf = np.log1p((len(documents) - frequency + 0.5) / (frequency + 0.5))
        norm = 1 - policy.BM25_B + policy.BM25_B * lengths / max(float(lengths.mean()) if len(lengths) else 1.0, 1e-9)
        self._weights = np.repeat(idf, frequency) * counts / (counts + policy.BM25_K1 * norm[self._rows])
        self._size = len(documents)

    def scores(self, query: tuple[str, ...]) -> Scores:
        """One score a document, 0 where no query term occurs in it; shape (documents,)."""
        terms = [self._vocabulary[t] for t in dict.fromkeys(query) if t in self._vocabulary]
        spans = [slice(self._starts[t], self._starts[t + 1]) for t in terms]
        if not spans:
            return np.zeros(self._size, np.float32)
        rows = np.concatenate([self._rows[span] for span in spans])
        weights = np.concatenate([self._weights[span] for span in spans])
        return np.bincount(rows, weights, minlength=self._size).astype(np.float32)
