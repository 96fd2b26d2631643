"""Which statistic each kind of observation reduces to: the one table of allowed reductions."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from bayesrank.errors import DataError
from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.joint_data import JointData
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.count_battles import count_battles
from bayesrank.statistics.games import Games, order_games, play_outcomes
from bayesrank.statistics.induced_battles import induce_battles
from bayesrank.statistics.joint_counts import JointCounts, count_joint
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes
from bayesrank.statistics.pair_counts import PairCounts, count_pairs, pair_outcomes
from bayesrank.statistics.pair_votes import PairVotes, battles_as_votes, count_votes
from bayesrank.statistics.profile import Profile, profile_orderings, profile_outcomes, profile_scores
from bayesrank.statistics.score_cells import ScoreCells, standardise_scores
from bayesrank.statistics.setwise_counts import SetwiseCounts, count_sets
from bayesrank.statistics.tied_orders import TiedOrders, order_orderings, order_outcomes
from bayesrank.statistics.timed_counts import TimedCounts, count_in_time
from bayesrank.statistics.trials import count_pairings, count_voters


@dataclass(frozen=True)
class Reduction:
    """How observations become a statistic.

    ``count`` reduces them to counts of their own kind, which can be resampled, and may take options;
    each function of ``derive`` turns those counts, or a stack of them, into the next.
    """

    count: Callable[..., object]
    derive: tuple[Callable[[Any], object], ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the options of ``count``."""
        return tuple(inspect.signature(self.count).parameters)[1:]

    def derived(self, counts: object) -> object:
        """Turn counts, or a stack of them, into the statistic."""
        for step in self.derive:
            counts = step(counts)
        return counts


REDUCTIONS: Mapping[tuple[type, type], Reduction] = {
    (Outcomes, OutcomeCounts): Reduction(count_outcomes),
    (Outcomes, Profile): Reduction(count_voters, (profile_outcomes,)),
    (Outcomes, PairVotes): Reduction(count_voters, (profile_outcomes, count_votes)),
    (Outcomes, PairCounts): Reduction(count_pairings, (pair_outcomes,)),
    (Outcomes, BattleCounts): Reduction(induce_battles),
    (Outcomes, Games): Reduction(play_outcomes),
    (Outcomes, SetwiseCounts): Reduction(count_sets),
    (Outcomes, TiedOrders): Reduction(order_outcomes),
    (Outcomes, TimedCounts): Reduction(count_in_time),
    (Comparisons, PairCounts): Reduction(count_pairs),
    (Comparisons, BattleCounts): Reduction(count_battles),
    (Comparisons, PairVotes): Reduction(count_pairs, (battles_as_votes,)),
    (Comparisons, Games): Reduction(order_games),
    (JointData, JointCounts): Reduction(count_joint),
    (Orderings, Profile): Reduction(profile_orderings),
    (Orderings, PairVotes): Reduction(profile_orderings, (count_votes,)),
    (Orderings, TiedOrders): Reduction(order_orderings),
    (ScoreTable, Profile): Reduction(profile_scores),
    (ScoreTable, PairVotes): Reduction(profile_scores, (count_votes,)),
    (ScoreTable, ScoreCells): Reduction(standardise_scores),
}


def find_reduction(observations: object, statistic: type) -> Reduction:
    """Return how these observations become a statistic.

    Raises
    ------
    DataError
        If they do not hold what the statistic counts.
    """
    reduction = REDUCTIONS.get((type(observations), statistic))
    if reduction is None:
        readable = sorted(source.__name__ for source, target in REDUCTIONS if target is statistic)
        message = (
            f"{statistic.__name__} must come from {' or '.join(readable)}; got {type(observations).__name__}. "
            f"Choose another method, or read the data into one of these."
        )
        raise DataError(message)
    return reduction


def summarise[Statistic](observations: object, statistic: type[Statistic], **options: object) -> Statistic:
    """Reduce observations to the statistic that a method reads.

    Parameters
    ----------
    observations : Outcomes, Comparisons, Orderings or ScoreTable
    statistic : type
        The statistic asked for, :class:`~bayesrank.statistics.outcome_counts.OutcomeCounts`, say.
    **options
        Of the reduction: ``voters`` or ``pairing`` of :mod:`bayesrank.statistics.trials`, ``games`` of
        :func:`~bayesrank.statistics.games.play_outcomes`, ``event_weight`` of
        :func:`~bayesrank.statistics.induced_battles.induce_battles`, ``n_periods`` of
        :func:`~bayesrank.statistics.count_battles.count_battles`, ``events`` of
        :func:`~bayesrank.statistics.tied_orders.order_outcomes` or
        :func:`~bayesrank.statistics.setwise_counts.count_sets`.

    Raises
    ------
    DataError
        If these observations do not hold what the statistic counts.
    """
    reduction = find_reduction(observations, statistic)
    return cast("Statistic", reduction.derived(reduction.count(observations, **options)))
