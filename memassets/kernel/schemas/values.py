"""Columns of a closed set of values."""

from collections.abc import Sequence
from typing import Any

import dataframely as dy


def one_of(values: Sequence[str], **options: Any) -> dy.String:
    """A text column that holds nothing but these."""
    return dy.String(check={"known": lambda column: column.is_in(list(values))}, **options)
