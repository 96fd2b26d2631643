"""The table of allowed reductions."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.joint_data import JointData
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.games import Games
from bayesrank.statistics.joint_counts import JointCounts
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.pair_votes import PairVotes
from bayesrank.statistics.profile import Profile
from bayesrank.statistics.score_cells import ScoreCells
from bayesrank.statistics.setwise_counts import SetwiseCounts
from bayesrank.statistics.summarise import REDUCTIONS, find_reduction, summarise
from bayesrank.statistics.tied_orders import TiedOrders
from bayesrank.statistics.timed_counts import TimedCounts

OUTCOMES = Outcomes.from_array([[[1, 0], [0, 0]], [[0, 0], [1, 1]]])
BATTLE = Comparisons(("x", "y"), np.array([0]), np.array([1]), np.array([1]), np.array([1]))


def test_observations_reduce_to_the_statistic_asked_for() -> None:
    counts = summarise(OUTCOMES, OutcomeCounts)
    assert isinstance(counts, OutcomeCounts)
    assert counts.counts.sum() == 8


def test_the_table_holds_every_kind_of_observation_and_of_statistic() -> None:
    assert {source for source, _ in REDUCTIONS} == {Outcomes, Comparisons, JointData, Orderings, ScoreTable}
    assert {target for _, target in REDUCTIONS} == {
        OutcomeCounts, PairCounts, PairVotes, BattleCounts, Games, JointCounts, Profile, ScoreCells, SetwiseCounts,
        TiedOrders, TimedCounts,
    }  # fmt: skip


def test_each_reduction_ends_in_its_statistic() -> None:
    for data in (OUTCOMES, BATTLE):
        for source, target in REDUCTIONS:
            if source is type(data):
                options = {"time_axis": "trials"} if target is TimedCounts else {}
                assert type(summarise(data, target, **options)) is target


def test_counts_are_derived_step_by_step() -> None:
    reduction = find_reduction(OUTCOMES, PairVotes)
    counts = reduction.count(OUTCOMES)
    assert isinstance(counts, OutcomeCounts)
    votes = reduction.derived(counts)
    assert isinstance(votes, PairVotes)
    assert votes.wins.sum() == 2  # each model is ahead on one question


@pytest.mark.parametrize(
    ("statistic", "options"),
    [
        (OutcomeCounts, ()),
        (Profile, ("voters",)),
        (PairCounts, ("pairing",)),
        (BattleCounts, ("pairing", "event_weight")),
        (Games, ("games",)),
        (TimedCounts, ("time_axis",)),
    ],
)
def test_options_are_those_of_the_first_step(statistic: type, options: tuple[str, ...]) -> None:
    assert find_reduction(OUTCOMES, statistic).options == options


def test_options_reach_the_reduction() -> None:
    assert len(summarise(OUTCOMES, Games, games="trials").period) == 4
    assert len(summarise(OUTCOMES, Games, games="questions").period) == 2


@pytest.mark.parametrize(
    ("observations", "statistic", "complaint"),
    [
        (BATTLE, Profile, "Profile must come from Orderings or Outcomes or ScoreTable; got Comparisons. Choose a"),
        (BATTLE, OutcomeCounts, "OutcomeCounts must come from Outcomes; got Comparisons"),
        (np.zeros((2, 2)), Games, "Games must come from Comparisons or Outcomes; got ndarray"),
    ],
)
def test_what_cannot_be_reduced_is_refused(observations: object, statistic: type, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        summarise(observations, statistic)
