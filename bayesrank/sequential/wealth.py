"""What bets on every pair of models have won: the evidence that one is better than the other."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.sequential._wealth_kernel import Growth, grow_agrapa, grow_mixture, grow_ons, log_mixture
from bayesrank.sequential.bets import Bets
from bayesrank.sequential.score_rows import ScoreRows, running_sums

type Arrays = dict[str, npt.NDArray[np.generic]]

BLOCK = 1024  # rows at a time, so that running sums stay small beside the scores
CLOSEST = 1e-9  # means of a finite benchmark that are no further apart count as equal: sums are rounded


class Wealth(Protocol):
    """Wealths of all pairs of M models; (j, l) is the evidence against "j is no better than l"."""

    def update(self, rows: ScoreRows) -> None:
        """Bet on the scores of further questions."""

    def freeze(self, model: int) -> None:
        """Let the wealths of all pairs of a model stay as they are for ever."""

    def correct_sums(self, model: int, rows: ScoreRows) -> None:
        """Replace what the scores of a model so far can be by what they are."""

    def log_wealth(self) -> FloatArray:
        """Return the logarithms of the wealths, shape (M, M), -inf on the diagonal."""

    def state(self) -> Arrays:
        """Return all that later wealths depend on."""

    def restore(self, arrays: Arrays) -> None:
        """Take up the state of another run with the same models and bets."""


class PairWealth:
    """Wealths of all pairs of models, for scores in [0, 1] and either design.

    Parameters
    ----------
    n_models : int
        Number of models M.
    bets : Bets
    population_size : int, optional
        Number of questions of the finite benchmark whose questions come in random order; None for questions drawn
        from an unlimited supply.
    margin : float
        The null hypothesis of (j, l) is that the mean of j is at most that of l plus this.

    References
    ----------
    khosravi2026, section 3 and proposition 1
    """

    def __init__(
        self, n_models: int, bets: Bets | None = None, *, population_size: int | None = None, margin: float = 0.0
    ) -> None:
        self.bets = Bets() if bets is None else bets
        self.population_size = population_size
        self.margin = margin
        shape = n_models, self.bets.n_wealths, n_models
        self._wealth, self._exponent = np.ones(shape), np.zeros(shape, dtype=np.int64)
        self._memory = np.zeros((n_models, 0 if self.bets.rule == "mixture" else 2, n_models))
        self._low, self._high = np.zeros(n_models), np.zeros(n_models)
        self._n_questions = 0
        self._playing = np.ones(n_models, dtype=bool)
        self._certain = np.zeros((n_models, n_models), dtype=bool)

    def update(self, rows: ScoreRows) -> None:
        """Bet on the scores of further questions.

        Parameters
        ----------
        rows : ScoreRows
            Of n questions, in the order in which they were drawn; what there is of frozen models is not read.
        """
        for first in range(0, len(rows.low), BLOCK):
            self._grow(ScoreRows(*(part[first : first + BLOCK] for part in rows)))

    def freeze(self, model: int) -> None:
        """Let the wealths of all pairs of a model stay as they are for ever.

        A process that stops at a stopping time is a supermartingale still, so they may enter every average.
        """
        self._certain = self._certain_pairs()
        self._playing[model] = False

    def correct_sums(self, model: int, rows: ScoreRows) -> None:
        """Replace what the scores of a model so far can be by what they are, in the bounds of later bets alone.

        Parameters
        ----------
        rows : ScoreRows
            Of all questions so far, in their order; only the column of the model is read.
        """
        self._low[model], self._high[model] = (running_sums(0.0, part[:, model])[-1] for part in (rows.low, rows.high))

    def log_bets(self) -> FloatArray:
        """Return the logarithms of what the bets alone have won, shape (M, M), -inf on the diagonal."""
        return log_mixture(self._wealth, self._exponent, self._weights)

    def log_wealth(self) -> FloatArray:
        """Return the logarithms of the wealths, infinite where the null hypothesis has become impossible.

        In a finite benchmark that is so once the lead is larger than all questions left could take away.

        Returns
        -------
        array of float, shape (M, M)
            -inf on the diagonal.
        """
        return np.where(self._certain_pairs(), np.inf, self.log_bets())

    def state(self) -> Arrays:
        """Return all that later wealths depend on."""
        return {
            "wealth": self._wealth.copy(),
            "exponent": self._exponent.copy(),
            "memory": self._memory.copy(),
            "low": self._low.copy(),
            "high": self._high.copy(),
            "n_questions": np.array(self._n_questions),
            "playing": self._playing.copy(),
            "certain": self._certain.copy(),
        }

    def restore(self, arrays: Arrays) -> None:
        """Take up the state of another run with the same models and bets."""
        for name in ("wealth", "exponent", "memory", "low", "high", "playing", "certain"):
            held = getattr(self, f"_{name}")
            setattr(self, f"_{name}", np.array(arrays[name], dtype=held.dtype).reshape(held.shape))
        self._n_questions = int(arrays["n_questions"])

    @property
    def _weights(self) -> FloatArray:
        return self.bets.weights if self.bets.rule == "mixture" else np.ones(1)

    def _grow(self, rows: ScoreRows) -> None:
        low, high = running_sums(self._low, rows.low), running_sums(self._high, rows.high)
        size = self.population_size
        growth = Growth(
            low=np.ascontiguousarray(rows.low),
            high=np.ascontiguousarray(rows.high),
            plays=rows.plays * self._playing,
            low_before=low[:-1],
            high_before=high[:-1],
            shift=self.margin * (1 if size is None else size),
            finite=0.0 if size is None else 1.0,
            left=1.0 if size is None else float(size - self._n_questions),
        )
        match self.bets.rule:
            case "mixture":
                grow_mixture(self._wealth, self._exponent, np.array(self.bets.grid), growth)
            case "agrapa":
                grow_agrapa(self._wealth, self._exponent, self._memory, self.bets.most, growth)
            case "ons":
                grow_ons(self._wealth, self._exponent, self._memory, growth)
        self._low, self._high = low[-1].copy(), high[-1].copy()
        self._n_questions += len(rows.low)

    def _certain_pairs(self) -> BoolArray:
        """Return the pairs whose null hypothesis no scores of the questions left can make true, shape (M, M)."""
        if self.population_size is None:
            return self._certain
        left = self.population_size - self._n_questions
        most = self.population_size * (self.margin + CLOSEST) + left
        beyond = self._low[:, None] - self._high > most
        np.fill_diagonal(beyond, val=False)
        certain: BoolArray = self._certain | (beyond & self._playing[:, None] & self._playing)
        return certain
