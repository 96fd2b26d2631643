"""Wealths from counts of wins: all that right and wrong answers to questions from an unlimited supply leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.sequential.bets import Bets
from bayesrank.sequential.score_rows import ScoreKind, ScoreRows
from bayesrank.sequential.wealth import PairWealth

if TYPE_CHECKING:
    from bayesrank.sequential.wealth import Arrays, Wealth


class WinCounts:
    """Wealths of all pairs of models whose scores are 0 or 1, whatever the number of questions.

    A pair that was won w times and lost v times has the wealth ``sum over k of p_k (1 + b_k)^w (1 - b_k)^v`` for bets
    b_k with weights p_k: the same as :class:`~bayesrank.sequential.wealth.PairWealth` without a population size.

    Parameters
    ----------
    n_models : int
        Number of models M.
    bets : Bets
        Of the rule ``"mixture"``: others depend on the order of the scores.

    Raises
    ------
    ValueError
        If the bets are of another rule.

    References
    ----------
    khosravi2026, section 3
    """

    def __init__(self, n_models: int, bets: Bets | None = None) -> None:
        self.bets = Bets() if bets is None else bets
        if self.bets.rule != "mixture":
            message = f"bets must be a mixture to be read off counts of wins; got {self.bets.rule!r}. Use PairWealth."
            raise ValueError(message)
        self._wins, self._losses = np.zeros((n_models, n_models)), np.zeros((n_models, n_models))
        self._playing = np.ones(n_models, dtype=bool)

    def update(self, rows: ScoreRows) -> None:
        """Count the wins of further questions.

        Parameters
        ----------
        rows : ScoreRows
            Scores of 0 and 1, or missing ones; what there is of frozen models is not read.
        """
        plays = rows.plays * self._playing
        self._wins += (rows.low * plays).T @ ((1 - rows.high) * plays)
        self._losses += ((1 - rows.low) * plays).T @ (rows.high * plays)

    def freeze(self, model: int) -> None:
        """Let the wealths of all pairs of a model stay as they are for ever."""
        self._playing[model] = False

    def correct_sums(self, model: int, rows: ScoreRows) -> None:
        """Do nothing: bets on an unlimited supply of questions do not depend on the scores so far."""

    def log_wealth(self) -> FloatArray:
        """Return the logarithms of the wealths, shape (M, M), -inf on the diagonal."""
        grid, weights = np.array(self.bets.grid), self.bets.weights
        terms = np.log(weights)[:, None, None] + (
            np.log1p(grid)[:, None, None] * self._wins + np.log1p(-grid)[:, None, None] * self._losses
        )
        result: FloatArray = np.logaddexp.reduce(terms, axis=0)
        np.fill_diagonal(result, -np.inf)
        return result

    def state(self) -> Arrays:
        """Return all that later wealths depend on."""
        return {"wins": self._wins.copy(), "losses": self._losses.copy(), "playing": self._playing.copy()}

    def restore(self, arrays: Arrays) -> None:
        """Take up the state of another run with the same models and bets."""
        for name in ("wins", "losses", "playing"):
            held = getattr(self, f"_{name}")
            setattr(self, f"_{name}", np.array(arrays[name], dtype=held.dtype).reshape(held.shape))


def choose_wealth(n_models: int, bets: Bets, population_size: int | None, score_kind: ScoreKind) -> Wealth:
    """Return wealths that have seen nothing yet: counts of wins where they say all, else those of pairs."""
    if score_kind == "right_or_wrong" and population_size is None and bets.rule == "mixture":
        return WinCounts(n_models, bets)
    return PairWealth(n_models, bets, population_size=population_size)
