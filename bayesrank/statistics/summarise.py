"""Which statistic each kind of observation reduces to: the one table of allowed reductions."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from bayesrank.errors import DataError
from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.statistics.games import Games, order_games
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes
from bayesrank.statistics.pair_counts import PairCounts, count_pairs
from bayesrank.statistics.profile import Profile, profile_orderings, profile_scores

REDUCTIONS: Mapping[tuple[type, type], Callable[[Any], object]] = {
    (Outcomes, OutcomeCounts): count_outcomes,
    (Comparisons, PairCounts): count_pairs,
    (Comparisons, Games): order_games,
    (Orderings, Profile): profile_orderings,
    (ScoreTable, Profile): profile_scores,
}


def summarise[Statistic](observations: object, statistic: type[Statistic]) -> Statistic:
    """Reduce observations to the statistic that a method reads.

    Parameters
    ----------
    observations : Outcomes, Comparisons, Orderings or ScoreTable
    statistic : type
        The statistic asked for, :class:`~bayesrank.statistics.outcome_counts.OutcomeCounts`, say.

    Raises
    ------
    DataError
        If these observations do not hold what the statistic counts.
    """
    reduction = REDUCTIONS.get((type(observations), statistic))
    if reduction is None:
        readable = sorted(source.__name__ for source, target in REDUCTIONS if target is statistic)
        message = (
            f"{statistic.__name__} must come from {' or '.join(readable)}; got {type(observations).__name__}. "
            f"Choose a method that reads {type(observations).__name__}."
        )
        raise DataError(message)
    return cast("Statistic", reduction(observations))
