"""Embedders for the shell, which must not import Dagster."""

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel.ports import Embedder


def embedder_for(mode: str) -> Embedder:
    """The embedder of a mode; ValueError for a mode there is none of."""
    if mode == "fake":
        return FakeEmbedder()
    raise ValueError(f"unknown embedder {mode!r}: one of fake")
