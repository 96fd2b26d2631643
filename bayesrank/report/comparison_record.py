"""Rankings by several methods as one JSON object."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bayesrank.ranks.method_comparison import MethodComparison
from bayesrank.report.versions import versions

if TYPE_CHECKING:
    import pandas as pd


def comparison_record(comparison: MethodComparison, *, random_seed: int) -> dict[str, Any]:
    """Return everything about rankings by several methods as plain lists, dictionaries, text and numbers.

    Parameters
    ----------
    comparison : MethodComparison
    random_seed : int
        As given to :func:`bayesrank.compare`.

    Returns
    -------
    dict
        ``ranks``, ``scores`` (by method, then by model), ``mean_rank`` (by model), ``tau`` (by method, then by other
        method), ``groups`` of methods with one ranking, ``disagreements`` (records), ``refused`` (reason by method),
        ``warnings`` (sentences by method that has any), ``data``, ``versions`` and ``random_seed``. What is no finite
        number is None.
    """
    ranks = comparison.ranks()
    rankings = comparison.rankings
    return {
        "ranks": ranks.to_dict(),
        "scores": _finite(comparison.scores()),
        "mean_rank": ranks.mean(axis=1).to_dict(),
        "tau": _finite(comparison.tau()),
        "groups": [list(group) for group in comparison.agreeing()],
        "disagreements": comparison.disagreements().to_dict(orient="records"),
        "refused": dict(comparison.refused),
        "warnings": {label: list(ranking.warnings) for label, ranking in rankings.items() if ranking.warnings},
        "data": next(iter(rankings.values())).data,
        "versions": versions(),
        "random_seed": random_seed,
    }


def _finite(table: pd.DataFrame) -> dict[Any, Any]:
    """Return columns, then rows, and None for what JSON has no number for."""
    return {
        column: {row: value if math.isfinite(value) else None for row, value in of_column.items()}
        for column, of_column in table.to_dict().items()
    }
