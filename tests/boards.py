"""Score tables by hand."""

from string import ascii_lowercase

import numpy as np

from bayesrank.observations.score_table import ScoreTable

NAN = float("nan")


def board(scores, benchmarks=None, models=None, lower=(), errors=None):
    """Return a table of these scores, models a, b, ... and benchmarks p, q, ... if they are not named."""
    table = np.array(scores, dtype=float)
    names = tuple(benchmarks or "pqrstu"[: table.shape[1]])
    return ScoreTable(
        tuple(models or ascii_lowercase[: len(table)]),
        names,
        table,
        np.array([name not in lower for name in names]),
        None if errors is None else np.where(np.isnan(table), np.nan, errors),
    )


def shuffled(table, order):
    """Return the table with its models in this order, under names that sort the other way round."""
    errors = None if table.standard_errors is None else table.standard_errors[order]
    names = tuple(f"m{99 - position}" for position in range(len(order)))
    return ScoreTable(names, table.benchmarks, table.scores[order], table.higher_is_better, errors)
