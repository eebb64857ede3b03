"""What waits in a vault to be admitted, read as it was written."""

from pathlib import Path

from memassets.store.candidates import SCHEMA, candidates, of_files


def test_one_row_a_file_in_the_order_of_paths(tmp_path: Path) -> None:
    folder = tmp_path / "candidates"
    (folder / "b").mkdir(parents=True)
    (folder / "b/two.json").write_text("[]")
    (folder / "a.jsonl").write_text("{}\n")
    (folder / ".arriving").write_text("half")
    (folder / "link.json").symlink_to(tmp_path / "elsewhere.json")
    found = candidates(tmp_path)
    assert found.select("file", "content", "problem").rows() == [("a.jsonl", "{}\n", ""), ("b/two.json", "[]", "")]
    assert found["digest"].n_unique() == 2


def test_a_file_that_is_not_text_is_named_and_not_dropped(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(b"[\xff]")
    assert of_files([bad]).select("content", "problem").rows() == [("", f"{bad} is not UTF-8: byte 1.")]


def test_a_vault_without_candidates_has_none(tmp_path: Path) -> None:
    assert dict(candidates(tmp_path).schema) == SCHEMA
    assert candidates(tmp_path).height == 0
