from collections.abc import Iterator
from pathlib import Path

import numpy as np
import orjson
import pytest

from memassets.backends.bedrock_embedder import BedrockEmbedder
from memassets.backends.cached_embedder import CachedEmbedder
from memassets.cli import main
from memassets.kernel.ports import Unavailable
from tests.backends.bedrock_stub import Stub, bedrock

TITAN = "amazon.titan-embed-text-v2:0"


@pytest.fixture
def without_credentials(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("AWS_BEARER_TOKEN_BEDROCK", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, without_credentials: None) -> Iterator[Stub]:
    with bedrock(tmp_path) as running:
        monkeypatch.setenv("AWS_BEARER_TOKEN_BEDROCK", "a token")
        monkeypatch.setenv("AWS_REGION", "eu-north-1")
        monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-north-1")
        monkeypatch.setenv("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", running.url)
        monkeypatch.setenv("AWS_CA_BUNDLE", running.authority)
        monkeypatch.setattr("botocore.endpoint.time.sleep", lambda seconds: None)
        yield running


def test_cohere_is_asked_in_batches_of_96_with_the_kind_of_input(stub: Stub) -> None:
    texts = [f"text {number}" for number in range(200)]
    found = BedrockEmbedder().embed(texts, "document")
    assert sorted(len(body["texts"]) for body in stub.asked) == [8, 96, 96]
    assert sorted(stub.texts()) == sorted(texts)
    assert {(body["input_type"], body["output_dimension"]) for body in stub.asked} == {("search_document", 1024)}
    assert stub.models == {"cohere.embed-v4:0"}
    assert found.shape == (200, 1024)
    assert np.allclose(np.linalg.norm(found, axis=1), 1)
    BedrockEmbedder().embed(["a query"], "query")
    assert stub.asked[-1]["input_type"] == "search_query"


def test_the_rows_stand_in_the_order_of_the_texts(stub: Stub) -> None:
    texts = ["x" * (1 + at) for at in range(150)]
    found = BedrockEmbedder().embed(texts, "document")
    assert (np.diff(found[:, 0]) > 0).all()


def test_titan_is_asked_one_text_a_call(stub: Stub) -> None:
    found = BedrockEmbedder(TITAN).embed(["one", "two", "three"], "query")
    assert sorted(stub.texts()) == ["one", "three", "two"]
    assert {body["dimensions"] for body in stub.asked} == {1024}
    assert (found.shape, stub.models) == ((3, 1024), {TITAN})


def test_a_text_without_words_is_not_sent(stub: Stub) -> None:
    found = BedrockEmbedder().embed([" ", "one", ""], "query")
    assert stub.texts() == ["one"]
    assert [bool(row.any()) for row in found] == [False, True, False]


@pytest.mark.parametrize("trouble", [["429"], ["503"], ["503", "429", "503"]])
def test_what_passes_is_tried_again(stub: Stub, trouble: list[str]) -> None:
    stub.answers[:] = trouble
    assert BedrockEmbedder().embed(["one"], "query").shape == (1, 1024)
    assert len(stub.asked) == len(trouble) + 1


@pytest.mark.parametrize(
    ("answers", "told", "calls"),
    [
        (["429"] * 9, "ThrottlingException", 4),
        (["503"] * 9, "ServiceUnavailableException", 4),
        (["403"], "AccessDenied", 1),
        (["cut"] * 9, "cohere.embed-v4:0: ", 1),
        (["json"], "not whole JSON", 1),
        (["empty"], "without vectors", 1),
        (["wide"], "shape (1, 512), asked for (1, 1024)", 1),
    ],
)
def test_what_does_not_pass_is_named(stub: Stub, answers: list[str], told: str, calls: int) -> None:
    stub.answers[:] = answers
    with pytest.raises(Unavailable) as reason:
        BedrockEmbedder().embed(["one"], "query")
    assert told in str(reason.value)
    assert len(str(reason.value).splitlines()) == 1
    assert len(stub.asked) == calls


def test_another_model_is_refused(stub: Stub) -> None:
    with pytest.raises(Unavailable, match=r"not 'some\.other-model'"):
        BedrockEmbedder("some.other-model")


def test_no_region_is_named(without_credentials: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_BEARER_TOKEN_BEDROCK", "a token")
    monkeypatch.delenv("AWS_REGION", raising=False)
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)
    with pytest.raises(Unavailable, match="AWS_REGION"):
        BedrockEmbedder()


def test_a_vector_is_paid_for_once(stub: Stub, tmp_path: Path) -> None:
    file = tmp_path / "cache" / "vectors.sqlite"
    first = CachedEmbedder(BedrockEmbedder(), file).embed(["one", "two", "one"], "document")
    again = CachedEmbedder(BedrockEmbedder(), file).embed(["two", "one"], "document")
    assert stub.texts() == ["one", "two"]
    assert np.array_equal(first[[1, 0]], again)
    CachedEmbedder(BedrockEmbedder(), file).embed(["one"], "query")
    CachedEmbedder(BedrockEmbedder(TITAN), file).embed(["one"], "query")
    assert stub.texts() == ["one", "two", "one", "one"]


def test_a_cache_that_cannot_be_read_is_named(stub: Stub, tmp_path: Path) -> None:
    file = tmp_path / "vectors.sqlite"
    file.write_bytes(b"not a database, and longer than its header would be" * 20)
    with pytest.raises(Unavailable, match=r"vectors\.sqlite: the cache of vectors cannot be used"):
        CachedEmbedder(BedrockEmbedder(), file).embed(["one"], "query")


def live(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, object], list[str]]:
    with pytest.raises(SystemExit) as left:
        main(["eval", "discriminate", "--mode", "live", *arguments])
    out, err = capsys.readouterr()
    return int(left.value.code or 0), orjson.loads(out), err.splitlines()


