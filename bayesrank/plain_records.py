"""Tables as plain lists of dictionaries that JSON has words for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


def plain_records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return one dictionary a row; None for what is missing, not defined or not finite."""
    finite = table.replace([np.inf, -np.inf], np.nan).astype(object)
    rows = finite.where(finite.notna(), None).to_dict(orient="records")
    return [{str(name): value for name, value in row.items()} for row in rows]
