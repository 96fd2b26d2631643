"""A ranking as one JSON object."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bayesrank.ranks.fit import Fit
from bayesrank.report.versions import versions

if TYPE_CHECKING:
    import pandas as pd


def ranking_record(fit: Fit, table: pd.DataFrame, *, ci_prob: float) -> dict[str, Any]:
    """Return everything about a ranking as plain lists, dictionaries, text and numbers.

    Parameters
    ----------
    fit : Fit
    table : DataFrame
        ``fit.ranking(ci_prob=ci_prob, ...)``.
    ci_prob : float
        As given to :meth:`Fit.ranking`.

    Returns
    -------
    dict
        ``ranking`` (records), ``superiority`` (by model, then by other model), ``target``, ``program``,
        ``ci_prob``, ``warnings``, ``data``, ``versions`` and ``random_seed``.
    """
    return {
        "ranking": table.to_dict(orient="records"),
        "superiority": fit.superiority().to_dict(orient="index"),
        "target": fit.target,
        "program": fit.program,
        "score_unit": fit.score_unit,
        "ci_prob": ci_prob,
        "warnings": list(fit.warnings),
        "data": asdict(fit.data),
        "versions": versions(),
        "random_seed": fit.random_seed,
    }
