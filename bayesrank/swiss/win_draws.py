"""Draws from a posterior over who is better in which round: tournaments of them have credible intervals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.observations.row_arrays import read_only
from bayesrank.options import check_at_least, check_choice
from bayesrank.swiss.win_tensor import WinTensor

type Match = Literal["higher_wins", "logistic"]


@dataclass(frozen=True, eq=False, repr=False)
class WinDraws:
    """Draws of what each model is worth in each round.

    Parameters
    ----------
    models, rounds : tuple of str
        Names, M and K of them; rounds in the order in which they are played.
    scores : array of float, shape (B, M, K)
        Higher is better, B draws, at least two.
    match : {"higher_wins", "logistic"}
        Who wins a match given a draw: the model with the higher score, equal ones having half a point each; or model i
        with probability 1 / (1 + exp(score_j - score_i)), which is for abilities on the logit scale.
    source : str
        Which posterior the draws are of, in words.
    random_seed : int or None
        Seed of the draws, where they were drawn here.
    doubts : tuple of str
        What is doubtful about the draws, or assumed by them, as sentences.

    Raises
    ------
    DataError
        If names, shapes or numbers are not as stated, or there are fewer than two models or no round.
    """

    models: tuple[str, ...]
    rounds: tuple[str, ...]
    scores: FloatArray
    match: Match = "higher_wins"
    source: str = "posterior draws"
    random_seed: int | None = None
    doubts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", checked_names(self.models, "model"))
        object.__setattr__(self, "rounds", checked_names(self.rounds, "round"))
        check_choice("match", self.match, Match)
        if len(self.models) < 2:
            message = f"a tournament must have at least two models; got {self.models[0]!r} alone. Add the others."
            raise DataError(message)
        shape = len(self.models), len(self.rounds)
        if np.ndim(self.scores) != 3 or np.shape(self.scores)[1:] != shape:
            message = (
                f"scores must have shape (B, {shape[0]}, {shape[1]}), draws x models x rounds; got "
                f"{np.shape(self.scores)}. Transpose them."
            )
            raise DataError(message)
        if len(self.scores) < 2:
            message = f"scores must be of at least two draws; got {len(self.scores)}. Draw more."
            raise DataError(message)
        if not np.isfinite(self.scores).all():
            message = (
                f"scores must be finite in every draw; got {np.count_nonzero(~np.isfinite(self.scores))} that are not. "
                f"Draw all models in all rounds."
            )
            raise DataError(message)
        object.__setattr__(self, "scores", read_only(self.scores))

    def __repr__(self) -> str:
        return (
            f"WinDraws({len(self.scores):,} draws of {len(self.models)} models x {len(self.rounds)} rounds, "
            f"from {self.source})"
        )

    @property
    def one_winner(self) -> bool:
        """Whether every match has exactly one winner: no two scores of a round are equal, in any draw."""
        return self.match == "logistic" or bool(np.all(np.diff(np.sort(self.scores, axis=1), axis=1) > 0))

    def in_order(self, rounds: IntArray) -> WinDraws:
        """Return the rounds at these positions, in this order.

        Parameters
        ----------
        rounds : array of int, shape (n,)
            Positions, each at most once.
        """
        names = tuple(self.rounds[position] for position in rounds)
        return replace(self, rounds=names, scores=self.scores[:, :, rounds])

    def of_models(self, models: IntArray) -> WinDraws:
        """Return the models at these positions, in this order."""
        names = tuple(self.models[position] for position in models)
        return replace(self, models=names, scores=self.scores[:, models])

    def thinned(self, number: int) -> WinDraws:
        """Return so many of the draws, evenly spaced; all of them if there are no more.

        Parameters
        ----------
        number : int
            At least 2.
        """
        check_at_least("number", number, 2)
        n_draws = len(self.scores)
        if number >= n_draws:
            return self
        return replace(self, scores=self.scores[np.arange(number) * n_draws // number])

    def probabilities(self) -> WinTensor:
        """Return the posterior probabilities that models beat each other, the mean over the draws."""
        shape = len(self.rounds), len(self.models), len(self.models)
        win, draw = np.zeros(shape), np.zeros(shape)
        for scores in self.scores:
            won, drawn = self.match_probabilities(scores)
            win += won
            draw += drawn
        n_draws = len(self.scores)
        return WinTensor(self.models, self.rounds, win / n_draws, draw / n_draws, source=f"the mean over {self.source}")

    def match_probabilities(self, scores: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return probabilities of a win and of a draw given one draw of the scores, each of shape (K, M, M).

        Parameters
        ----------
        scores : array, shape (M, K)
        """
        from scipy.special import expit

        by_round = np.ascontiguousarray(scores.T)
        lead = by_round[:, :, None] - by_round[:, None, :]
        if self.match == "logistic":
            return expit(lead), np.zeros(lead.shape)
        return (lead > 0).astype(np.float64), (lead == 0).astype(np.float64)
