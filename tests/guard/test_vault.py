"""A vault through the path: events, tombstones, leaks, the log, growing sessions, kills."""

from pathlib import Path

import orjson
import polars as pl
import pytest

from memassets.guard import artifacts, exclusions
from memassets.guard.exclusions import AUDITED
from memassets.kernel import events
from tests.guard.vaults import Vault, lines

SECTION = lines(12)
TEXT = "# Care\n\n" + "\n".join(SECTION)
QUOTE = "\n".join(SECTION)
SKILL = "---\nname: forge\ndescription: Fire the forge.\n---\n\n# Fire\n\n" + "\n".join(lines(6, seed=3))


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    found = Vault(tmp_path)
    found.reference(TEXT)
    found.session(QUOTE, "We open the flue on Mondays now.")
    return found


def test_a5_every_event_carries_artifact_score_and_threshold(vault: Vault) -> None:
    vault.skill(SKILL)
    vault.session("\n".join(lines(6, seed=3)), QUOTE, name="more")
    found = vault.ingest()
    told = events.payloads(vault.log.events("derived_excluded"))
    assert sorted((p["kind"], p["measure"], p["threshold"]) for p in told) == [
        ("reference", "matched", 24.0),
        ("reference", "matched", 24.0),
        ("skill", "containment", 0.8),
    ]
    for payload in told:
        assert all(payload[name] is not None for name in (*AUDITED, "session", "record", "spans", "overlap"))
        assert payload["score"] >= payload["threshold"]
    assert set(found.exclusions["event"]) == set(vault.log.events("derived_excluded")["subject_id"])


def test_records_are_logged_derived_or_not_and_without_their_text(vault: Vault) -> None:
    vault.ingest()
    told = events.payloads(vault.log.events("record_ingested"))
    assert [(p["derived"], p["artifact"] and p["artifact"]["name"]) for p in told] == [
        (True, "manual/forge#care"),
        (False, None),
    ]
    assert "flue on Mondays" not in "".join(vault.log.events()["payload"])


def test_a6_a_tombstone_removes_the_entries_and_the_transcript_then_ingests_normally(vault: Vault) -> None:
    assert vault.ingest().texts == ["We open the flue on Mondays now."]
    before = vault.log.events()
    (vault.root / "references/manual/forge.md").unlink()
    after = vault.ingest()
    assert after.texts == [QUOTE, "We open the flue on Mondays now."]
    assert after.exclusions.height == 0
    assert (vault.root / artifacts.FILE).read_bytes() == b""
    assert vault.log.events().head(before.height).equals(before)
    assert vault.log.events("artifact_tombstoned").height == 1


def test_removing_one_of_two_corpora_with_the_same_text_does_not_release_the_other(vault: Vault) -> None:
    vault.reference(TEXT, corpus="mirror")
    assert vault.ingest().exclusions["name"].to_list() == ["manual/forge#care", "mirror/forge#care"]
    (vault.root / "references/manual/forge.md").unlink()
    found = vault.ingest()
    assert found.texts == ["We open the flue on Mondays now."]
    assert found.exclusions["name"].to_list() == ["mirror/forge#care"]


def test_removed_and_added_again_excludes_again_and_tells_nothing_twice(vault: Vault) -> None:
    vault.ingest()
    (vault.root / "references/manual/forge.md").unlink()
    vault.ingest()
    vault.reference(TEXT)
    assert vault.ingest().texts == ["We open the flue on Mondays now."]
    kinds = vault.log.events()["kind"].value_counts()
    assert dict(kinds.iter_rows()) == {
        "artifact_committed": 2,
        "artifact_tombstoned": 1,
        "record_ingested": 2,
        "derived_excluded": 1,
    }


def test_adding_what_is_there_changes_nothing(vault: Vault) -> None:
    first = vault.ingest()
    version = vault.log.version()
    again = vault.ingest()
    assert vault.log.version() == version
    assert again.evidence.equals(first.evidence)


def test_a7_a_leak_put_in_by_hand_is_named(vault: Vault) -> None:
    found = vault.ingest()
    assert vault.leaks(found.evidence) == []
    leak = found.evidence.head(1).with_columns(text=pl.lit(QUOTE), record_id=pl.lit("leaked"))
    (told,) = vault.leaks(pl.concat([found.evidence, leak]))
    assert "record leaked" in told
    assert "reference manual/forge#care" in told
    (vault.root / "references/manual/forge.md").unlink()
    vault.ingest()
    assert vault.leaks(leak) == []  # of live artifacts only


def test_a8_no_logged_row_is_ever_edited_across_a_compaction_too(vault: Vault) -> None:
    vault.ingest()
    known = vault.log.events()
    vault.reference("# Care\n\n" + "\n".join(lines(12, seed=9)))
    vault.session("Something else was said today.", name="later")
    vault.ingest()
    vault.log.compact()
    (vault.root / "references/manual/forge.md").unlink()
    vault.ingest()
    vault.log.compact()
    rows = vault.log.events()
    assert rows.height > known.height
    assert rows.join(known.select("seq"), on="seq", how="semi").equals(known)


