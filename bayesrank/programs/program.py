"""What a statistical ranking model consists of: one PyMC program and how its draws become scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bayesrank.arrays import FloatArray

if TYPE_CHECKING:
    import pymc as pm

type Target = Literal["benchmark", "population"]
TARGET_WORDS: Mapping[Target, str] = {"benchmark": "these questions", "population": "questions like these"}


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

    Parameters
    ----------
    reads : type
        The statistic that it reads.
    targets : tuple of {"benchmark", "population"}
        What its score can be of, the default first: these questions, or questions like these.
    build : callable
        Statistic to ``pm.Model``; ``score`` is one of its variables unless ``score`` below computes it.
    score_unit : str
        What one unit of the score means.
    reference : str
        Key and equation of the source.
    exact : callable, optional
        Independent draws of the score from the posterior: (statistic, number of draws, rng) to shape (n_draws, L).
    variates : callable, optional
        With ``exact``: how many random numbers one draw takes.
    moments : callable, optional
        Exact moments of the score, or None for a statistic that has no closed form.
    score : callable, optional
        Scores from the draws of the program's variables: (statistic, draws by name with one leading axis of all
        draws, target, rng) to shape (n_draws, L).
    doubts : callable, optional
        What a user must know before the result, given the statistic and the target: sentences.
    """

    reads: type[Statistic]
    targets: tuple[Target, ...]
    build: Callable[[Statistic], pm.Model]
    score_unit: str
    reference: str
    exact: Callable[[Statistic, int, np.random.Generator], FloatArray] | None = None
    variates: Callable[[Statistic], int] | None = None
    moments: Callable[[Statistic], Moments | None] | None = None
    score: Callable[[Statistic, Mapping[str, FloatArray], Target, np.random.Generator], FloatArray] | None = None
    doubts: Callable[[Statistic, Target], list[str]] | None = None

    @property
    def name(self) -> str:
        """Name of the program: that of the function that builds it."""
        return self.build.__name__


type AnyProgram = Program[Any]
