"""The `local` embedder over a sentence model of the user's own: a folder with an ONNX graph and its tokenizer."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from memassets.backends.static_embedder import normalised
from memassets.kernel import digests
from memassets.kernel.ports import Unavailable, Vectors

_GRAPHS = ("model.onnx", "onnx/model.onnx")
_TOKENIZER = "tokenizer.json"
_BATCH_TEXTS = 32  # padded to the longest of them, so a larger batch is mostly padding
_MOST_TOKENS = 512  # what sentence models are trained to read; a longer text is cut


class OnnxEmbedder:
    """The graph's sentence vector, or the mean of its token vectors; L2-normalised, on the processor."""

    def __init__(self, folder: Path) -> None:
        graph = next((folder / name for name in _GRAPHS if (folder / name).is_file()), None)
        if graph is None or not (folder / _TOKENIZER).is_file():
            raise Unavailable(f"{folder}: no sentence model; it needs {_TOKENIZER} and {' or '.join(_GRAPHS)}")
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError:
            raise Unavailable("a model folder needs the extra `onnx`: pip install 'memassets[onnx]'") from None
        try:
            self._tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
            self._session = onnxruntime.InferenceSession(str(graph), providers=["CPUExecutionProvider"])
        except Exception as wrong:  # noqa: BLE001  both libraries raise bare Exceptions
            raise Unavailable(f"{folder}: {str(wrong).splitlines()[0]}") from None
        self._tokenizer.enable_padding()
        self._tokenizer.enable_truncation(_MOST_TOKENS)
        self._inputs = {given.name for given in self._session.get_inputs()}
        self._dimensions = self._block(["word"]).shape[1]
        self.id = f"onnx-{digests.of_bytes(graph.read_bytes())}-{digests.of_bytes((folder / _TOKENIZER).read_bytes())}"

    def embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors:
        """Vectors of the texts, shape (texts, dimensions of the model); a text without words is a row of zeros."""
        spoken = [at for at, text in enumerate(texts) if text.strip()]
        blocks = [
            self._block([texts[at] for at in spoken[start : start + _BATCH_TEXTS]])
            for start in range(0, len(spoken), _BATCH_TEXTS)
        ]
        rows = np.zeros((len(texts), self._dimensions), np.float32)
        if blocks:
            rows[spoken] = np.concatenate(blocks)
        return normalised(rows)

    def _block(self, texts: list[str]) -> Vectors:
        encoded = self._tokenizer.encode_batch(texts)
        mask = np.asarray([e.attention_mask for e in encoded], np.int64)
        offered: dict[str, Any] = {
            "input_ids": np.asarray([e.ids for e in encoded], np.int64),
            "attention_mask": mask,
            "token_type_ids": np.asarray([e.type_ids for e in encoded], np.int64),
        }
        outputs = self._session.run(None, {name: offered[name] for name in self._inputs if name in offered})
        sentence = next((o for o in outputs if o.ndim == 2), None)
        if sentence is not None:
            return np.asarray(sentence, np.float32)
        weights = mask[:, :, None].astype(np.float32)
        mean: Vectors = (outputs[0] * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)
        return mean.astype(np.float32)
