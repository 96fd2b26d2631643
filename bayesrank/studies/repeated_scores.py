"""One finished benchmark in many orders, or many simulated benchmarks, with what is true of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_at_least, seed_or_fresh
from bayesrank.sequential.finished_scores import FinishedScores, finished_scores, score_options
from bayesrank.sequential.score_rows import ScoreReader
from bayesrank.sequential.wealth import CLOSEST

type Source = Literal["orders", "simulated"]

ORDERS = 200


@dataclass(frozen=True)
class RepeatedScores:
    """Scores that come in again and again, each time in another order or other ones.

    Parameters
    ----------
    source : {"orders", "simulated"}
    models : tuple of str
        Names, M of them.
    better : array of bool, shape (M, M)
        True at (j, l) where j is better than l in truth.
    replications : int
    random_seed : int or None
        Seed of the orders.
    scores : array, shape (1 or replications, n, M)
        In their own units.
    reader : ScoreReader
    """

    source: Source
    models: tuple[str, ...]
    better: BoolArray
    replications: int
    random_seed: int | None
    scores: npt.NDArray[np.generic]
    reader: ScoreReader

    @property
    def n_questions(self) -> int:
        """Number of questions."""
        return len(self.scores[0])

    @property
    def population_size(self) -> int | None:
        """Number of questions of a finite benchmark; None for simulated scores."""
        return self.n_questions if self.source == "orders" else None

    def unit_scores(self, replication: int) -> FloatArray:
        """Return the scores of one replication in [0, 1], as they come in, shape (n, M)."""
        if self.random_seed is None:
            return unit_scores(self.reader, self.scores[replication], self.models)
        stream = np.random.default_rng([self.random_seed, replication])
        return unit_scores(self.reader, self.scores[0][stream.permutation(self.n_questions)], self.models)


def orders_of(
    data: Outcomes | ScoreTable | npt.ArrayLike, orders: int | None, random_seed: int | None, options: Mapping[str, Any]
) -> RepeatedScores:
    """Return one finished benchmark, to be gone through in many orders.

    Parameters
    ----------
    data : Outcomes, ScoreTable, or array of shape (n, M)
    orders : int or None
        Their number, 200 unless said.
    random_seed : int or None
        Seed of the orders; a fresh one by default.
    options : mapping
        ``models``, ``score_range`` and ``higher_is_better``.

    Raises
    ------
    DataError
        If a score is missing or outside its range.
    """
    number = ORDERS if orders is None else orders
    check_at_least("replications", number, 1)
    known = dict(options)
    finished = finished_scores(data, "benchmark", known.pop("models", None))
    reader = ScoreReader(**score_options(finished, known))
    means = unit_scores(reader, finished.scores, finished.models).mean(axis=0)
    better = means[:, None] - means > CLOSEST
    seed = seed_or_fresh(random_seed)
    return RepeatedScores("orders", finished.models, better, number, seed, finished.scores[None], reader)


def simulated_scores(scores: npt.ArrayLike, truth: npt.ArrayLike | None, options: Mapping[str, Any]) -> RepeatedScores:
    """Return simulated benchmarks, to be taken as they come.

    Parameters
    ----------
    scores : array, shape (replications, n, M)
    truth : array, shape (M,), or None
        True means, on any scale that has their order.
    options : mapping
        ``models``, ``score_range`` and ``higher_is_better``.

    Raises
    ------
    DataError
        If there are not as many true means as models.
    """
    given, means = np.asarray(scores), np.asarray(np.nan if truth is None else truth, dtype=np.float64)
    n_models = given.shape[2]
    if means.shape != (n_models,) or not np.isfinite(means).all():
        message = (
            f"truth must be {n_models} numbers, the true mean of each model, for simulated scores; got "
            f"{'none' if truth is None else f'an array of shape {means.shape}'}. Pass what the scores were drawn from."
        )
        raise DataError(message)
    known = dict(options)
    names = known.pop("models", [f"model {number}" for number in range(1, n_models + 1)])
    models = checked_names(names, "model")
    reader = ScoreReader(**score_options(FinishedScores(models, (), given.reshape(-1, n_models)), known))
    better = means[:, None] > means
    return RepeatedScores("simulated", models, better, len(given), None, given, reader)


def unit_scores(reader: ScoreReader, scores: npt.NDArray[np.generic], models: tuple[str, ...]) -> FloatArray:
    """Return scores in [0, 1], higher is better, shape (n, M).

    Raises
    ------
    DataError
        If one is missing or outside its range.
    """
    return reader.rows(scores.astype(np.float64), np.ones(len(models), dtype=bool), models).low
