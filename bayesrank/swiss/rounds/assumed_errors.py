"""Standard errors of scores that are shares of right answers to a known number of questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from bayesrank.arrays import FloatArray
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
        Of shares from 0 to 1, or of percentages: if any score is above 1, all are in percent.
    questions : int or mapping of str to int
        Of every benchmark, or of each by name.

    Returns
    -------
    ScoreTable

    Raises
    ------
    DataError
        If there are standard errors, scores are neither shares nor percentages, a benchmark has no number, or a number
        is of no benchmark.
    ValueError
        If a number is not whole or not positive.
    """
    if table.standard_errors is not None:
        message = "scores must have no standard errors yet; got some. Leave out the numbers of questions."
        raise DataError(message)
    numbers = _numbers(table.benchmarks, questions)
    scale = 100.0 if np.nanmax(table.scores) > 1 else 1.0
    outside = (table.scores < 0) | (table.scores > scale)  # a missing score is neither
    if outside.any():
        model, benchmark = np.argwhere(outside)[0]
        message = (
            f"scores must be shares from 0 to 1, or percentages, to be of so many questions; got "
            f"{table.scores[model, benchmark]:g} of {table.models[model]!r} on {table.benchmarks[benchmark]!r}. "
            f"Give standard errors instead."
        )
        raise DataError(message)
    share = (numbers * table.scores / scale + 0.5) / (numbers + 1)
    return replace(table, standard_errors=scale * np.sqrt(share * (1 - share) / numbers))


def _numbers(benchmarks: Sequence[str], questions: int | Mapping[str, int]) -> FloatArray:
    """Return the number of questions of each benchmark."""
    given = questions if isinstance(questions, Mapping) else dict.fromkeys(benchmarks, questions)
    unknown = [name for name in given if name not in benchmarks]
    if unknown:
        message = f"questions must be of benchmarks of the table; got {unknown[0]!r}. Check the spelling."
        raise DataError(message)
    numbers = np.empty(len(benchmarks))
    for position, name in enumerate(benchmarks):
        if name not in given:
            message = f"questions must have a number for every benchmark; got none for {name!r}. Add it."
            raise DataError(message)
        check_at_least("questions", given[name], 1)
        numbers[position] = given[name]
    return numbers
