"""The `local` embedder: real geometry without a network, from the static vectors that the `wordllama` package ships.

The package itself is never imported: its own offline load looks in the wrong folder.
"""

from collections.abc import Sequence
from importlib import metadata, util
from pathlib import Path
from typing import Literal

import numpy as np

from memassets.kernel.ports import Unavailable, Vectors

_PACKAGE = "wordllama"
_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_TENSOR = "embedding.weight"


class StaticEmbedder:
    """The mean of a text's token vectors, L2-normalised; queries and documents are treated alike."""

    def __init__(self) -> None:
        found = util.find_spec(_PACKAGE)
        try:
            from safetensors.numpy import load_file
            from tokenizers import Tokenizer
        except ImportError:
            found = None
        if found is None or not found.submodule_search_locations:
            raise Unavailable("mode local needs the extra `local`: pip install 'memassets[local]'")
        folder = Path(found.submodule_search_locations[0])
        for name in (_WEIGHTS, _TOKENIZER):
            if not (folder / name).is_file():
                raise Unavailable(f"mode local: {folder / name} is missing from the {_PACKAGE} package")
        self._table = load_file(folder / _WEIGHTS)[_TENSOR]
        self._tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
        self.id = f"{_PACKAGE}-{metadata.version(_PACKAGE)}-{self._table.shape[1]}"

    def embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors:
        """Vectors of the texts, shape (texts, 256)."""
        rows = np.zeros((len(texts), self._table.shape[1]), np.float32)
        encoded = self._tokenizer.encode_batch([t if t.strip() else "" for t in texts], add_special_tokens=False)
        for row, found in zip(rows, encoded, strict=True):
            if found.ids:
                row[:] = self._table[found.ids].astype(np.float32).mean(axis=0)
        return normalised(rows)


def normalised(rows: Vectors) -> Vectors:
    """The rows at length 1; a row of zeros stays one."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    out: Vectors = np.zeros_like(rows)
    np.divide(rows, lengths, out=out, where=lengths > 0)
    return out
