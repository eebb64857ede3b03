"""A sentence model in a folder, run by onnxruntime."""

from collections.abc import Callable
from pathlib import Path

import dagster as dg
import numpy as np
import pytest

from memassets import definitions, resources
from memassets.backends.embedders import embedder_for
from memassets.io_managers import Tables
from memassets.kernel import policy
from memassets.kernel.ports import Unavailable
from memassets.read import evaluation
from tests.backends.sentence_model import DIMENSIONS, model
from tests.read.gate import evaluated

TEXTS = ("red lid", "blue lid of the kiln", "kiln")
WORDS = "[PAD] ? blue kiln lid of red the".split()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that knows every word of the default corpus."""
    found = evaluated()
    texts = found.probes["query"].to_list()
    for frame in (found.facts, found.twins):
        texts += [*frame["gist"], *frame["body"]]
    folder = tmp_path_factory.mktemp("sentences")
    model(folder, texts)
    return folder


@pytest.mark.parametrize(
    "inputs", [("input_ids",), ("input_ids", "attention_mask"), ("input_ids", "attention_mask", "token_type_ids")]
)
def test_a_text_is_the_mean_of_its_own_tokens(inputs: tuple[str, ...], tmp_path: Path) -> None:
    table = model(tmp_path, TEXTS, inputs)
    found = embedder_for("local", str(tmp_path)).embed([*TEXTS, "", "  "], "document")
    assert found.shape == (5, DIMENSIONS)
    assert found.dtype == np.float32
    for row, text in zip(found, TEXTS, strict=False):  # of one batch, so that the shorter ones are padded
        mean = table[[WORDS.index(word) for word in text.split()]].mean(axis=0)
        assert row == pytest.approx(mean / np.linalg.norm(mean), abs=1e-6)
    assert not found[3:].any()


def test_a_text_has_one_vector_in_every_batch_and_model_one_id(tmp_path: Path) -> None:
    model(tmp_path / "one", TEXTS)
    model(tmp_path / "same", TEXTS)
    model(tmp_path / "other", [*TEXTS, "shelf"])
    one, same, other = (embedder_for("local", str(tmp_path / name)) for name in ("one", "same", "other"))
    assert one.id == same.id != other.id
    many = one.embed(["kiln", "blue lid of the kiln"] * 40, "query")
    assert many[0] == pytest.approx(one.embed(["kiln"], "document")[0], abs=1e-6)
    assert many[0] == pytest.approx(many[78], abs=1e-6)


def test_a_longer_text_than_the_model_reads_is_cut(tmp_path: Path) -> None:
    model(tmp_path, TEXTS)
    long = embedder_for("local", str(tmp_path)).embed([" ".join(["kiln"] * 512 + ["lid"] * 9000), "kiln"], "document")
    assert long[0] == pytest.approx(long[1], abs=1e-5)


def test_the_gate_asks_a_model_in_a_folder(folder: Path) -> None:
    found = evaluation.evaluate(
        seed=policy.READ_SEED,
        size=80,
        asked=16,
        floor=policy.MRR_FLOOR,
        embedder=embedder_for("local", str(folder)),
        mode="local",
    ).verdict
    assert found.breaches == ()
    assert found.basis.embedder.startswith("onnx-")
    assert found.measured["arms"]["vector"]["mrr"] > 0.5


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda folder: (folder / "model.onnx").unlink(), "no sentence model; it needs tokenizer.json and model.onnx"),
        (lambda folder: (folder / "tokenizer.json").unlink(), "no sentence model"),
        (lambda folder: (folder / "model.onnx").write_bytes(b"no graph"), r"\[ONNXRuntimeError\]"),
        (lambda folder: (folder / "tokenizer.json").write_text("{}"), "tokenizer|expected|missing|data did not match"),
    ],
)
def test_a_folder_that_cannot_be_used_is_named_in_one_line(
    damage: Callable[[Path], object], told: str, tmp_path: Path
) -> None:
    model(tmp_path, TEXTS)
    damage(tmp_path)
    with pytest.raises(Unavailable, match=told) as reason:
        embedder_for("local", str(tmp_path))
    assert str(reason.value).startswith(str(tmp_path))
    assert len(str(reason.value).splitlines()) == 1


def test_the_page_asks_the_model_that_the_environment_names(
    folder: Path, instance: dg.DagsterInstance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMASSETS_EMBEDDER", "local")
    monkeypatch.setenv("MEMASSETS_EMBEDDER_MODEL", str(folder))
    embedder = resources.from_environment()["embedder"]
    defs = definitions.build_defs(io_manager=Tables(base=str(tmp_path)), embedder=embedder)
    keys = [key for key in defs.resolve_all_asset_keys() if key.path[0] == "read"]
    ran = defs.resolve_implicit_global_asset_job_def().execute_in_process(instance=instance, asset_selection=keys)
    measured = ran.output_for_node("read__verdict").measured
    assert (measured["mode"], measured["passed"]) == ("local", True)
    assert ran.output_for_node("read__verdict").basis.embedder == embedder.embedder().id


def test_a_model_without_a_mode_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMASSETS_EMBEDDER", raising=False)
    monkeypatch.setenv("MEMASSETS_EMBEDDER_MODEL", "/srv/model")
    with pytest.raises(ValueError, match="MEMASSETS_EMBEDDER_MODEL, goes with local or live"):
        resources.from_environment()["embedder"].embedder()
