"""The ranking by one number of each model's posterior: its mean, or a quantile."""

from __future__ import annotations

from typing import Any

import numpy as np

from bayesrank.options import check_probability
from bayesrank.programs.program import AnyProgram
from bayesrank.programs.registry import find_program
from bayesrank.ranks.fitting import fit
from bayesrank.ranks.ranking import Ranking
from bayesrank.statistics.summarise import summarise


def rank_by_program(data: Any, name: str, *, random_seed: int, quantile: float | None = None) -> Ranking:  # noqa: ANN401
    """Rank models by the posterior mean of their scores, or by a quantile of it.

    Where the program has exact moments, no draws are made, and a quantile is that of the normal distribution with
    these moments.

    Parameters
    ----------
    data
        What the program reads.
    name : str
        Name of a program.
    random_seed : int
        Seed of the draws, where there are any.
    quantile : float, optional
        In (0, 1): .05 ranks by a lower bound.

    Raises
    ------
    DataError
        If the program cannot read the data.
    ConvergenceError
        If chains did not converge.
    ValueError
        If the quantile is outside (0, 1).

    References
    ----------
    hariri2025
    """
    if quantile is not None:
        check_probability("quantile", quantile)
    program = find_program(name)
    statistic = summarise(data, program.reads)
    moments = None if program.moments is None else program.moments(statistic)
    if moments is None:
        fitted = fit(data, program, random_seed=random_seed)
        scores = fitted.centre if quantile is None else np.quantile(fitted.draws, quantile, axis=0)
        warnings, seed = fitted.warnings, random_seed
    else:
        place = [statistic.models.index(model) for model in data.models]
        scores = (moments.mean if quantile is None else moments.quantile(quantile))[place]
        warnings, seed = _doubts(program, statistic), None
    return Ranking(
        method=name,
        options={} if quantile is None else {"quantile": quantile},
        names=data.models,
        scores=scores,
        samples=None,
        uncertainty=None,
        target=None,
        target_words=None,
        warnings=warnings,
        data=repr(data),
        diagnostics={},
        random_seed=seed,
    )


def _doubts(program: AnyProgram, statistic: object) -> tuple[str, ...]:
    return () if program.doubts is None else tuple(program.doubts(statistic, program.targets[0]))
