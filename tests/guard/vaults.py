"""What the guard's tests work on: invented lines, artifacts, and a vault taken through the path without Dagster."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import orjson
import polars as pl

from memassets.backends import object_store
from memassets.backends.delta_log import DeltaLog
from memassets.formats.rows import Record
from memassets.guard import artifacts, audit, evidence, exclusions, matches, sections, sessions
from memassets.guard.matcher import Artifact, Index, Kind, Thresholds
from memassets.guard.sift import Sifted, sift
from memassets.kernel import digests
from memassets.kernel.draw import Draw
from memassets.kernel.ports import EventLog

_THINGS = "anvil bellows crucible damper ember flue grate hearth ingot jig kettle lathe mould nozzle ore pan".split()
_DOES = "holds turns feeds cools warns lifts seals drains guards marks opens pushes".split()
_WHERE = "beneath the gantry;along the north wall;after each shift;before the bell;inside a sleeve".split(";")
_WHY = "so nobody trips;which saves coal;until the gauge settles;unless rain comes in;as the foreman wrote".split(";")


def lines(number: int, seed: int = 7) -> list[str]:
    """Invented sentences of about twelve words, one a line."""
    draw = Draw(seed)
    return [
        f"The {draw.choice(_THINGS)} {draw.choice(_DOES)} a {draw.choice(_THINGS)} and the {draw.choice(_THINGS)}"
        f" {draw.choice(_WHERE)} {draw.choice(_WHY)}."
        for _ in range(number)
    ]


def artifact(text: str, kind: Kind = "reference", name: str = "manual/forge#care", at: str | None = None) -> Artifact:
    return Artifact(kind, name, text, digests.of_text(text), at)


def record(text: str, at: str | None = None, turn: int = 1) -> Record:
    return Record(digests.of_text(f"{turn}{text}")[:32], "s1", None, turn, 0, "user", at, "text", text)


def sifted(text: str, *known: Artifact, at: str | None = None, thresholds: Thresholds | None = None) -> Sifted:
    """One text through the guard."""
    (found,) = sift([record(text, at)], Index(known), thresholds or Thresholds.of())
    return found


def kept(text: str, *known: Artifact, at: str | None = None) -> list[str]:
    """The passages of a text that stay."""
    found = sifted(text, *known, at=at)
    return [text[start:end] for start, end in found.kept]


@dataclass(frozen=True, slots=True)
class Ingested:
    """The tables of one ingest."""

    matches: pl.DataFrame
    evidence: pl.DataFrame
    exclusions: pl.DataFrame

    @property
    def texts(self) -> list[str]:
        return self.evidence["text"].to_list()


class Vault:
    """A vault's folder, and the path from its files to evidence in the order of the graph."""

    def __init__(self, root: Path) -> None:
        self.root = root
        ticks = count()
        self.log = DeltaLog(str(root / ".log"), lambda: f"2026-04-01T00:00:{next(ticks) % 60:02d}Z")

    def reference(self, text: str, document: str = "forge.md", corpus: str = "manual") -> None:
        self.write(f"references/{corpus}/{document}", text)

    def skill(self, text: str, name: str = "forge") -> None:
        self.write(f"skills/{name}/SKILL.md", text)

    def session(self, *said: str, name: str = "talk", at: str = "2026-03-01T10:00:00Z") -> None:
        rows = [{"role": "user", "content": text, "session_id": name, "timestamp": at} for text in said]
        self.write(f"sessions/{name}.jsonl", b"".join(orjson.dumps(row) + b"\n" for row in rows).decode())

    def write(self, place: str, text: str) -> None:
        file = self.root / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def keep(self, name: str, content: bytes) -> None:
        object_store.write_bytes(str(self.root / name), content)

    def ingest(self, log: EventLog | None = None, keep: Callable[[str, bytes], None] | None = None) -> Ingested:
        """What the assets do, in their order."""
        log, keep = log or self.log, keep or self.keep
        texts = sections.whole(sections.sections(self.root))
        log.append(artifacts.changes(texts, artifacts.artifacts(log.events(*artifacts.LOGGED))), "r")
        live = artifacts.artifacts(log.events(*artifacts.LOGGED))
        keep(artifacts.FILE, artifacts.lines(live))
        files = sessions.sessions(self.root)
        in_force = artifacts.in_force(log.events(artifacts.THRESHOLD))
        index = Index(artifacts.indexed(live, texts))
        found = matches.matches(sessions.records(self.root, files), index, in_force)
        passages = evidence.evidence(sessions.records(self.root, files), found)
        log.append(exclusions.ingested(sessions.records(self.root, files), found), "r")
        return Ingested(found, passages, exclusions.exclusions(found))

    def leaks(self, passages: pl.DataFrame) -> list[str]:
        live = artifacts.artifacts(self.log.events(*artifacts.LOGGED))
        index = Index(artifacts.indexed(live, sections.whole(sections.sections(self.root))))
        return audit.leaks(passages, index, Thresholds.of())

    def astray(self) -> list[str]:
        file = self.root / artifacts.FILE
        return audit.astray(file.read_bytes() if file.is_file() else None, self.log.events(*artifacts.LOGGED))


def names(found: Sequence[Artifact] | Sifted) -> list[str]:
    matched = found.matches if isinstance(found, Sifted) else found
    return [m.name for m in matched]
