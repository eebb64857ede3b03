"""Two hundred nights of a store: whatever happens to it, no memory that ever was is lost."""

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from memassets.backends.folder_store import FolderStore
from memassets.formats import markdown_memory
from memassets.formats.memories import read_memory_file
from memassets.formats.rows import Memory, Record
from memassets.kernel.undo import UndoRecord, Write
from memassets.resources import event_log
from memassets.store import audit, logged, memories
from tests.store import test_admitted
from tests.store.test_admitted import curated, proposed
from tests.store.test_forgotten import forget

ROUNDS = 200
SEED = 20261207
_THINGS = ("kiln", "mast", "gig", "sluice", "crane", "ferry", "anvil", "loom")
_PLACES = ("Skarv", "Brenn", "Utgard", "Holm", "Vik", "Nes")
_VERBS = ("weighs {} kilos", "is checked every {} days", "carries {} barrels", "needs {} people")


class Died(BaseException):
    """The process was killed here: nothing of the program may catch it."""


class Mortal(FolderStore):
    """A store whose process dies at the n-th file it is about to write, before or after the write."""

    left = 10**9
    after = False

    def _put(self, path: str, text: str | None) -> None:
        self._touched(partial(super()._put, path, text))

    def _keep(self, record: UndoRecord) -> None:
        self._touched(partial(super()._keep, record))

    def _touched(self, write: Any) -> None:
        Mortal.left -= 1
        if Mortal.left == 0 and not Mortal.after:
            raise Died
        write()
        if Mortal.left == 0:
            raise Died


class Life:
    """A vault, and what was ever put into it."""

    def __init__(self, root: Path, random: Random) -> None:
        self.root, self.random = root, random
        self.folder = root / "memories"
        self.folder.mkdir()
        self.ever: dict[str, str] = {}  # path to gist, of every memory that ever was
        self.gone: set[str] = set()  # forgotten, or admitted and taken back
        self.done: list[str] = []
        self.told: dict[str, int] = {}

    def claim(self) -> str:
        pick = self.random.choice
        return f"The {pick(_THINGS)} of {pick(_PLACES)} {pick(_VERBS).format(self.random.randint(2, 40))}."

    def write(self, gist: str) -> None:
        path = f"{self.random.choice(_PLACES).lower()}/{len(self.ever)}.md"
        (self.folder / path).parent.mkdir(exist_ok=True)
        created = f"2026-{self.random.randint(1, 12):02}-{self.random.randint(1, 28):02}T08:00:00Z"
        (self.folder / path).write_bytes(markdown_memory.write(Memory(path, gist, created=created, updated=created)))
        self.ever[path] = gist

    def arrive(self) -> None:
        """A new memory, a duplicate of an old one, or one that contradicts it."""
        known = self.random.choice(list(self.ever.values()) or [self.claim()])
        number = next(word for word in known.split() if word.isdigit())
        self.write(
            self.random.choice(
                (
                    self.claim(),
                    known.upper().rstrip("."),
                    known.replace("The ", "the ").replace(".", " !"),
                    known.replace(f" {number} ", f" {int(number) + 1} "),
                )
            )
        )

    def propose(self, turns: dict[int, str]) -> None:
        gist = self.claim()
        first = len(turns) + 1
        turns |= {first: f"Mind that {gist}", first + 1: f"Again: {gist}"}
        quotes = [{"session": "s1", "turn": turn, "quote": turns[turn]} for turn in (first, first + 1)]
        one = {"kind": "semantic", "claim": f"Note: {gist}", "body": "Heard twice.", "evidence": quotes}
        proposed(self.root, one, name=f"{first}.jsonl")

    def state(self, path: str) -> Memory | None:
        place = self.folder / path
        return read_memory_file(path, place.read_bytes()).memories[0] if place.exists() else None

    def check(self) -> None:
        """Every memory that ever was is active, archived under one that is there, or forgotten; its words unchanged."""
        for path, gist in self.ever.items():
            found = self.state(path)
            if found is None:
                assert path in self.gone, path
                continue
            assert found.gist == gist
            if found.status != "active":
                assert found.superseded_by, path
                assert (self.folder / found.superseded_by).exists(), path