def test_live_without_credentials_measures_nothing_and_says_why(
    without_credentials: None, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found, told = live(capsys)
    data = found["data"]
    assert isinstance(data, dict)
    assert code == 1
    assert {name: data[name] for name in ("mode", "requested", "skipped", "probes", "passed")} == {
        "mode": "live",
        "requested": "live",
        "skipped": True,
        "probes": 0,
        "passed": False,
    }
    assert isinstance(found["error"], dict)
    assert found["error"]["code"] == "ERR_DISCRIMINATION_FAILED"
    assert told[0].startswith("memassets: mode live found no AWS credentials")
    assert len(told) == 1


def test_a_live_run_that_breaks_off_is_no_pass(
    stub: Stub, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MEMASSETS_CACHE", str(tmp_path))
    stub.answers[:] = ["good", "403"]
    code, found, told = live(capsys)
    assert (code, isinstance(found["data"], dict) and found["data"]["skipped"]) == (1, True)
    assert told[0].startswith("memassets: cohere.embed-v4:0: AccessDenied")


def test_a_live_run_is_measured_with_the_vectors_it_was_given(
    stub: Stub, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MEMASSETS_CACHE", str(tmp_path))
    _, found, _ = live(capsys, "--size", "40", "--probes", "4")
    assert isinstance(found["data"], dict)
    assert found["data"]["basis"]["embedder"] == "bedrock-cohere.embed-v4:0-1024"
    assert (found["data"]["skipped"], found["data"]["probes"]) == (False, 4)
    assert max(len(body["texts"]) for body in stub.asked) <= 96


def test_fake_stays_fake_whatever_credentials_there_are(stub: Stub, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["eval", "discriminate", "--size", "40", "--probes", "4"])
    found = orjson.loads(capsys.readouterr().out)["data"]
    assert (found["mode"], found["basis"]["embedder"], stub.asked) == ("fake", "fake-1024-1", [])
