"""Which embedder a mode stands for."""

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel.ports import Embedder

MODES = ("fake",)


def embedder_for(mode: str) -> Embedder:
    """The embedder of a mode; ValueError names the modes there are."""
    if mode == "fake":
        return FakeEmbedder()
    raise ValueError(f"unknown embedder {mode!r}: MEMASSETS_EMBEDDER and --mode are one of {', '.join(MODES)}")
