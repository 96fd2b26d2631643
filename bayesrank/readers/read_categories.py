"""Categories of benchmarks, read from a file that names both."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bayesrank.errors import DataError
from bayesrank.readers.columns import listed, renamed
from bayesrank.readers.files import read_table


def read_categories(
    source: Any,  # noqa: ANN401 (a path, or any frame that narwhals supports)
    *,
    columns: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Read the category of each benchmark from a file or a data frame.

    The file has columns ``benchmark`` and ``category``; others are not read, so that it may be a long file of scores
    in which every row names both. A benchmark may stand in many rows, always with the same category.

    Parameters
    ----------
    source : str, Path or data frame
        A file in CSV, TSV, JSON Lines or Parquet, or a frame of any engine that narwhals supports.
    columns : mapping of str to str, optional
        Role to the column that has it: ``{"category": "domain"}``.

    Returns
    -------
    dict of str to str
        Benchmark to category.

    Raises
    ------
    DataError
        If a column is not there, a name is missing, or a benchmark has two categories.

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> br.read_categories(pd.DataFrame({"benchmark": ["law", "algebra"], "category": ["humanities", "mathematics"]}))
    {'algebra': 'mathematics', 'law': 'humanities'}
    """
    table = renamed(read_table(source), columns or {})
    names = table.columns.column_names
    for role in ("benchmark", "category"):
        if role not in names:
            message = (
                f"{table.source}: columns must be benchmark and category, and perhaps others; found {listed(names)}. "
                f"Map them to their roles: columns={{{role!r}: ...}}."
            )
            raise DataError(message)
    benchmark, benchmarks = table.codes("benchmark", "benchmark")
    category, categories = table.codes("category", "category")
    first = np.unique(benchmark, return_index=True)[1]
    other = np.flatnonzero(category != category[first[benchmark]])
    if other.size:
        row = int(other[0])
        message = (
            f"{table.place(row)}: a benchmark must have one category; got {categories[category[row]]!r} for "
            f"{benchmarks[benchmark[row]]!r}, {categories[category[first[benchmark[row]]]]!r} before. Correct one."
        )
        raise DataError(message)
    return {name: categories[category[row]] for name, row in zip(benchmarks, first, strict=True)}
