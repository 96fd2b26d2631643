"""Draws of the mean outcomes of models, paired by the questions that they share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_at_least, seed_or_fresh
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes
from bayesrank.swiss.round_counts import refuse_prior
from bayesrank.swiss.round_questions import round_questions
from bayesrank.swiss.win_draws import WinDraws

MOST_WEIGHTS = 2_000_000  # that are held at a time


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

    Models with the same answers tie in every draw; nothing else ties but models with all answers right, or all wrong.

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
    rounds = round_questions(outcomes, round_column, sequence)
    counts = count_outcomes(outcomes)
    place = {name: position for position, name in enumerate(counts.questions)}
    columns = {
        name: np.array(
            [place[question] for q in places if (question := outcomes.questions[q]) in place], dtype=np.int64
        )
        for name, places in rounds.items()
    }
    _check_asked(outcomes, counts, columns)
    seed = seed_or_fresh(random_seed)
    scores = _bootstrap(counts, [np.sort(places) for places in columns.values()], draws, seed)
    model = [counts.models.index(name) for name in outcomes.models]
    source = "the Bayesian bootstrap over questions"
    return WinDraws(outcomes.models, tuple(columns), scores[:, model], source=source, random_seed=seed)


def _check_asked(outcomes: Outcomes, counts: OutcomeCounts, columns: dict[str, IntArray]) -> None:
    asked = {name: counts.observed[:, places].any(axis=1) for name, places in columns.items()}
    for name, seen in asked.items():
        for model in outcomes.models:
            if not seen[counts.models.index(model)]:
                message = (
                    f"every model must have an outcome in every round; got none of {model!r} in round {name!r}. "
                    f"Leave out the model, or the round from sequence."
                )
                raise DataError(message)


def _bootstrap(counts: OutcomeCounts, rounds: list[IntArray], draws: int, seed: int) -> FloatArray:
    """Return draws in the order of models of the counts, shape (B, L, K)."""
    rng = np.random.default_rng(seed)
    observed = counts.observed
    worth = np.where(observed > 0, counts.mean_outcome, 0.0)
    rows, row = np.unique(np.concatenate([worth, observed], axis=1), axis=0, return_inverse=True)
    worth, observed = np.split(rows, 2, axis=1)  # each row once: models with the same outcomes must tie exactly
    n_clusters = int(counts.cluster.max()) + 1
    scores = np.empty((draws, len(rows), len(rounds)))
    block = max(1, MOST_WEIGHTS // n_clusters)
    for start in range(0, draws, block):
        weights = rng.standard_exponential((min(block, draws - start), n_clusters))[:, counts.cluster]
        for k, places in enumerate(rounds):
            chosen = weights[:, places]
            total, asked = chosen @ worth[:, places].T, chosen @ observed[:, places].T
            scores[start : start + block, :, k] = total / asked
    return scores[:, row.ravel()]
