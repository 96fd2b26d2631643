"""Draws of the mean outcomes of models, paired by the questions that they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_at_least, seed_or_fresh
from bayesrank.statistics.canonical_order import canonical_order
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes
from bayesrank.swiss.rounds.cluster_sums import cluster_sums
from bayesrank.swiss.rounds.equal_values import SAME, without_rounding
from bayesrank.swiss.rounds.round_counts import refuse_prior
from bayesrank.swiss.rounds.round_questions import round_questions
from bayesrank.swiss.rounds.round_sequence import in_sequence
from bayesrank.swiss.win_draws import WinDraws

MOST_WEIGHTS = 2_000_000  # that are held at a time
FEWEST = 20  # questions or clusters of which the bootstrap is trusted


def win_draws_from_outcomes(
    outcomes: Outcomes,
    *,
    round_column: str = "benchmark",
    sequence: Sequence[str] | None = None,
    draws: int = 1000,
    random_seed: int | None = None,
) -> WinDraws:
    """Draw the mean outcome of each model in each round by the Bayesian bootstrap over questions.

    In a draw, the questions of a round have weights from Dirichlet(1, ..., 1), the same for all models: what an easy
    set of questions does for one model, it does for the others too. Questions of one cluster share their weight. The
    score of a model is the weighted mean of its outcomes, of its mean outcome where it was asked several times. The
    weights are scaled to the questions that a model was asked: a question that it missed says nothing about it.

    Models with the same answers tie in every draw, and so do those with as many right in each cluster. Nothing else
    ties but models with all answers right, or all wrong.

    Where there is almost no data the bootstrap is too sure. It gives no weight to answers that nobody saw: a model with
    all answers right in a round has a score of 1 in every draw, and where all questions of a round are one cluster, the
    better model is better in every draw. ``doubts`` of the draws say in which rounds a model was asked fewer than 20
    questions or clusters, and how often all outcomes of a model are alike.

    Parameters
    ----------
    outcomes : Outcomes
        Of any categories, or fractions, without prior outcomes.
    round_column : str
        What in ``question_metadata`` names the round of each question.
    sequence : sequence of str, optional
        Names of the rounds in the order in which they are played; those left out are not played. Without it, all in
        the order of their first questions.
    draws : int
        Number of draws, at least 2.
    random_seed : int, optional

    Returns
    -------
    WinDraws

    Raises
    ------
    DataError
        If a model was asked no question of a round, questions have no round, there are prior outcomes, or names are
        not in the data.
    ValueError
        If there are fewer than two draws.

    References
    ----------
    rubin1981
    """
    check_at_least("draws", draws, 2)
    refuse_prior(outcomes)
    every_round = round_questions(outcomes, round_column, None)
    answers = _in_canonical_order(count_outcomes(outcomes), _by_name(outcomes, every_round))
    rounds = in_sequence(answers.rounds, sequence)
    _check_asked(outcomes.models, answers, rounds)
    seed = seed_or_fresh(random_seed)
    units = [_units(answers, places) for places in rounds.values()]
    scores = _bootstrap(int(answers.cluster.max()) + 1, units, draws, seed)
    model = [answers.models.index(name) for name in outcomes.models]
    return WinDraws(
        outcomes.models,
        tuple(rounds),
        scores[:, model],
        source="the Bayesian bootstrap over questions",
        random_seed=seed,
        doubts=_doubts(outcomes.models, tuple(rounds), [each.of_models(model) for each in units]),
    )


class _Answers(NamedTuple):
    """Mean outcomes of L models to Q questions, 0 where there are none, in an order that no names touch."""

    models: tuple[str, ...]
    worth: FloatArray  # (L, Q)
    observed: FloatArray  # (L, Q)
    cluster: IntArray  # (Q,), numbers from 0 in the order of their first questions
    rounds: dict[str, IntArray]  # positions of the questions of each


def _by_name(outcomes: Outcomes, rounds: dict[str, IntArray]) -> dict[str, str]:
    """Return the round of each question."""
    return {outcomes.questions[place]: name for name, places in rounds.items() for place in places}


def _in_canonical_order(counts: OutcomeCounts, round_of: dict[str, str]) -> _Answers:
    """Order models and questions by what was answered in which round.

    Rounds stand below the models in the table, with a mark for each of their questions: questions with the same answers
    in different rounds have different weights, and are told apart.
    """
    names = list(dict.fromkeys(round_of.values()))
    of_question = [round_of[question] for question in counts.questions]
    asked_in = np.array([[name == other for other in of_question] for name in names], dtype=np.float64)
    n_models, n_questions = counts.observed.shape
    cells = np.zeros((n_models + len(names), n_questions, counts.n_categories + 1))
    cells[:n_models, :, :-1] = counts.counts
    cells[n_models:, :, -1] = asked_in
    rows, questions = canonical_order(cells, counts.cluster, (*counts.models, *names), counts.questions)
    models = rows[rows < n_models]
    cluster = counts.cluster[questions].tolist()
    number = {unit: place for place, unit in enumerate(dict.fromkeys(cluster))}
    square = np.ix_(models, questions)
    return _Answers(
        tuple(counts.models[model] for model in models),
        np.where(counts.observed > 0, counts.mean_outcome, 0.0)[square],
        counts.observed[square],
        np.array([number[unit] for unit in cluster]),
        {name: np.flatnonzero(row[questions]) for name, row in zip(names, asked_in, strict=True)},
    )


def _check_asked(models: tuple[str, ...], answers: _Answers, rounds: dict[str, IntArray]) -> None:
    for name, places in rounds.items():
        asked = answers.observed[:, places].any(axis=1)
        for model in models:
            if not asked[answers.models.index(model)]:
                message = (
                    f"every model must have an outcome in every round; got none of {model!r} in round {name!r}. "
                    f"Leave out the model, or the round from sequence."
                )
                raise DataError(message)


class _Units(NamedTuple):
    """What models did on the U questions or clusters of a round, models that must tie exactly sharing one of n rows."""

    cluster: IntArray  # (U,)
    worth: FloatArray  # (n, U), sums over the questions of each cluster
    asked: FloatArray  # (n, U), how many these are
    row: IntArray  # (L,), of each model

    def of_models(self, models: Sequence[int]) -> _Units:
        """Return the same of the models at these positions, in this order."""
        return self._replace(row=self.row[models])

    @property
    def n_asked(self) -> IntArray:
        """Questions or clusters that each model was asked, shape (L,)."""
        return np.asarray(np.count_nonzero(self.asked, axis=1)[self.row])

    @property
    def certain(self) -> BoolArray:
        """Whether the score of a model is the same in every draw, shape (L,)."""
        seen = self.asked > 0
        mean = np.divide(self.worth, self.asked, out=np.zeros_like(self.worth), where=seen)
        highest, lowest = mean.max(axis=1, where=seen, initial=-np.inf), mean.min(axis=1, where=seen, initial=np.inf)
        return np.asarray(highest - lowest <= SAME * np.abs(mean).max())[self.row]


def _units(answers: _Answers, places: IntArray) -> _Units:
    """Return sums by cluster, divided by the most questions of one: only shares count."""
    clusters, cluster = np.unique(answers.cluster[places], return_inverse=True)
    worth, asked = (cluster_sums(each[:, places], cluster, len(clusters)) for each in (answers.worth, answers.observed))
    both = np.concatenate([worth, asked], axis=1) / asked.max(axis=1, keepdims=True)
    rows, row = np.unique(without_rounding(both), axis=0, return_inverse=True)
    return _Units(clusters, rows[:, : len(clusters)], rows[:, len(clusters) :], row.ravel())


def _bootstrap(n_clusters: int, units: list[_Units], draws: int, seed: int) -> FloatArray:
    """Return draws in the order of models of the answers, shape (B, L, K)."""
    rng = np.random.default_rng(seed)
    scores = np.empty((draws, len(units[0].row), len(units)))
    block = max(1, MOST_WEIGHTS // n_clusters)
    for start in range(0, draws, block):
        weights = rng.standard_exponential((min(block, draws - start), n_clusters))
        for k, each in enumerate(units):
            chosen = weights[:, each.cluster]
            drawn = (chosen @ each.worth.T) / (chosen @ each.asked.T)
            scores[start : start + block, :, k] = drawn[:, each.row]
    return scores


def _doubts(models: tuple[str, ...], rounds: Sequence[str], units: list[_Units]) -> tuple[str, ...]:
    """Say where the bootstrap is surer than so few, or such, outcomes allow."""
    doubts = []
    fewest = np.array([each.n_asked.min() for each in units])
    few = np.flatnonzero(fewest < FEWEST)
    if few.size:
        least = int(few[fewest[few].argmin()])
        doubts.append(
            f"In {few.size} of {len(rounds)} rounds a model was asked fewer than {FEWEST} questions, or clusters of "
            f"them, the fewest in {rounds[least]!r} ({fewest[least]}): the Bayesian bootstrap is too sure of so few."
        )
    certain = np.stack([each.certain for each in units])  # (K, L)
    if certain.any():
        k, model = np.argwhere(certain)[0]
        doubts.append(
            f"All outcomes of a model in a round are alike {certain.sum()} times, the first of {models[model]!r} in "
            f"{rounds[k]!r}: the Bayesian bootstrap takes its score there for certain."
        )
    return tuple(doubts)
