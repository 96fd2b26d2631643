"""Games in order of play, each between models that did the same thing at once: what a rating game by game reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.categories import BINARY_WEIGHTS
from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_choice
from bayesrank.statistics.numbering import numbered
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes
from bayesrank.statistics.pair_counts import battle_weights, order_of_pairs, pair_totals

type GamesOf = Literal["trials", "questions"]


@dataclass(frozen=True, eq=False)
class Games:
    """Who played, how right each was, and when: a game is a battle of two, or a question put to many models at once.

    Each two models i and j of a game are a pair. With ``p`` for ``right``, i beats j with weight ``p_i (1 - p_j)``,
    both are right with weight ``p_i p_j`` and both wrong with weight ``(1 - p_i)(1 - p_j)``, all times the weight of
    the game. A battle is won with 1 to 0 and tied with 1 to 1.

    Or a stack of S such games of the same players: then ``right`` and ``weight`` have S as their first axis, shown
    as ``...`` below.

    Parameters
    ----------
    models : tuple of str
        Names in an order that names and rows do not touch, L of them.
    start : array of int, shape (n_games + 1,)
        Entries ``start[g] : start[g + 1]`` of ``player`` and ``right`` are those of game g.
    player : array of int, shape (n_entries,)
        Positions in ``models``, no model twice in a game.
    right : array of float, shape (..., n_entries)
        How right the player was, in [0, 1].
    weight : array of float, shape (..., n_games)
        How often the game counts, >= 0.
    period : array of int, shape (n_games,)
        0, 1, ..., never falling. Games of one period are simultaneous: a rating that updates one after the other
        would depend on how they were listed.
    season : array of int, shape (n_games,)
        0, 1, ..., never falling: the time of battles, the trial of questions. Abilities may change in between.
    ordered : bool
        Whether the games were played in this order, or their order is not known.
    """

    models: tuple[str, ...]
    start: IntArray
    player: IntArray
    right: FloatArray
    weight: FloatArray
    period: IntArray
    season: IntArray
    ordered: bool


def order_games(comparisons: Comparisons) -> Games:
    """Take each battle as a game, as many as a row counts, in order of time; battles of equal time are simultaneous.

    Battles without a time are games of unknown order, in an order of content.
    """
    n_rows = len(comparisons.winner)
    ordered = comparisons.order is not None
    period = numbered(comparisons.order) if comparisons.order is not None else np.zeros(n_rows, dtype=np.int64)
    weight = battle_weights(comparisons)
    order = _order_of_models(comparisons, period)
    position = np.argsort(order)
    a, b = position[comparisons.model_a], position[comparisons.model_b]
    winner = np.where(a < b, 1, -1) * comparisons.winner  # which of the two is called a says nothing
    first, second = np.minimum(a, b), np.maximum(a, b)
    in_time = np.lexsort((weight, winner, second, first, period))
    rows = np.repeat(in_time, comparisons.count[in_time])
    n_games = len(rows)
    return Games(
        models=tuple(comparisons.models[index] for index in order),
        start=np.arange(0, 2 * n_games + 1, 2),
        player=np.stack([first[rows], second[rows]], axis=1).ravel(),
        right=np.stack([winner[rows] >= 0, winner[rows] <= 0], axis=1).ravel().astype(np.float64),
        weight=weight[rows],
        period=period[rows] if ordered else np.arange(n_games),
        season=period[rows],
        ordered=ordered,
    )


def play_outcomes(outcomes: Outcomes, *, games: GamesOf | None = None) -> Games:
    """Take each trial of a question as a game of all models that were asked, or each question.

    Parameters
    ----------
    games : {"trials", "questions"}, optional
        A game is trial n of a question: all first trials come before all second ones, questions in their order in
        the data. Or it is a question, in which models are as right as the mean of their trials, and the order of
        games is not known. Without it: trials, unless they were counted so that it is not known which is which.

    Raises
    ------
    DataError
        If outcomes are neither right nor wrong nor fractions, or trials are to be games and were counted.
    """
    if games is not None:
        check_choice("games", games, GamesOf)
    trial_index = outcomes.trial_index
    if games == "questions" or (games is None and trial_index is None):
        return games_of_questions(count_outcomes(outcomes))
    if trial_index is None:
        message = (
            "outcomes must say which trial each is for trials to be games; got counts of trials. "
            "Use games='questions', or read data with a trial column."
        )
        raise DataError(message)
    return _games_of_trials(outcomes, trial_index)


def games_of_questions(counts: OutcomeCounts) -> Games:
    """Take each question as a game of all models that were asked, each as right as its mean outcome, in any order.

    In a stack of counts a cell is missing in all of them or in none.

    Raises
    ------
    DataError
        If outcomes are neither right nor wrong nor fractions.
    """
    _refuse_categories(counts.weights)
    n_models, n_questions = counts.n_trials.shape[-2:]
    observed = counts.observed.reshape(-1, n_models, n_questions).any(axis=0)
    question, model = np.nonzero(observed.T)
    return Games(
        models=counts.models,
        start=_starts(np.bincount(question, minlength=n_questions)),
        player=model.astype(np.int64),
        right=counts.mean_outcome[..., model, question],
        weight=counts.question_weight,
        period=np.arange(n_questions),
        season=np.zeros(n_questions, dtype=np.int64),
        ordered=False,
    )


def _games_of_trials(outcomes: Outcomes, trial_index: IntArray) -> Games:
    if outcomes.weights is not None:
        _refuse_categories(outcomes.weights)
    counts = count_outcomes(outcomes)
    models = counts.models
    position = np.array([models.index(name) for name in outcomes.models])
    player = position[outcomes.model_index]
    in_time = np.lexsort((player, outcomes.question_index, trial_index))
    game = numbered(trial_index * len(outcomes.questions) + outcomes.question_index)[in_time]
    start = _starts(np.bincount(game))
    return Games(
        models=models,
        start=start,
        player=player[in_time],
        right=outcomes.outcome[in_time],
        weight=np.ones(len(start) - 1),
        period=np.arange(len(start) - 1),
        season=numbered(trial_index[in_time][start[:-1]]),
        ordered=True,
    )


def _refuse_categories(weights: FloatArray) -> None:
    if not np.array_equal(weights, BINARY_WEIGHTS):
        message = (
            f"outcomes must be right or wrong, or fractions, for questions to be games; "
            f"got categories of utility {', '.join(f'{utility:g}' for utility in weights)}. "
            f"Choose a method that reads OutcomeCounts or PairCounts."
        )
        raise DataError(message)


def _starts(sizes: IntArray) -> IntArray:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _order_of_models(comparisons: Comparisons, period: IntArray) -> IntArray:
    """Order models by how often and how late they beat and tied each other."""
    totals = pair_totals(comparisons, battle_weights(comparisons) * comparisons.count)
    lateness = pair_totals(comparisons, comparisons.count * (period + 1.0))
    return order_of_pairs(comparisons.models, *totals, *lateness)
