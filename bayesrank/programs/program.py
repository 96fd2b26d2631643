"""What a statistical ranking model consists of: one PyMC program and how its draws become scores."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.options import check_names

if TYPE_CHECKING:
    import pymc as pm

type Target = Literal["benchmark", "population", "ability"]
TARGET_WORDS: Mapping[Target, str] = {
    "benchmark": "these questions",
    "population": "questions like these",
    "ability": "abilities",
}
type Draws = Mapping[str, FloatArray]
"""Draws of a program's variables by name, each with one leading axis of all draws."""


@dataclass(frozen=True)
class Moments:
    """Exact posterior mean and standard deviation of each model's score, both of shape (L,)."""

    mean: FloatArray
    standard_deviation: FloatArray

    def quantile(self, probability: float) -> FloatArray:
        """Return the quantile of the normal distribution with these moments, shape (L,)."""
        from scipy.special import ndtri  # scipy.stats takes a second to import

        return self.mean + float(ndtri(probability)) * self.standard_deviation


@dataclass(frozen=True)
class Program[Statistic]:
    """A statistical ranking model.

    Its options are the keyword-only parameters of ``build``; the other functions get those among them that they name.

    Parameters
    ----------
    reads : type
        The statistic that it reads.
    scores : mapping of target to str
        What its score can be of (these questions, questions like these, or the abilities themselves), the default
        first, and what one unit of that score means.
    build : callable
        Statistic to ``pm.Model``, with all data and all constants of priors in ``pm.Data``; ``score`` is one of its
        variables unless ``score`` below computes it.
    reference : str
        Key and equation of the source.
    exact : callable, optional
        Independent draws from the posterior: (statistic, number of draws, rng) to scores, shape (n_draws, L), or to
        draws of variables by name with ``score`` among them.
    variates : callable, optional
        With ``exact``: how many random numbers one draw takes.
    moments : callable, optional
        Exact moments of the score, or None for a statistic that has no closed form.
    score : callable, optional
        Scores from the draws of the program's variables: (statistic, draws, target, rng) to shape (n_draws, L). For
        the target ``"ability"`` it is the variable ``ability`` unless this says otherwise.
    chance : callable, optional
        For right and wrong answers: (statistic, draws) to the chance of a right answer of each cell, missing ones too,
        shape (n_draws, L, M). Predictive checks, and metrics such as pass@k, are made from it.
    cells : callable, optional
        Where ``chance`` does not say it: (statistic, draws, rng) to the probability of each category in each cell,
        shape (n_draws, L, M, C + 1), drawn given the variables where the program integrates cells out.
    doubts : callable, optional
        What a user must know before the result, given the statistic and the target: sentences.
    mle : callable, optional
        Maximum likelihood by a solver of its own, fast and without PyMC: statistic to the values of the program's
        variables by name. It is the mode of the program's likelihood.
    laplace : callable, optional
        Draws from a normal approximation by a solver of its own: (statistic, number of draws, rng) to draws.
    identified : callable, optional
        Raises :class:`~bayesrank.errors.NotIdentifiedError` where the likelihood has no finite maximum.
    composite : callable, optional
        Whether the likelihood of this statistic is no probability of independent observations (weights, or pairs that
        share trials), so that comparing programs by it makes no sense. Never, unless said.
    mass_matrix : {"diag", "low_rank"}
        How the sampler adapts: ``"low_rank"`` pays for up to a hundred correlated abilities.
    """

    reads: type[Statistic]
    scores: Mapping[Target, str]
    build: Callable[..., pm.Model]
    reference: str
    exact: Callable[..., FloatArray | Draws] | None = None
    variates: Callable[..., int] | None = None
    moments: Callable[..., Moments | None] | None = None
    score: Callable[..., FloatArray] | None = None
    chance: Callable[..., FloatArray] | None = None
    cells: Callable[..., FloatArray] | None = None
    doubts: Callable[..., list[str]] | None = None
    mle: Callable[..., Mapping[str, FloatArray]] | None = None
    laplace: Callable[..., Draws] | None = None
    identified: Callable[..., None] | None = None
    composite: Callable[..., bool] | None = None
    mass_matrix: Literal["diag", "low_rank"] = "diag"

    @property
    def name(self) -> str:
        """Name of the program: that of the function that builds it."""
        build = self.build
        return build.func.__name__ if isinstance(build, partial) else build.__name__

    @property
    def chosen(self) -> Mapping[str, Any]:
        """The options that were chosen by :meth:`with_options`."""
        return self.build.keywords if isinstance(self.build, partial) else {}

    @property
    def defaults(self) -> dict[str, Any]:
        """The program's options and their values, defaults unless they were chosen."""
        parameters = inspect.signature(self.build).parameters.values()
        return {option.name: option.default for option in parameters if option.kind is option.KEYWORD_ONLY}

    def with_options(self, options: Mapping[str, Any]) -> Program[Statistic]:
        """Return the program with some of its options chosen.

        Raises
        ------
        ValueError
            If it has no such option.
        """
        if not options:
            return self
        check_names(self.name, options, self.defaults)
        own = vars(self).items()
        functions = {name: value for name, value in own if callable(value) and not isinstance(value, type)}
        given: dict[str, Any] = {name: _given(function, options) for name, function in functions.items()}
        return replace(self, **given)

    def scores_of(self, statistic: Statistic, draws: Draws, target: Target, rng: np.random.Generator) -> FloatArray:
        """Return the scores of all draws of the program's variables, shape (n_draws, L)."""
        if self.score is not None:
            return self.score(statistic, draws, target, rng)
        return draws["score" if "score" in draws else "ability"]

    def doubts_about(self, statistic: Statistic, target: Target) -> list[str]:
        """Return what a user must know before the result: sentences, none if there is nothing."""
        return [] if self.doubts is None else self.doubts(statistic, target)

    def moments_of(self, statistic: Statistic) -> Moments | None:
        """Return the exact moments of the score, or None where it has no closed form."""
        return None if self.moments is None else self.moments(statistic)

    def is_composite(self, statistic: Statistic) -> bool:
        """Say whether the likelihood of the statistic is no probability of independent observations."""
        return self.composite is not None and self.composite(statistic)


type AnyProgram = Program[Any]


def _given(function: Callable[..., Any], options: Mapping[str, Any]) -> Callable[..., Any]:
    """Give a function those of the options that it names."""
    known = inspect.signature(function).parameters
    named = {name: value for name, value in options.items() if name in known}
    return partial(function, **named) if named else function