def test_a_vault_made_today_catches_last_years_session(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    vault.reference(TEXT)
    vault.session(QUOTE, at="2024-05-01T00:00:00Z")
    assert vault.ingest().texts == []


def test_a_skill_emitted_after_the_session_is_not_its_origin(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    vault.skill(SKILL.replace("---\n\n", "created: 2026-03-02T00:00:00Z\n---\n\n"))
    vault.session("\n".join(lines(6, seed=3)), name="before", at="2026-03-01T00:00:00Z")
    vault.session("\n".join(lines(6, seed=3)), name="after", at="2026-03-03T00:00:00Z")
    found = vault.ingest()
    assert found.evidence["session"].to_list() == ["before"]
    assert dict(found.matches.select("session", "outcome").iter_rows()) == {
        "after": "withheld",
        "before": "emitted-later",
    }


def test_a_memory_that_was_recalled_is_no_evidence_for_itself(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    said = " ".join(lines(3, seed=5))
    vault.write("memories/flue.md", f"---\nname: flue\ncreated: 2026-01-05T00:00:00Z\n---\n\n{said}\n")
    vault.session(f"Recalled: {said}", "The flue was swept yesterday, and Ruben found a nest in it.")
    found = vault.ingest()
    assert found.texts == ["The flue was swept yesterday, and Ruben found a nest in it."]
    assert found.exclusions.select("kind", "name").rows() == [("memory", "flue.md")]


def test_a_session_that_grows_is_read_up_to_its_last_whole_line(vault: Vault) -> None:
    file = vault.root / "sessions/talk.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"role":"user","content":"half a li')
    assert vault.ingest().texts == ["We open the flue on Mondays now."]
    late = orjson.dumps({"role": "user", "content": "Half a line no longer.", "session_id": "talk"})
    file.write_bytes(whole + late + b"\n")
    assert vault.ingest().texts == ["We open the flue on Mondays now.", "Half a line no longer."]
    assert vault.log.events("record_ingested").height == 3


def test_a_changed_threshold_is_in_force_and_in_the_log(vault: Vault) -> None:
    for name, was, now in (("reference_matched", 24.0, 5000.0), ("reference_containment", 0.6, 0.9)):
        payload = {"name": name, "was": was, "now": now}
        vault.log.append(events.new([("threshold_changed", name, payload)]), "r")
    found = vault.ingest()
    assert found.matches.select("measure", "threshold").rows() == [("containment", 0.9)]
    assert artifacts.in_force(vault.log.events("threshold_changed")).reference_matched == 5000.0


# kills ---------------------------------------------------------------------------------------------------------------


class KilledError(Exception):
    """What stands for a kill."""


class _DyingLog:
    """A log whose writer dies before or after its nth commit."""

    def __init__(self, vault: Vault, commit: int, *, after: bool) -> None:
        self._log, self._left, self._after = vault.log, commit, after

    def append(self, told: pl.DataFrame, run_id: str) -> int:
        self._left -= 1
        if self._left == 0 and not self._after:
            raise KilledError
        added = self._log.append(told, run_id)
        if self._left == 0:
            raise KilledError
        return added

    def events(self, *kinds: str) -> pl.DataFrame:
        return self._log.events(*kinds)

    def version(self) -> str:
        return self._log.version()


def _die(name: str, content: bytes) -> None:
    raise KilledError


@pytest.mark.parametrize("step", ["before-commit", "after-commit", "manifest", "before-records", "after-records"])
def test_an_ingest_killed_at_any_step_leaves_no_orphan_and_no_half(step: str, tmp_path: Path) -> None:
    vault, whole = Vault(tmp_path / "killed"), Vault(tmp_path / "whole")
    for one in (vault, whole):
        one.reference(TEXT)
        one.session(QUOTE, "We open the flue on Mondays now.")
    whole.ingest()
    with pytest.raises(KilledError):
        if step == "manifest":
            vault.ingest(keep=_die)
        else:
            vault.ingest(log=_DyingLog(vault, 1 if "commit" in step else 2, after=step.startswith("after")))
    told = dict(vault.log.events()["kind"].value_counts().iter_rows())
    artifacts_told = {} if step == "before-commit" else {"artifact_committed": 1}
    records_told = {"record_ingested": 2, "derived_excluded": 1} if step == "after-records" else {}
    assert told == {**artifacts_told, **records_told}
    manifest = vault.root / artifacts.FILE
    entries = manifest.read_bytes().splitlines() if manifest.is_file() else []
    logged = artifacts.lines(artifacts.artifacts(vault.log.events(*artifacts.LOGGED))).splitlines()
    assert set(entries) <= set(logged)
    found = vault.ingest()
    assert found.texts == ["We open the flue on Mondays now."]
    assert vault.astray() == []
    assert vault.log.events()["kind"].to_list() == whole.log.events()["kind"].to_list()


def test_exclusions_are_the_frame_that_the_write_path_reads(vault: Vault) -> None:
    found = vault.ingest().exclusions
    assert found.select("start", "end").rows() == [(0, len(QUOTE))]
    assert found["record"].to_list() == [events.payloads(vault.log.events("derived_excluded"))[0]["record"]]
    assert list(found.columns) == list(exclusions.SCHEMA)
