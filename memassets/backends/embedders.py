"""Which embedder a mode stands for."""

from pathlib import Path

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel.ports import Embedder

MODES = ("fake", "local", "live")


def vectors_file(folder: str = "") -> Path:
    """The file that keeps the vectors of `live`, in a folder or, for "", where a user's caches are."""
    return (Path(folder) if folder else Path.home() / ".cache" / "memassets") / "vectors.sqlite"


def embedder_for(mode: str, model: str = "", cache: Path | None = None) -> Embedder:
    """The embedder of a mode; ValueError names the modes there are, Unavailable says why this one cannot be had.

    `model` is a folder with an ONNX sentence model in `local`, a Bedrock model id in `live`; empty for the default.
    `cache` is the file that keeps the vectors of `live`. Credentials turn nothing on: `fake` stays `fake`.
    """
    if mode == "fake" and model:
        raise ValueError("a model, --model or MEMASSETS_EMBEDDER_MODEL, goes with local or live: fake has none")
    if mode == "fake":
        return FakeEmbedder()
    # tokenizers and boto3 take longer to import than a gate takes to run
    if mode == "local" and model:
        from memassets.backends.onnx_embedder import OnnxEmbedder

        return OnnxEmbedder(Path(model))
    if mode == "local":
        from memassets.backends.static_embedder import StaticEmbedder

        return StaticEmbedder()
    if mode == "live":
        from memassets.backends.bedrock_embedder import DEFAULT_MODEL, BedrockEmbedder
        from memassets.backends.cached_embedder import CachedEmbedder

        live = BedrockEmbedder(model or DEFAULT_MODEL)
        return CachedEmbedder(live, cache) if cache else live
    raise ValueError(f"unknown embedder {mode!r}: MEMASSETS_EMBEDDER and --mode are one of {', '.join(MODES)}")
