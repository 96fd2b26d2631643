"""Standard errors of scores that are shares of right answers to a known number of questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from bayesrank.errors import DataError
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_at_least


def with_binomial_errors(table: ScoreTable, questions: int | Mapping[str, int]) -> ScoreTable:
    """Give scores the standard errors of shares of right answers to so many questions.

    Of a share p of n questions that is sqrt(q (1 - q) / n) with q = (n p + 1/2) / (n + 1), the mean of Jeffreys'
    posterior, so that a perfect score has an error too. Models are taken to answer independently: where all were asked
    the same questions, leads are surer than these errors say.

    Parameters
    ----------
    table : ScoreTable
        Of shares from 0 to 1, or of percentages: a benchmark with a score above 1 is in percent.
    questions : int or mapping of str to int
        Of every benchmark, or of each by name.

    Returns
    -------
    ScoreTable

    Raises
    ------
    DataError
        If there are standard errors, scores are neither shares nor percentages, or a benchmark has no number.
    ValueError
        If a number is not whole or not positive.
    """
    if table.standard_errors is not None:
        message = "scores must have no standard errors yet; got some. Leave out the numbers of questions."
        raise DataError(message)
    given = questions if isinstance(questions, Mapping) else dict.fromkeys(table.benchmarks, questions)
    numbers = np.empty(len(table.benchmarks))
    for position, name in enumerate(table.benchmarks):
        if name not in given:
            message = f"questions must have a number for every benchmark; got none for {name!r}. Add it."
            raise DataError(message)
        check_at_least("questions", given[name], 1)
        numbers[position] = given[name]
    highest, lowest = np.nanmax(table.scores, axis=0), np.nanmin(table.scores, axis=0)
    scale = np.where(highest > 1, 100.0, 1.0)
    outside = np.flatnonzero((lowest < 0) | (highest > scale))
    if outside.size:
        message = (
            f"scores must be shares from 0 to 1 or percentages to be of so many questions; got from "
            f"{lowest[outside[0]]:g} to {highest[outside[0]]:g} on {table.benchmarks[outside[0]]!r}. Give standard "
            f"errors instead."
        )
        raise DataError(message)
    share = (numbers * table.scores / scale + 0.5) / (numbers + 1)
    return replace(table, standard_errors=scale * np.sqrt(share * (1 - share) / numbers))
