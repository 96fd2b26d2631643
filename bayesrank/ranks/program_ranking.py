"""The ranking by one number of each model's posterior, its mean or a quantile, or by the mode of a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bayesrank.errors import ConvergenceError
from bayesrank.inference.posterior import POINTS
from bayesrank.options import check_probability
from bayesrank.programs.program import TARGET_WORDS, Target
from bayesrank.ranks.fitting import chosen_program, chosen_target, fit, lone_model_doubts
from bayesrank.ranks.ranking import Ranking


def rank_by_program(
    data: Any,  # noqa: ANN401 (what the program reads)
    name: str,
    options: Mapping[str, Any],
    *,
    target: Target | None = None,
    random_seed: int,
) -> Ranking:
    """Rank models by the posterior mean of their scores, by a quantile of it, or by one point of the program.

    Where the program has exact moments, no draws are made, and a quantile is that of the normal distribution with
    these moments.

    Parameters
    ----------
    data
        What the program reads.
    name : str
        Name of a program.
    options : mapping
        ``quantile``, in (0, 1): .05 ranks by a lower bound. ``inference``, as of :func:`bayesrank.fit`: ``"map"`` and
        ``"mle"`` rank by the scores at the mode. The others are those of the program, and of the reduction of the data.
    target : {"benchmark", "population", "ability"}, optional
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
    rest = dict(options)
    quantile, inference = rest.pop("quantile", None), rest.pop("inference", "auto")
    if quantile is not None:
        check_probability("quantile", quantile)
    if inference in POINTS:
        return _point(data, name, rest, quantile, inference, target)
    program, statistic = chosen_program(data, name, target, rest)
    aim = chosen_target(program, target)
    moments = None if program.moments is None or inference != "auto" else program.moments(statistic)
    if moments is None:
        fitted = fit(data, name, target=aim, inference=inference, random_seed=random_seed, **rest)
        if not fitted.converged:
            raise ConvergenceError(fitted.warnings[0])
        scores = fitted.centre if quantile is None else np.quantile(fitted.draws, quantile, axis=0)
        warnings, seed = fitted.warnings, random_seed
    else:
        place = [statistic.models.index(model) for model in data.models]
        scores = (moments.mean if quantile is None else moments.quantile(quantile))[place]
        warnings, seed = (*program.doubts_about(statistic, aim), *lone_model_doubts(data.models)), None
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
        unit=program.scores[aim],
    )


def _point(
    data: Any,  # noqa: ANN401 (what the program reads)
    name: str,
    options: Mapping[str, Any],
    quantile: float | None,
    inference: Any,  # noqa: ANN401 (one of POINTS)
    target: Target | None,
) -> Ranking:
    if quantile is not None:
        message = f"quantile must be left out where one point is asked for; got {quantile}. Use inference='nuts'."
        raise ValueError(message)
    ranking: Ranking = fit(data, name, target=target, inference=inference, **options)
    return ranking
