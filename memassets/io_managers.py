"""Where tables between assets are kept: frames as Parquet, verdicts and reports as JSON."""

import io
from typing import Any

import dagster as dg
import orjson
import polars as pl

from memassets.backends import object_store
from memassets.kernel import schemas, verdict
from memassets.kernel.verdict import Verdict


class Tables(dg.ConfigurableIOManager):
    """A local folder or an S3 prefix, one object an asset; empty: a folder beside the instance.

    Below it `last-green` and `last-red` hold, laid out alike, each gate's last verdict of that colour and the tables
    it was measured on.
    """

    base: str = ""

    def handle_output(self, context: dg.OutputContext, obj: Any) -> None:
        """Replace the asset's object, and with a verdict's the copies of what it was measured on.

        TypeError for anything but a frame, a verdict or a report.
        """
        if isinstance(obj, pl.DataFrame):
            buffer = io.BytesIO()
            obj.write_parquet(buffer)
            content = buffer.getvalue()
        elif isinstance(obj, Verdict):
            content = orjson.dumps(verdict.to_json(obj), option=orjson.OPT_INDENT_2)
        elif isinstance(obj, dict):
            content = orjson.dumps(obj, option=orjson.OPT_INDENT_2)
        else:
            raise TypeError(f"{context.asset_key.to_user_string()}: a {type(obj).__name__} is not a table")
        base, name = self._base(context.step_context.instance), "/".join(context.asset_key.path)
        place = _place(base, name, frame=isinstance(obj, pl.DataFrame))
        object_store.write_bytes(place, content)
        context.add_output_metadata({"path": dg.MetadataValue.path(place), "bytes": len(content)})
        if isinstance(obj, Verdict):
            kept = f"{base}/last-{'green' if obj.passed else 'red'}"
            for table in obj.basis.data:
                object_store.copy(_place(base, table, frame=True), _place(kept, table, frame=True))
            # the verdict last: by the digests of its basis one sees whether a crash has mixed the copies of two runs
            object_store.write_bytes(_place(kept, name, frame=False), content)
            context.add_output_metadata({"kept": dg.MetadataValue.path(kept)})

    def load_input(self, context: dg.InputContext) -> Any:
        """The asset's object, as the type the downstream function asks for.

        FileNotFoundError for one that was never made, ValueError for a stored table that is not what its asset makes.
        """
        asked = context.dagster_type.typing_type
        base, name = self._base(context.step_context.instance), "/".join(context.asset_key.path)
        content = object_store.read_bytes(_place(base, name, frame=asked is pl.DataFrame))
        if asked is pl.DataFrame:
            return schemas.validated(context.asset_key.to_user_string(), pl.read_parquet(io.BytesIO(content)))
        found = orjson.loads(content)
        return verdict.from_json(found) if asked is Verdict else found

    def _base(self, instance: dg.DagsterInstance) -> str:
        return (self.base or f"{instance.storage_directory()}/tables").rstrip("/")


def _place(base: str, asset: str, *, frame: bool) -> str:
    return f"{base}/{asset}.{'parquet' if frame else 'json'}"
