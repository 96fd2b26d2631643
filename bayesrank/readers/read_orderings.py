"""Rankings of models by voters, one rank a row, read into Orderings."""

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.observations.orderings import Orderings
from bayesrank.readers.columns import listed, renamed
from bayesrank.readers.files import read_table
from bayesrank.readers.row_checks import counts, refuse_repeats, refuse_rows, refuse_unknown_columns
from bayesrank.readers.table import Table

_ROLES = ("voter", "model", "rank", "multiplicity")


def read_orderings(
    source: Any,  # noqa: ANN401 (a path, or any frame that narwhals supports)
    *,
    columns: Mapping[str, str] | None = None,
    ignore: Collection[str] = (),
) -> Orderings:
    """Read rankings from a file or a data frame with columns ``voter``, ``model``, ``rank``.

    A row is the place that a voter (a person, a judge, a race) gives to a model, 1 is best; equal ranks are ties
    and models without a row are unranked. A column ``multiplicity``, the same in all rows of a voter, says how
    many voters it stands for. Columns under other names need ``columns``; nothing is guessed.

    Parameters
    ----------
    source : str, Path or data frame
        A file in CSV, TSV, JSON Lines or Parquet, or a frame of pandas, polars, pyarrow, duckdb or any other
        engine that narwhals supports.
    columns : mapping of str to str, optional
        Role to the column that has it: ``{"voter": "race"}``.
    ignore : collection of str
        Columns to leave unread.

    Returns
    -------
    Orderings

    Raises
    ------
    DataError
        Whenever the data are not as described; the message names file, row and column.

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> races = pd.DataFrame({"race": [1, 1, 2, 2], "model": ["x", "y", "x", "y"], "rank": [1, 2, 1, 1]})
    >>> br.read_orderings(races, columns={"voter": "race"})
    Orderings(2 models, 2 orderings, 100.0% of the voters rank all)
    """
    table = renamed(read_table(source, ignore), columns or {})
    names = table.columns.column_names
    if not {"voter", "model", "rank"} <= set(names):
        message = (
            f"{table.source}: columns must be voter, model, rank and perhaps multiplicity; found {listed(names)}. "
            f"Map them to their roles: columns={{'voter': ...}} (--columns voter=...)."
        )
        raise DataError(message)
    refuse_unknown_columns(table, _ROLES)
    voter_index, voters = table.codes("voter", "voter")
    model_index, models = table.codes("model", "model")
    refuse_repeats(table, voter_index * len(models) + model_index, ("voter", "model"))
    enough = np.bincount(voter_index)[voter_index] >= 2
    refuse_rows(table, enough, "voter", "rank at least two models", "Drop it: one model alone compares nothing")
    rank = table.numbers("rank")
    refuse_rows(table, np.isfinite(rank), "rank", "be finite", "Drop the row if the model is unranked")
    return Orderings(
        models=models,
        voters=voters,
        voter_index=voter_index,
        model_index=model_index,
        rank=rank,
        multiplicity=_multiplicity(table, voter_index, len(voters)),
    )


def _multiplicity(table: Table, voter_index: IntArray, n_voters: int) -> IntArray:
    """Return how many voters each one stands for, shape (n_voters,)."""
    if "multiplicity" not in table.columns.column_names:
        return np.ones(n_voters, dtype=np.int64)
    of_row = counts(table, "multiplicity", 1)
    _, first_row = np.unique(voter_index, return_index=True)
    same = of_row == of_row[first_row][voter_index]
    refuse_rows(table, same, "multiplicity", "be the same in all rows of a voter", "Give voters that differ two names")
    return of_row[first_row]
