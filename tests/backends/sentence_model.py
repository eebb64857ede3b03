"""A sentence model as small as one can be: a folder with an ONNX graph and a tokenizer, both written here."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace

from memassets.kernel.draw import Draw
from memassets.kernel.ports import Vectors

DIMENSIONS = 64
_INT64, _FLOAT = 7, 1


def model(folder: Path, texts: Iterable[str], inputs: Sequence[str] = ("input_ids", "attention_mask")) -> Vectors:
    """Write a model that knows the words of the texts, and give its table of vectors, one a word after "[PAD]", "?".

    Its graph looks each token's vector up and leaves the mean to its caller; other `inputs` are declared and unused.
    """
    tokenizer = Tokenizer(WordLevel({}, unk_token="?"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = Lowercase(), Whitespace()
    words = sorted({word for text in texts for word in _pieces(tokenizer, text)})
    tokenizer.model = WordLevel({word: at for at, word in enumerate(("[PAD]", "?", *words))}, unk_token="?")
    draw = Draw(1)
    values = [draw.below(2001) / 1000 - 1 for _ in range((len(words) + 2) * DIMENSIONS)]
    table = np.asarray(values, np.float32).reshape(-1, DIMENSIONS)
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "model.onnx").write_bytes(_graph(table, inputs))
    return table


def _pieces(tokenizer: Tokenizer, text: str) -> list[str]:
    return [piece for piece, _ in tokenizer.pre_tokenizer.pre_tokenize_str(text.lower())]


# the few messages of onnx.proto that such a graph needs, in protobuf's wire format: a field is its number and bytes


def _graph(table: Vectors, inputs: Sequence[str]) -> bytes:
    gathered = _text(1, "table") + _text(1, "input_ids") + _text(2, "tokens") + _text(4, "Gather")
    weights = b"".join(_number(1, size) for size in table.shape) + _number(2, _FLOAT)
    graph = (
        _bytes(1, gathered)
        + _text(2, "lookup")
        + _bytes(5, weights + _text(8, "table") + _bytes(9, table.astype("<f4").tobytes()))
        + b"".join(_bytes(11, _value(name, _INT64, ("texts", "tokens"))) for name in inputs)
        + _bytes(12, _value("tokens", _FLOAT, ("texts", "tokens", DIMENSIONS)))
    )
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _number(2, 17))


def _value(name: str, kind: int, shape: Sequence[str | int]) -> bytes:
    sizes = (_number(1, size) if isinstance(size, int) else _text(2, size) for size in shape)
    return _text(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, b"".join(_bytes(1, s) for s in sizes))))


def _varint(value: int) -> bytes:
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + _varint(value >> 7)


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())
