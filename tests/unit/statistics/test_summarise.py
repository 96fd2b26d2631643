"""The table of allowed reductions."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.statistics.games import Games
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.profile import Profile
from bayesrank.statistics.summarise import REDUCTIONS, summarise

OUTCOMES = Outcomes.from_array([[1, 0], [0, 0]])


def test_observations_reduce_to_the_statistic_asked_for() -> None:
    counts = summarise(OUTCOMES, OutcomeCounts)
    assert isinstance(counts, OutcomeCounts)
    assert counts.counts.sum() == 4


def test_the_table_holds_every_kind_of_observation_and_of_statistic() -> None:
    assert {source for source, _ in REDUCTIONS} == {Outcomes, Comparisons, Orderings, ScoreTable}
    assert {target for _, target in REDUCTIONS} == {OutcomeCounts, PairCounts, Games, Profile}


@pytest.mark.parametrize(
    ("observations", "statistic", "complaint"),
    [
        (OUTCOMES, Profile, "Profile must come from Orderings or ScoreTable; got Outcomes. Choose a method that reads"),
        (OUTCOMES, PairCounts, "PairCounts must come from Comparisons; got Outcomes"),
        (np.zeros((2, 2)), OutcomeCounts, "OutcomeCounts must come from Outcomes; got ndarray"),
    ],
)
def test_what_cannot_be_reduced_is_refused(observations: object, statistic: type, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        summarise(observations, statistic)
