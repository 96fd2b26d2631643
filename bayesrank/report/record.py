"""A ranking as one JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bayesrank.ranks.fit import Fit
from bayesrank.ranks.ranking import Ranking
from bayesrank.report.versions import versions

if TYPE_CHECKING:
    import pandas as pd


def ranking_record(result: Fit | Ranking, table: pd.DataFrame, *, ci_prob: float) -> dict[str, Any]:
    """Return everything about a ranking as plain lists, dictionaries, text and numbers.

    Parameters
    ----------
    result : Fit or Ranking
    table : DataFrame
        ``result.ranking(ci_prob=ci_prob, ...)``, or without options for a ranking without uncertainty.
    ci_prob : float
        As given to :meth:`Fit.ranking`.

    Returns
    -------
    dict
        ``ranking`` (records), ``target``, ``score_unit``, ``warnings``, ``data``, ``versions`` and ``random_seed``;
        ``program``, or ``rule`` with its ``uncertainty``, and the ``options`` of either; of a posterior also
        ``converged``; with uncertainty also ``ci_prob`` and ``superiority`` (by model, then by other model).
    """
    record = {"ranking": table.to_dict(orient="records"), "target": result.target} | _method(result)
    if isinstance(result, Fit) or result.samples is not None:
        record |= {"superiority": result.superiority().to_dict(orient="index"), "ci_prob": ci_prob}
    return record | {
        "score_unit": result.score_unit,
        "warnings": list(result.warnings),
        "versions": versions(),
        "random_seed": result.random_seed,
    }


def _method(result: Fit | Ranking) -> dict[str, Any]:
    if isinstance(result, Fit):
        return {"program": result.program, "options": dict(result.options), "converged": result.converged} | {
            "data": result.data.record()
        }
    known = {"options": dict(result.options), "data": result.data}
    if result.by_program:
        return {"program": result.method} | known
    return {"rule": result.method, "uncertainty": result.uncertainty} | known
