"""Orders of models, each a row of blocks from the best down: what a model of whole rankings reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_choice
from bayesrank.statistics.outcome_counts import count_outcomes
from bayesrank.statistics.pair_votes import PairVotes, count_votes
from bayesrank.statistics.profile import Profile, profile_orderings, profile_outcomes
from bayesrank.statistics.setwise_counts import Events
from bayesrank.statistics.trials import trials_as_questions

type OrderedBy = Literal["voters", "questions", "trials"]


@dataclass(frozen=True, eq=False)
class TiedOrders:
    """Distinct orders of models and how often each was seen, in an order that names and rows do not touch.

    The models of an order fall into blocks: those of one block are tied, and ahead of those of all later blocks. A
    model that is in no block took no part.

    Parameters
    ----------
    models : tuple of str
        Names in canonical order (see :mod:`bayesrank.statistics.canonical_order`), L of them.
    start : array of int, shape (n_orders + 1,)
        Entries ``start[o] : start[o + 1]`` of ``member`` and ``place`` are those of order o, two or more, best first.
    member : array of int, shape (n_entries,)
        Positions in ``models``, no model twice in an order.
    place : array of int, shape (n_entries,)
        Number of the block: 1 is best, and each block has one more than the one before.
    multiplicity : array of float, shape (n_orders,)
        How often the order was seen.
    ordered_by : {"voters", "questions", "trials"}
        What gave the orders: voters, the mean outcomes of questions, or trials matched over models.
    """

    models: tuple[str, ...]
    start: IntArray
    member: IntArray
    place: IntArray
    multiplicity: FloatArray
    ordered_by: OrderedBy

    @property
    def order(self) -> IntArray:
        """Number of the order of each entry, shape (n_entries,)."""
        return np.repeat(np.arange(len(self.multiplicity)), np.diff(self.start))

    def table(self) -> FloatArray:
        """Return the place of each model in each order, shape (n_orders, L); NaN where it took no part."""
        places = np.full((len(self.multiplicity), len(self.models)), np.nan)
        places[self.order, self.member] = self.place
        return places

    def votes(self) -> PairVotes:
        """Return how many orders have each model ahead of each other."""
        names = tuple(str(number) for number in range(len(self.multiplicity)))
        return count_votes(Profile(self.models, names, self.table(), self.multiplicity))


def order_orderings(orderings: Orderings) -> TiedOrders:
    """Take the ranking of each voter as an order, as often as its multiplicity says; equal ranks are ties."""
    return _distinct_orders(profile_orderings(orderings), "voters")


def order_outcomes(outcomes: Outcomes, *, events: Events | None = None) -> TiedOrders:
    """Let each trial of a question order the models by their outcomes, or each question by their mean outcomes.

    Parameters
    ----------
    events : {"trials", "questions"}, optional
        Trial n of a question is matched over models: those with better outcomes are ahead, those with equal ones
        tied, so that right and wrong make two blocks, winners and losers. Or a question orders the models by the
        means of their trials, equal means being ties. Without it: trials, unless they were counted so that it is not
        known which is which.

    Raises
    ------
    DataError
        If trials are to order the models and were counted, or there are prior outcomes.
    """
    if events is not None:
        check_choice("events", events, Events)
    if outcomes.prior_counts is not None:
        message = (
            "outcomes must come without prior outcomes to be read as orders of models; got some. "
            "Use program='bayes', or leave the prior out."
        )
        raise DataError(message)
    by_trials = events == "trials" or (events is None and outcomes.trial_index is not None)
    repeated = int(outcomes.n_trials.max()) > 1  # else a trial is its question
    given = trials_as_questions(outcomes, "events='questions'") if by_trials else outcomes
    profile = profile_outcomes(count_outcomes(given))
    return _distinct_orders(profile, "trials" if by_trials and repeated else "questions")


def _distinct_orders(profile: Profile, ordered_by: OrderedBy) -> TiedOrders:
    """Find the distinct rankings of a profile, leaving out those of fewer than two models."""
    ranks = np.nan_to_num(profile.ranks)  # (V, L), 0 where the voter does not rank the model
    heard = (ranks > 0).sum(axis=1) >= 2
    distinct, same = np.unique(ranks[heard], axis=0, return_inverse=True)
    order, member = np.nonzero(distinct)
    rank = distinct[order, member]
    best_first = np.lexsort((member, rank, order))
    order, member, rank = order[best_first], member[best_first], rank[best_first]
    start = np.concatenate([[0], np.cumsum(np.bincount(order, minlength=len(distinct)))]).astype(np.int64)
    new_block = np.concatenate([[0], (np.diff(rank) != 0) & (np.diff(order) == 0)]).astype(np.int64)[: len(rank)]
    blocks = np.cumsum(new_block)
    return TiedOrders(
        models=profile.models,
        start=start,
        member=member,
        place=1 + blocks - blocks[start[order]],
        multiplicity=np.bincount(same.ravel(), profile.weights[heard], len(distinct)).astype(np.float64),
        ordered_by=ordered_by,
    )
