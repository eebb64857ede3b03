import subprocess
import sys
from itertools import count
from pathlib import Path

import deltalake
import polars as pl
import pytest
from deltalake.exceptions import CommitFailedError

from memassets.backends.delta_log import DeltaLog
from memassets.kernel import events
from memassets.kernel.ports import LogError

WRITER = """
import sys
from memassets.backends.delta_log import DeltaLog
from memassets.kernel.ports import LogError
from memassets.kernel import events
from memassets.kernel.ports import LogError
place, name, commits, rows = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
log = DeltaLog(place, lambda: "2026-01-01T00:00:00Z")
for commit in range(commits):
    told = [("candidate_refused", f"{name}-{commit}-{row}", {"row": row}) for row in range(rows)]
    log.append(events.new(told), name)
    print(commit, flush=True)
"""


def writer(place: Path, name: str, commits: int, rows: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", WRITER, str(place), name, str(commits), str(rows)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def log(tmp_path: Path) -> DeltaLog:
    ticks = count()
    return DeltaLog(str(tmp_path / "log"), lambda: f"2026-01-01T00:00:{next(ticks):02d}Z")


def refused(*subjects: str) -> pl.DataFrame:
    return events.new([("candidate_refused", subject, {"why": subject}) for subject in subjects])


def test_events_stand_in_the_order_they_were_appended(log: DeltaLog) -> None:
    assert log.version() == "none"
    assert log.append(refused("a", "b"), "run-1") == 2
    assert log.append(refused("c"), "run-2") == 1
    assert log.events().select("seq", "at", "run_id", "subject_id", "payload").rows() == [
        (0, "2026-01-01T00:00:00Z", "run-1", "a", '{"why":"a"}'),
        (1, "2026-01-01T00:00:00Z", "run-1", "b", '{"why":"b"}'),
        (2, "2026-01-01T00:00:01Z", "run-2", "c", '{"why":"c"}'),
    ]
    assert log.version() == "1-3"


def test_no_log_yet_holds_nothing(log: DeltaLog) -> None:
    assert log.events("artifact_committed").height == 0
    assert log.append(refused(), "r") == 0
    assert log.version() == "none"


def test_what_happens_once_is_told_once(log: DeltaLog) -> None:
    told = events.new([("record_ingested", "r1", {}), ("record_ingested", "r1", {}), ("derived_excluded", "r1", {})])
    assert log.append(told, "r") == 2
    assert log.append(told, "r") == 0
    assert log.append(events.new([("record_ingested", "r2", {})]), "r") == 1


def test_only_the_kinds_asked_for(log: DeltaLog) -> None:
    log.append(events.new([("record_ingested", "r1", {}), ("memory_folded", "m1", {})]), "r")
    assert log.events("memory_folded")["subject_id"].to_list() == ["m1"]


def test_the_table_itself_refuses_to_forget(log: DeltaLog, tmp_path: Path) -> None:
    log.append(refused("a"), "r")
    place = str(tmp_path / "log")
    with pytest.raises(CommitFailedError, match="append-only"):
        deltalake.DeltaTable(place).delete()
    with pytest.raises(CommitFailedError, match="append-only"):
        deltalake.write_deltalake(place, log.events(), mode="overwrite")
    assert log.events().height == 1


def test_a_compaction_changes_no_row(log: DeltaLog) -> None:
    for subject in "abcdef":
        log.append(refused(subject), "r")
    before = log.events()
    log.compact()
    assert log.events().equals(before)
    assert log.append(refused("g"), "r") == 1
    assert log.events()["seq"].to_list() == list(range(7))


def test_four_processes_at_once_lose_nothing(tmp_path: Path) -> None:
    place = tmp_path / "log"
    writers = [writer(place, name, commits=6, rows=3) for name in "abcd"]
    assert [process.wait() for process in writers] == [0, 0, 0, 0], writers[0].stderr
    for process in writers:
        process.communicate()
    rows = DeltaLog(str(place), lambda: "").events()
    assert rows["seq"].to_list() == list(range(72))
    assert set(rows["subject_id"]) == {f"{w}-{c}-{r}" for w in "abcd" for c in range(6) for r in range(3)}
    runs = rows.group_by("run_id", maintain_order=True).agg("subject_id")
    for name, subjects in runs.iter_rows():
        assert subjects == [f"{name}-{c}-{r}" for c in range(6) for r in range(3)]


def test_a_killed_writer_leaves_whole_commits(tmp_path: Path) -> None:
    place = tmp_path / "log"
    process = writer(place, "a", commits=10_000, rows=40)
    assert process.stdout is not None
    for _ in range(3):
        process.stdout.readline()
    process.kill()
    process.communicate()
    log = DeltaLog(str(place), lambda: "")
    rows = log.events()
    assert rows.height >= 120
    assert rows.height % 40 == 0
    assert rows["seq"].to_list() == list(range(rows.height))
    assert log.append(refused("after"), "r") == 1


def test_a_folder_that_is_no_table_is_named(tmp_path: Path) -> None:
    (tmp_path / "log" / "_delta_log").mkdir(parents=True)
    (tmp_path / "log" / "_delta_log" / "00000000000000000000.json").write_text("not json\n")
    with pytest.raises(LogError, match="log"):
        DeltaLog(str(tmp_path / "log"), lambda: "").events()
