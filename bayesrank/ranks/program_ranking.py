"""The ranking by one number of each model's posterior, its mean or a quantile, or by the mode of a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import ConvergenceError
from bayesrank.inference.posterior import POINTS
from bayesrank.options import check_probability
from bayesrank.programs.program import TARGET_WORDS, Target
from bayesrank.programs.registry import find_program
from bayesrank.ranks.fit import Fit
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
    found = _exact(data, name, rest, quantile, target) if inference == "auto" else None
    if found is None:
        fitted = fit(data, name, target=target, inference=inference, random_seed=random_seed, **rest)
        found = _drawn(fitted, quantile)
    return Ranking(
        method=name,
        options=options,
        names=data.models,
        scores=found.scores,
        samples=None,
        uncertainty=None,
        target=found.target,
        target_words=TARGET_WORDS[found.target],
        warnings=found.warnings,
        data=repr(data),
        diagnostics={},
        random_seed=found.random_seed,
        unit=found.unit,
    )


class _Scored(NamedTuple):
    """Scores in the order of the data, shape (L,), and what is said of them."""

    scores: FloatArray
    target: Target
    unit: str
    warnings: tuple[str, ...]
    random_seed: int | None


def _exact(
    data: Any,  # noqa: ANN401 (what the program reads)
    name: str,
    options: dict[str, Any],
    quantile: float | None,
    target: Target | None,
) -> _Scored | None:
    """Return scores by the exact moments of a program, None where it has none."""
    if find_program(name).moments is None:
        return None
    program, statistic = chosen_program(data, name, target, options)
    aim = chosen_target(program, target)
    moments = program.moments_of(statistic)
    if moments is None:
        return None
    place = [statistic.models.index(model) for model in data.models]
    scores = (moments.mean if quantile is None else moments.quantile(quantile))[place]
    warnings = (*program.doubts_about(statistic, aim), *lone_model_doubts(data.models))
    return _Scored(scores, aim, program.scores[aim], warnings, None)


def _drawn(fitted: Fit, quantile: float | None) -> _Scored:
    if not fitted.converged:
        raise ConvergenceError(fitted.warnings[0])
    scores = fitted.centre if quantile is None else np.quantile(fitted.draws, quantile, axis=0)
    return _Scored(scores, fitted.target, fitted.score_unit, fitted.warnings, fitted.random_seed)


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