@pytest.fixture
def life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Life:
    monkeypatch.setattr(test_admitted, "FolderStore", Mortal)
    monkeypatch.setattr(Mortal, "left", 10**9)
    return Life(tmp_path, Random(SEED))


def test_no_memory_is_lost_in_two_hundred_rounds(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    turns: dict[int, str] = {}

    def records() -> list[Record]:
        return [Record(f"r{at}", "s1", f"u{at}", at, 0, "user", None, "text", text) for at, text in turns.items()]

    monkeypatch.setattr(test_admitted, "records", records)
    outcomes: dict[str, int] = {}
    for _ in range(12):
        life.write(life.claim())
    for night in range(ROUNDS):
        what = _round(life, turns, night)
        outcomes[what] = outcomes.get(what, 0) + 1
        life.check()
        if night % 20 == 19:
            _settle(life)
            assert _wrong(life) == []
    # every kind of night has been, or the soak proves less than it says
    assert {"written", "nothing", "died", "revision-conflict", "taken back", "forgotten"} <= set(outcomes), outcomes
    assert any(found.superseded_by for path in life.ever if (found := life.state(path)))


def _round(life: Life, turns: dict[int, str], night: int) -> str:
    """One night: something arrives, something happens to the store, and it is curated."""
    random, run = life.random, f"n{night:03}"
    if random.random() < 0.6:
        life.arrive()
    if random.random() < 0.2:
        life.propose(turns)
    chance = random.random()
    if chance < 0.08 and life.done:
        return _taken_back(life, life.done.pop(random.randrange(len(life.done))))
    if chance < 0.12:
        _settle(life)
        path = random.choice([path for path in life.ever if path not in life.gone])
        life.gone |= set(forget(life.root, path, run=run))
        return "forgotten"
    if chance < 0.3:
        Mortal.left, Mortal.after = random.randint(1, 9), random.random() < 0.5
    edited = random.random() < 0.1
    try:
        report = curated(life.root, run, meanwhile=life.arrive if edited else None)
    except Died:
        Mortal.left = 10**9
        _known(life)
        return "died"
    finally:
        Mortal.left = 10**9
    _known(life)
    if report["applied"]:
        life.done.append(run)
        return "written"
    return report["refusal"] or "nothing"


def _known(life: Life) -> None:
    """Admitted memories are of those that ever were."""
    for place in (life.folder / "semantic").glob("*.md"):
        path = f"semantic/{place.name}"
        found = life.state(path)
        assert found
        life.ever.setdefault(path, found.gist)
        life.gone.discard(path)


def _settle(life: Life) -> None:
    """What the next run does first."""
    store = FolderStore(life.root, life.folder)
    log = event_log(life.root)
    with store.writing():
        store.recover(partial(logged.tell, log))
    _known(life)


def _taken_back(life: Life, run: str) -> str:
    store = FolderStore(life.root, life.folder)
    tell = partial(logged.tell, event_log(life.root))
    with store.writing():
        store.recover(tell)
        _known(life)
        created = [write.path for write in store.record(run).writes if write.before is None]
        try:
            store.revert(run, tell)
        except ValueError as later:
            assert "take it back first" in str(later)
            life.done.append(run)
            return "built upon"
    life.gone |= {path for path in created if not (life.folder / path).exists()}
    return "taken back"


def _wrong(life: Life) -> list[str]:
    log = event_log(life.root).events()
    held = memories.memories(life.root, logged.stones(log))
    wrong = [*audit.broken(held), *audit.lost(held, log)]
    return [line for line in wrong if "was forgotten, and it is back" not in line]  # a twin of it arrived since


def test_the_soak_sees_a_store_that_loses(life: Life) -> None:
    life.write(life.claim())
    life.check()
    (path,) = life.ever
    (life.folder / path).unlink()
    with pytest.raises(AssertionError):
        life.check()


def test_a_write_that_does_not_undo_is_seen(life: Life) -> None:
    life.write(life.claim())
    (path,) = life.ever
    text = (life.folder / path).read_text()
    garbled = json.dumps(text)
    store = FolderStore(life.root, life.folder)
    store.apply(UndoRecord("r", "2026-01-01T00:00:00Z", "", (Write(path, text, garbled),)), lambda record: None)
    with pytest.raises((AssertionError, IndexError)):
        life.check()
