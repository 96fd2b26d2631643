"""Who was right and who was wrong when many models answered at once: all that a setwise method reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from scipy.special import gammaln

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_choice
from bayesrank.statistics.outcome_counts import count_outcomes, right_category
from bayesrank.statistics.trials import trials_as_questions

type Events = Literal["trials", "questions"]


class Totals(NamedTuple):
    """Informative events that the same models attempted equally often, with the same total of wins: one row each.

    Rows of the same attempts stand together, by rising total; R of them.

    Parameters
    ----------
    attempts : array of int, shape (R, L)
        Attempts of each model in each of these events.
    total : array of int, shape (R,)
        Wins of all models together in each of these events.
    n_events : array of int, shape (R,)
        How many such events there were.
    wins : array of int, shape (R, L)
        Wins of each model, summed over these events.
    log_coefficient : array of float, shape (R,)
        Log of the ways in which attempts can be those won, ``C(attempts, won)`` over models and events; 0 for single
        attempts.
    """

    attempts: IntArray
    total: IntArray
    n_events: IntArray
    wins: IntArray
    log_coefficient: FloatArray


@dataclass(frozen=True, eq=False)
class SetwiseCounts:
    """How often each pattern of winners and losers came out of the events in which several models took part.

    An event is trial n of a question, which a model wins or loses, or all trials of a question, of which it wins some.
    A model with no attempts took no part. Equal events are one row, P of them, in an order of content.

    Parameters
    ----------
    models : tuple of str
        Names in canonical order (see :mod:`bayesrank.statistics.canonical_order`), L of them.
    attempts : array of int, shape (P, L)
        Attempts of each model.
    won : array of int, shape (P, L)
        How many of them were right.
    n_events : array of int, shape (P,)
        How many events came out so, >= 1.
    """

    models: tuple[str, ...]
    attempts: IntArray
    won: IntArray
    n_events: IntArray

    @cached_property
    def informative(self) -> BoolArray:
        """Whether the total of wins leaves open who won, shape (P,).

        It does not where all attempts were won, or none, or where one model alone took part.
        """
        total, all_attempts = self.won.sum(axis=1), self.attempts.sum(axis=1)
        company = (self.attempts > 0).sum(axis=1) > 1
        return np.asarray((total > 0) & (total < all_attempts) & company)

    @cached_property
    def single_attempts(self) -> bool:
        """Whether no model had more than one attempt in an event, so that it won or lost."""
        return bool(self.attempts.max(initial=0) <= 1)

    @cached_property
    def beat(self) -> IntArray:
        """In how many events the row's model won an attempt and the column's lost one, shape (L, L); diagonal 0."""
        won, lost = self.won > 0, self.won < self.attempts
        beat = (won * self.n_events[:, None]).T @ lost.astype(np.int64)
        return np.asarray(beat * (1 - np.eye(len(self.models), dtype=np.int64)))

    @cached_property
    def totals(self) -> Totals:
        """Sufficient statistic of abilities given the totals: informative events by attempts and total of wins."""
        attempts, won, n_events = (values[self.informative] for values in (self.attempts, self.won, self.n_events))
        keys = np.column_stack([attempts, won.sum(axis=1)])
        first, row = _distinct_rows(keys)
        n_rows = len(first)
        wins = np.zeros((n_rows, len(self.models)), dtype=np.int64)
        np.add.at(wins, row, won * n_events[:, None])
        ways = gammaln(attempts + 1) - gammaln(won + 1) - gammaln(attempts - won + 1)
        return Totals(
            attempts=attempts[first],
            total=keys[first, -1],
            n_events=np.bincount(row, n_events, n_rows).astype(np.int64),
            wins=wins,
            log_coefficient=np.bincount(row, n_events * ways.sum(axis=1), n_rows).astype(np.float64),
        )


def count_sets(outcomes: Outcomes, *, events: Events | None = None) -> SetwiseCounts:
    """Count events by who won and who lost: right answers win, wrong ones lose.

    Parameters
    ----------
    events : {"trials", "questions"}, optional
        An event is trial n of a question, of all models that have one: trial n of one model is matched with trial n
        of the others. Or it is a question with all its trials, in which models have as many attempts as trials, in
        any order. Without it: trials, unless they were counted so that it is not known which is which.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, have prior outcomes, or trials are to be events and were counted.
    """
    if events is not None:
        check_choice("events", events, Events)
    if outcomes.prior_counts is not None and outcomes.prior_counts.any():
        message = (
            "outcomes must have no prior outcomes to be counted by who was right, which does not use them; got some. "
            "Use program='bayes', or leave the prior out."
        )
        raise DataError(message)
    by_trial = events == "trials" or (events is None and outcomes.trial_index is not None)
    counts = count_outcomes(trials_as_questions(outcomes, "events='questions'") if by_trial else outcomes)
    won = counts.counts[:, :, right_category(counts)].T.astype(np.int64)
    attempts = counts.n_trials.T.astype(np.int64)
    first, row = _distinct_rows(np.column_stack([attempts, won]))
    return SetwiseCounts(counts.models, attempts[first], won[first], np.bincount(row).astype(np.int64))


def _distinct_rows(table: IntArray) -> tuple[IntArray, IntArray]:
    """Return where each distinct row stands first, in the order of their content, and the distinct row of each row."""
    _, first, row = np.unique(table, axis=0, return_index=True, return_inverse=True)
    return first.astype(np.int64), row.reshape(-1).astype(np.int64)
