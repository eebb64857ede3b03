"""Dagster config to plain backends; the only file, beside the shell's, that reads the environment."""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg

from memassets.backends import object_store
from memassets.backends.delta_log import DeltaLog
from memassets.backends.embedders import embedder_for, vectors_file
from memassets.backends.folder_store import FolderStore, memory_folder
from memassets.io_managers import Tables
from memassets.kernel import fixtures
from memassets.kernel.ports import Embedder, EventLog


class EmbedderResource(dg.ConfigurableResource[Any]):
    """Which embedder ranks: `fake` is what CI and the nightly run measure.

    `model` is a folder with an ONNX sentence model in `local`, a Bedrock model id in `live`; "" for the default.
    `cache` is the folder that keeps the vectors of `live`; "" for the user's own.
    """

    mode: str = "fake"
    model: str = ""
    cache: str = ""

    def embedder(self) -> Embedder:
        """The embedder of the mode; ValueError for a mode there is none of, Unavailable where it cannot be had."""
        return embedder_for(self.mode, self.model, vectors_file(self.cache) if self.mode == "live" else None)


class JudgeResource(dg.ConfigurableResource[Any]):
    """Which judge partitions a store's neighbours: by rules, or a model behind Bedrock that has to be named."""

    mode: str = "offline"
    model: str = ""


class VaultResource(dg.ConfigurableResource[Any]):
    """The memory store: a folder, or nothing for a working copy of the sample vault beside the instance."""

    folder: str = ""

    def root(self, instance: dg.DagsterInstance) -> Path:
        """The vault's folder; FileNotFoundError where a named one does not exist."""
        if not self.folder:
            return sample_copy(Path(instance.storage_directory()).parent / "vault")
        if not Path(self.folder).is_dir():
            raise FileNotFoundError(f"{self.folder}: no such folder; MEMASSETS_VAULT names the vault")
        return Path(self.folder)

    def store(self, instance: dg.DagsterInstance) -> FolderStore:
        """The files of its memories, to be written by one run at a time."""
        return store_of(self.root(instance))

    def log(self, instance: dg.DagsterInstance) -> EventLog:
        """The vault's event log."""
        return event_log(self.root(instance))

    def keep(self, instance: dg.DagsterInstance, name: str, content: bytes) -> None:
        """Replace a file of the vault, seen whole or not at all."""
        object_store.write_bytes(str(self.root(instance) / name), content)

    def kept(self, instance: dg.DagsterInstance, name: str) -> bytes | None:
        """A file of the vault, None where there is none."""
        file = self.root(instance) / name
        return file.read_bytes() if file.is_file() else None


def event_log(vault: Path) -> EventLog:
    """The event log of a vault; its events are given today's time."""
    return DeltaLog(str(vault / ".log"), lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))


def sample_copy(target: Path) -> Path:
    """The folder with the sample vault in it: copied where it is not there yet, left alone where it is."""
    if not target.exists():
        arriving = target.with_name(f".{target.name}.{os.getpid()}")
        shutil.copytree(fixtures.root() / "vault", arriving)
        arriving.rename(target)
    return target


def store_of(vault: Path) -> FolderStore:
    """The files of a vault's memories, to be written by one run at a time."""
    return FolderStore(vault, memory_folder(vault))


def writes_unasked() -> bool:
    """Whether what writes to a store is on from the start: MEMASSETS_AUTOMATION=on, and nothing else."""
    return os.environ.get("MEMASSETS_AUTOMATION", "") == "on"


def from_environment() -> dict[str, Any]:
    """The resources that the environment asks for; unset means the default of `architecture.md`."""
    return {
        "io_manager": Tables(base=os.environ.get("MEMASSETS_TABLES", "")),
        "embedder": EmbedderResource(
            mode=os.environ.get("MEMASSETS_EMBEDDER", "fake"),
            model=os.environ.get("MEMASSETS_EMBEDDER_MODEL", ""),
            cache=os.environ.get("MEMASSETS_CACHE", ""),
        ),
        "judge": JudgeResource(),
        "vault": VaultResource(folder=os.environ.get("MEMASSETS_VAULT", "")),
    }
