"""Battles between trials on the same question."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.induced_battles import induce_battles
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.summarise import summarise

NAN = float("nan")


def induced(outcomes, **options) -> BattleCounts:
    return summarise(Outcomes.from_array(outcomes, models=list("abcdef"[: len(outcomes)])), BattleCounts, **options)


def of_pair(battles: BattleCounts, first: str, second: str) -> list[float]:
    """Return wins of the first, wins of the second and ties."""
    place = [battles.models.index(name) for name in (first, second)]
    row = np.flatnonzero((battles.first == min(place)) & (battles.second == max(place)))
    assert len(row) == 1
    return battles.counts[row[0], [0, 1, 2] if place[0] < place[1] else [1, 0, 2]].tolist()


# Two questions of one trial: p was put to a, b, c and d, of which a and b were right; q to a, c and d, of which a was.
MASKED = [[[1], [1]], [[1], [NAN]], [[0], [0]], [[0], [0]]]


def test_battles_on_a_question_share_what_it_tells() -> None:
    # p has four models, so its battles count 2/4; q has three, so its battles count 2/3.
    battles = induced(MASKED)
    assert of_pair(battles, "a", "b") == pytest.approx([0, 0, 1 / 2])
    assert of_pair(battles, "a", "c") == pytest.approx([1 / 2 + 2 / 3, 0, 0])
    assert of_pair(battles, "d", "b") == pytest.approx([0, 1 / 2, 0])
    assert of_pair(battles, "c", "d") == pytest.approx([0, 0, 1 / 2 + 2 / 3])
    assert battles.induced
    assert not battles.weighted


def test_full_battles_count_one_each() -> None:
    battles = induced(MASKED, event_weight="full")
    assert of_pair(battles, "a", "b") == [0, 0, 1]
    assert of_pair(battles, "a", "c") == [2, 0, 0]
    assert of_pair(battles, "c", "d") == [0, 0, 2]
    assert battles.overcounted
    assert not induced(MASKED).overcounted


def test_two_models_share_nothing() -> None:
    outcomes = np.random.default_rng(4).integers(0, 2, (2, 5, 3))
    np.testing.assert_array_equal(induced(outcomes).counts, induced(outcomes, event_weight="full").counts)
    assert not induced(outcomes, event_weight="full").overcounted


def test_full_battles_are_those_of_pair_counts() -> None:
    rng = np.random.default_rng(8)
    outcomes = rng.integers(0, 2, (5, 6, 4)).astype(float)
    outcomes[rng.random(outcomes.shape) < 0.3] = NAN
    outcomes[:, 0] = 1
    data = Outcomes.from_array(outcomes)
    for pairing in ("expected", "trial"):
        battles = summarise(data, BattleCounts, pairing=pairing, event_weight="full")
        pairs = summarise(data, PairCounts, pairing=pairing)
        assert battles.models == pairs.models
        np.testing.assert_allclose(battles.pairs.wins, pairs.wins)
        np.testing.assert_allclose(battles.pairs.ties, pairs.ties)


def test_at_equal_abilities_the_slope_is_that_of_the_questions_themselves() -> None:
    # Given how many of S models answer an event right, each is as likely to: the slope of its log probability in the
    # ability of a model is whether that was right less the share of right ones (Rasch, given the total of the event).
    # The slope of Bradley-Terry at equal abilities is half of wins less losses.
    rng = np.random.default_rng(9)
    outcomes = rng.integers(0, 2, (6, 7, 3)).astype(float)
    outcomes[rng.random((6, 7)) < 0.3] = NAN  # whole cells, so that trials are equal in number
    outcomes[:, 0] = rng.integers(0, 2, (6, 3))
    battles = induced(outcomes)
    wins = battles.pairs.wins
    slope = dict(zip(battles.models, (wins - wins.T).sum(axis=1) / 2, strict=True))
    expected = np.nansum(outcomes - np.nanmean(outcomes, axis=0), axis=(1, 2))
    assert [slope[name] for name in "abcdef"] == pytest.approx(expected.tolist())


def test_matched_trials_are_events_of_their_own() -> None:
    # In the first trial of the question a beats b and c; in the second, which c did not have, b beats a.
    battles = induced([[[1, 0]], [[0, 1]], [[0, NAN]]], pairing="trial")
    assert of_pair(battles, "a", "b") == pytest.approx([2 / 3, 1, 0])
    assert of_pair(battles, "a", "c") == pytest.approx([2 / 3, 0, 0])
    assert of_pair(battles, "b", "c") == pytest.approx([0, 0, 2 / 3])


def test_pairs_without_a_question_in_common_have_no_row() -> None:
    battles = induced([[1, NAN, 0], [0, NAN, 1], [NAN, 1, NAN]])
    assert len(battles.first) == 1
    assert sorted(battles.models) == ["a", "b", "c"]
    assert of_pair(battles, "a", "b") == [1, 1, 0]


def test_prior_outcomes_are_refused() -> None:
    data = Outcomes.from_array([[1, 0], [0, 1]], prior=[[1], [0]])
    with pytest.raises(DataError, match=r"^outcomes must have no prior outcomes to be paired.*; got some\. Use"):
        induce_battles(data)


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match=r"^event_weight must be one of shared, full; got 'each'"):
        induced(MASKED, event_weight="each")
