"""The schema of every table between assets, checked where a table enters a step from storage; one module a path.

Imported only by the shell around the graph: a gate at a shell reads no stored table, and need not pay for the import.
"""

import dataframely as dy
import polars as pl

from memassets.kernel.schemas import guard, merge, read, store, write

TABLES: dict[str, type[dy.Schema]] = {
    **read.TABLES,
    **write.TABLES,
    **merge.TABLES,
    **guard.TABLES,
    **store.TABLES,
}


def validated(asset: str, frame: pl.DataFrame) -> pl.DataFrame:
    """The frame, if it is a table of the asset.

    ValueError names the asset and the rule that some rows break; KeyError for an asset without a declared schema.
    """
    schema = TABLES[asset]
    try:
        return schema.validate(frame)
    except (dy.exc.SchemaError, dy.exc.ValidationError) as wrong:
        raise ValueError(
            f"{asset}: the stored table is not one of these ({' '.join(str(wrong).split())}); materialize it anew."
        ) from None
