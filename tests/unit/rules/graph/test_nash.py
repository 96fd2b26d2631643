import numpy as np
import pytest

from bayesrank.rules.graph.nash import nash
from tests.ballots import named, pair_votes

# Differences of shares: a - b 0.2, b - c 0.4, c - a 0.6, and d loses to all by 1, 0.5, 0. The cycle is played as
# b - c : c - a : a - b = 0.4 : 0.6 : 0.2 (see test__equilibrium), against which d has -0.4/1.2 * 1 - 0.6/1.2 * 0.5.
CYCLE = pair_votes("abcd", ab=(6, 4), bc=(7, 3), ca=(8, 2), ad=(4, 0), bd=(3, 1), cd=(1, 1, 2))


def test_a_cycle_by_hand():
    advantage = named("abcd", nash(CYCLE, score="advantage"))
    assert advantage == pytest.approx({"a": 0, "b": 0, "c": 0, "d": -7 / 12}, abs=1e-12)
    against = named("abcd", nash(CYCLE))
    assert against == pytest.approx({"a": 1 / 2, "b": 1 / 2, "c": 1 / 2, "d": 1 / 2 - 7 / 24}, abs=1e-12)
    equilibrium = named("abcd", nash(CYCLE, score="equilibrium"))
    assert equilibrium == pytest.approx({"a": 1 / 3, "b": 1 / 2, "c": 1 / 6, "d": 0}, abs=1e-12)


def test_the_equilibrium_and_its_size_are_told():
    facts = nash.diagnose(CYCLE)
    np.testing.assert_array_equal(facts["equilibrium"], nash(CYCLE, score="equilibrium"))
    assert facts["support_size"] == 3


def test_a_model_entered_twice_shares_its_part_and_moves_nobody():
    twice = pair_votes("abcd", ab=(3, 1), bc=(3, 1), ca=(3, 1), db=(3, 1), cd=(3, 1), ad=(1, 1))  # d is as a
    assert named("abcd", nash(twice, score="equilibrium")) == pytest.approx(
        {"a": 1 / 6, "b": 1 / 3, "c": 1 / 3, "d": 1 / 6}
    )
    np.testing.assert_allclose(nash(twice), 1 / 2, atol=1e-12)


def test_the_best_of_all_is_played_alone():
    found = nash(pair_votes("abc", ab=(3, 1), bc=(3, 1), ac=(9, 1)))
    assert named("abc", found) == pytest.approx({"a": 1 / 2, "b": 1 / 4, "c": 1 / 10})


def test_a_model_that_met_nobody_is_unbeaten():
    counts = pair_votes("abc", ab=(3, 1))
    assert named("abc", nash(counts, score="equilibrium")) == {"a": 1 / 2, "b": 0, "c": 1 / 2}


def test_a_stack_is_scored_one_by_one(battles):
    stack, singles = battles
    for score in ("against_equilibrium", "advantage", "equilibrium"):
        np.testing.assert_allclose(nash(stack, score=score), [nash(one, score=score) for one in singles], atol=1e-12)
    sizes = [nash.diagnose(one)["support_size"] for one in singles]
    assert nash.diagnose(stack)["support_size"].tolist() == sizes
    assert {1, 3} < set(sizes)  # pure and mixed


def test_the_score_is_one_of_three():
    message = r"score must be one of against_equilibrium, advantage, equilibrium; got 'lp'\."
    with pytest.raises(ValueError, match=message):
        nash(CYCLE, score="lp")
    with pytest.raises(ValueError, match=message):
        nash.diagnose(CYCLE, score="lp")
