"""The ranking by one number of each model's posterior: its mean, or a quantile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bayesrank.options import check_names, check_probability
from bayesrank.programs.program import TARGET_WORDS, AnyProgram, Target
from bayesrank.programs.registry import find_program
from bayesrank.ranks.fitting import chosen_target, fit, lone_model_doubts
from bayesrank.ranks.ranking import Ranking
from bayesrank.statistics.summarise import summarise


def rank_by_program(
    data: Any,  # noqa: ANN401 (what the program reads)
    name: str,
    options: Mapping[str, Any],
    *,
    target: Target | None = None,
    random_seed: int,
) -> Ranking:
    """Rank models by the posterior mean of their scores, or by a quantile of it.

    Where the program has exact moments, no draws are made, and a quantile is that of the normal distribution with
    these moments.

    Parameters
    ----------
    data
        What the program reads.
    name : str
        Name of a program.
    options : mapping
        ``quantile``, in (0, 1): .05 ranks by a lower bound.
    target : {"benchmark", "population"}, optional
        What the scores are of; the first target of the program by default.
    random_seed : int
        Seed of the draws, where there are any.

    Raises
    ------
    DataError
        If the program cannot read the data.
    ConvergenceError
        If chains did not converge.
    ValueError
        If there is no such option or target, or the quantile is outside (0, 1).

    References
    ----------
    hariri2025
    """
    check_names(name, options, {"quantile"})
    quantile = options.get("quantile")
    if quantile is not None:
        check_probability("quantile", quantile)
    program = find_program(name)
    aim = chosen_target(program, target)
    statistic = summarise(data, program.reads)
    moments = None if program.moments is None else program.moments(statistic)
    if moments is None:
        fitted = fit(data, program, target=aim, random_seed=random_seed)
        scores = fitted.centre if quantile is None else np.quantile(fitted.draws, quantile, axis=0)
        warnings, seed = fitted.warnings, random_seed
    else:
        place = [statistic.models.index(model) for model in data.models]
        scores = (moments.mean if quantile is None else moments.quantile(quantile))[place]
        warnings, seed = (*_doubts(program, statistic, aim), *lone_model_doubts(data.models)), None
    return Ranking(
        method=name,
        options=options,
        names=data.models,
        scores=scores,
        samples=None,
        uncertainty=None,
        target=aim,
        target_words=TARGET_WORDS[aim],
        warnings=warnings,
        data=repr(data),
        diagnostics={},
        random_seed=seed,
    )


def _doubts(program: AnyProgram, statistic: object, target: Target) -> tuple[str, ...]:
    return () if program.doubts is None else tuple(program.doubts(statistic, target))
