"""Vectors that were paid for once, kept on disk."""

import hashlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from memassets.kernel.ports import Embedder, Unavailable, Vectors

_BLOCK_TEXTS = 384  # asked for and kept at a time, so that a failure late in a long run loses little


class CachedEmbedder:
    """An embedder that asks another one only for what it was never asked before.

    The key is the other's id (model and dimensions), the kind, and the digest of the text.
    """

    def __init__(self, asked: Embedder, file: Path) -> None:
        self._asked = asked
        self._file = file
        self.id = asked.id

    def embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors:
        """Vectors of the texts, as the other embedder gave them; Unavailable where the file cannot be used."""
        if not texts:
            return self._asked.embed(texts, kind)
        keys = [self._key(text, kind) for text in texts]
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            store = sqlite3.connect(self._file)
            try:
                return self._found(store, dict(zip(keys, texts, strict=True)), keys, kind)
            finally:
                store.close()
        except (sqlite3.Error, OSError) as wrong:
            raise Unavailable(f"{self._file}: the cache of vectors cannot be used: {wrong}") from None

    def _found(
        self, store: sqlite3.Connection, texts: dict[str, str], keys: list[str], kind: Literal["query", "document"]
    ) -> Vectors:
        store.execute("create table if not exists vectors (key text primary key, vector blob not null)")
        known: dict[str, bytes] = {}
        for key in texts:
            if row := store.execute("select vector from vectors where key = ?", (key,)).fetchone():
                known[key] = row[0]
        missing = [key for key in texts if key not in known]
        for start in range(0, len(missing), _BLOCK_TEXTS):
            block = missing[start : start + _BLOCK_TEXTS]
            rows = self._asked.embed([texts[key] for key in block], kind)
            fresh = {key: row.astype("<f4").tobytes() for key, row in zip(block, rows, strict=True)}
            with store:
                store.executemany("insert or replace into vectors values (?, ?)", fresh.items())
            known.update(fresh)
        return np.asarray([np.frombuffer(known[key], "<f4") for key in keys], np.float32)

    def _key(self, text: str, kind: str) -> str:
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return f"{self.id} {kind} {digest}"
