"""Where tables between assets are kept: whole or not at all, on a disk and on a real S3 server."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import dagster as dg
import orjson
import polars as pl
import pytest
from moto.server import ThreadedMotoServer

from memassets.backends import object_store
from memassets.io_managers import Tables
from memassets.kernel.verdict import Basis, Breach, Verdict, from_json
from tests.conftest import CHECKOUT

PROBES = pl.DataFrame(
    [{"probe": "p1", "tier": "content", "target": "m1", "polarity": "negative", "numeric": True, "query": "q"}]
)
VERDICT = Verdict(
    "read",
    0.5,
    0.85,
    (Breach("inversion", "family negation", 1, 0, ("p1 content",)),),
    skipped=False,
    basis=Basis({"A": 1}, {"f": "1"}, {"a": {"m": "2"}}, {"read/probes": "3"}, "fake", {"seed": 1}),
)
GREEN = replace(VERDICT, score=1.0, breaches=())


def kept(base: str, instance: dg.DagsterInstance, value: Any, kind: type, name: str = "probes") -> Any:
    """What a downstream asset is given of what an upstream one made."""
    seen: list[Any] = []

    @dg.asset(key=["read", name])
    def made() -> dg.MaterializeResult[Any]:
        return dg.MaterializeResult(value=value)

    def used(found: Any) -> None:
        seen.append(found)

    used.__annotations__["found"] = kind
    downstream = dg.asset(name="used", ins={"found": dg.AssetIn(["read", name])})(used)
    dg.materialize([made, downstream], instance=instance, resources={"io_manager": Tables(base=base)}, selection=[made])
    dg.materialize([made, downstream], instance=instance, resources={"io_manager": Tables(base=base)})
    return seen[-1]


def test_a_frame_a_verdict_and_a_report_come_back_as_they_were(instance: dg.DagsterInstance, tmp_path: Path) -> None:
    base = str(tmp_path)
    assert kept(base, instance, PROBES, pl.DataFrame).equals(PROBES)
    assert kept(base, instance, VERDICT, Verdict, "verdict") == VERDICT
    assert kept(base, instance, {"a": [1, None]}, dict, "report") == {"a": [1, None]}
    assert sorted(str(f.relative_to(tmp_path)) for f in tmp_path.rglob("*") if f.is_file()) == [
        "last-red/read/probes.parquet",
        "last-red/read/verdict.json",
        "read/probes.parquet",
        "read/report.json",
        "read/verdict.json",
    ]


def judged(base: str, instance: dg.DagsterInstance, query: str, found: Verdict) -> None:
    """One run that makes the probes and a verdict on them."""

    @dg.asset(key=["read", "probes"])
    def probes() -> dg.MaterializeResult[pl.DataFrame]:
        return dg.MaterializeResult(value=PROBES.with_columns(query=pl.lit(query)))

    @dg.asset(key=["read", "verdict"], deps=[probes])
    def verdict() -> dg.MaterializeResult[Verdict]:
        return dg.MaterializeResult(value=found)

    dg.materialize([probes, verdict], instance=instance, resources={"io_manager": Tables(base=base)})


def held(base: str) -> tuple[str, Verdict]:
    """The query and the verdict that stand below a base."""
    table = pl.read_parquet(io.BytesIO(object_store.read_bytes(f"{base}/read/probes.parquet")))
    return table["query"].item(), from_json(orjson.loads(object_store.read_bytes(f"{base}/read/verdict.json")))


def test_the_last_green_and_the_last_red_are_kept(instance: dg.DagsterInstance, tmp_path: Path) -> None:
    base = str(tmp_path)
    for query, found in (("green", GREEN), ("first red", VERDICT), ("red", VERDICT)):
        judged(base, instance, query, found)
    assert held(f"{base}/last-green") == ("green", GREEN)
    assert held(f"{base}/last-red") == held(base) == ("red", VERDICT)
    judged(base, instance, "skipped", replace(GREEN, skipped=True))
    assert held(f"{base}/last-green")[0] == "green"
    assert held(f"{base}/last-red")[0] == "skipped"  # which is no pass


def test_the_last_green_and_the_last_red_are_kept_on_s3(instance: dg.DagsterInstance, bucket: str) -> None:
    base = f"{bucket}/coloured"
    judged(base, instance, "green", GREEN)
    judged(base, instance, "red", VERDICT)
    assert held(f"{base}/last-green") == ("green", GREEN)
    assert held(f"{base}/last-red") == ("red", VERDICT)
    with pytest.raises(FileNotFoundError, match=r"s3://tables/some/prefix/none: no such object"):
        object_store.copy(f"{bucket}/none", f"{bucket}/copy")


def test_a_verdict_on_a_table_that_is_not_there_is_an_error(instance: dg.DagsterInstance, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"read/probes\.parquet"):
        kept(str(tmp_path), instance, VERDICT, Verdict, "verdict")
    assert not (tmp_path / "last-red" / "read" / "verdict.json").exists()


def test_anything_else_is_no_table(instance: dg.DagsterInstance, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"read/probes: a int is not a table"):
        kept(str(tmp_path), instance, 3, int)


def test_a_stored_table_of_another_shape_is_refused_by_name(instance: dg.DagsterInstance, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^read/probes: the stored table is not one of these .* materialize it anew"):
        kept(str(tmp_path), instance, PROBES.drop("query"), pl.DataFrame)


def test_a_writer_that_dies_leaves_the_old_object_and_nothing_else(tmp_path: Path) -> None:
    place = tmp_path / "table.json"
    object_store.write_bytes(str(place), b"old")
    dies = (
        "import os, sys\n"
        "from memassets.backends import object_store\n"
        "sys.addaudithook(lambda event, arguments: os._exit(9) if event == 'os.rename' else None)\n"
        "object_store.write_bytes(sys.argv[1], b'new')\n"
    )
    ran = subprocess.run([sys.executable, "-c", dies, str(place)], cwd=CHECKOUT, check=False)
    assert ran.returncode == 9
    assert place.read_bytes() == b"old"
    assert [f.name for f in tmp_path.iterdir() if not f.name.startswith(".")] == ["table.json"]


def test_a_missing_object_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        object_store.read_bytes(str(tmp_path / "none.json"))


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """A bucket on a real S3 server on loopback."""
    import boto3

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    environment = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "eu-central-1",
    }
    before = {name: os.environ.get(name) for name in environment}
    os.environ.update(environment)
    where = {"LocationConstraint": "eu-central-1"}
    boto3.client("s3").create_bucket(Bucket="tables", CreateBucketConfiguration=where)
    yield "s3://tables/some/prefix"
    server.stop()
    for name, value in before.items():
        os.environ.pop(name) if value is None else os.environ.__setitem__(name, value)


def test_the_same_on_s3(instance: dg.DagsterInstance, bucket: str) -> None:
    assert kept(bucket, instance, PROBES, pl.DataFrame).equals(PROBES)
    assert kept(bucket, instance, VERDICT, Verdict, "verdict") == VERDICT
    with pytest.raises(FileNotFoundError, match=r"s3://tables/some/prefix/read/none.json: no such object"):
        object_store.read_bytes(f"{bucket}/read/none.json")
