"""The posterior of a program, which is read off as any draws of scores are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.program import TARGET_WORDS, AnyProgram, Moments, Target
from bayesrank.ranks.score_draws import ScoreDraws
from bayesrank.statistics.data_summary import DataSummary

if TYPE_CHECKING:
    import pandas as pd
    from xarray import DataTree


@dataclass(frozen=True, eq=False)
class Basis:
    """What a posterior is of: the program with its options, and the statistic that it read."""

    program: AnyProgram
    statistic: Any


@dataclass(frozen=True, eq=False, repr=False)
class Fit(ScoreDraws):
    """The posterior of a program given the data.

    Parameters
    ----------
    program : str
        Name of the program.
    options : mapping
        Options that were given to it, and to the reduction of the data.
    target : {"benchmark", "population", "ability"}
        What the scores are of: these questions, questions like these, or the abilities themselves.
    score_unit : str
        What one unit of the score means.
    posterior : DataTree
        ArviZ posterior with ``score[model]``, models in the order of the data. What NUTS sampled has the other groups
        of ArviZ beside it: ``sample_stats``, ``prior``, ``prior_predictive``, ``posterior_predictive``,
        ``log_likelihood``, ``log_prior``, ``observed_data`` and ``constant_data``; the last has an order of models of
        its own, in which its numbers of models count, the first and second of battles, say.
    warnings : tuple of str
        What to know before reading the result.
    converged : bool
        Whether the draws can be read as the posterior; thresholds in :mod:`bayesrank.inference.convergence`.
    data : DataSummary
        Size and hash of the data.
    random_seed : int
        The seed of the draws, also where none was given.
    moments : Moments or None
        Exact mean and standard deviation of the scores, where there is a closed form.
    basis : Basis or None
        What was fitted to what, which checks and refits start from; None where the fit was read from a file.
    """

    program: str
    options: Mapping[str, Any]
    target: Target
    score_unit: str
    posterior: DataTree
    warnings: tuple[str, ...]
    converged: bool
    data: DataSummary
    random_seed: int
    moments: Moments | None
    basis: Basis | None

    def __repr__(self) -> str:
        said = "".join(f"warning: {warning}\n" for warning in self.warnings)
        best = self.models[int(np.argmax(self.centre))]
        return (
            f"{said}Fit({self.program!r} of {self.data.models} models on {self.target_words}, "
            f"best by mean score: {best!r})"
        )

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, L of them."""
        return tuple(str(name) for name in self.posterior["posterior"]["model"].to_numpy())

    @property
    def target_words(self) -> str:
        """What the scores are of, in words."""
        return TARGET_WORDS[self.target]

    @cached_property
    def draws(self) -> FloatArray:
        """All draws of the scores, shape (S, L)."""
        scores = self.posterior["posterior"]["score"].transpose("chain", "draw", "model").to_numpy()
        flat = scores.reshape(-1, scores.shape[2])
        return np.ascontiguousarray(flat, dtype=np.float64)  # sums must not round by how the draws lie in memory

    @property
    def centre(self) -> FloatArray:
        """Posterior mean of each score, exact where there is a closed form, shape (L,)."""
        return self.draws.mean(axis=0) if self.moments is None else self.moments.mean

    def ranking(self, **options: Any) -> pd.DataFrame:  # noqa: ANN401 (those of any draws)
        """Return the ranking, best first.

        Parameters
        ----------
        **options
            See :meth:`bayesrank.ranks.score_draws.ScoreDraws.ranking`.

        Returns
        -------
        DataFrame
            The columns of any ranking with uncertainty, and ``converged``, False in every row of a ranking that must
            not be read as one. ``attrs["warnings"]`` are the warnings of the fit.
        """
        table = super().ranking(**options).assign(converged=self.converged)
        table.attrs["warnings"] = list(self.warnings)
        return table
