"""Which models are compared, directly or through others."""

import numpy as np
import pytest

from bayesrank import Comparisons, Outcomes
from bayesrank.statistics.connection import compared_pairs, in_one_piece
from bayesrank.statistics.games import Games
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.profile import Profile
from bayesrank.statistics.summarise import summarise

NAN = float("nan")
# a and b share question p, c and d share q and r
APART = Outcomes.from_array(
    [[1, NAN, NAN], [0, NAN, NAN], [NAN, 1, 0], [NAN, 0, 0]], models=["a", "b", "c", "d"], questions=["p", "q", "r"]
)


@pytest.mark.parametrize("statistic", [Profile, PairCounts, Games])
def test_pairs_that_share_a_question_are_compared(statistic):
    pairs = compared_pairs(summarise(APART, statistic))
    met = {
        frozenset((pairs.models[i], pairs.models[j])): pairs.n_battles[i, j] for i, j in np.argwhere(pairs.n_battles)
    }
    assert met == {frozenset("ab"): 1, frozenset("cd"): 2}
    assert not in_one_piece(pairs)


def test_counts_of_outcomes_compare_nothing():
    assert compared_pairs(summarise(APART, OutcomeCounts)) is None


def test_a_chain_is_one_piece_and_a_stack_is_told_one_by_one():
    # six models in a row; without the battle in the middle they are two pieces
    chain = np.diag(np.ones(5), 1)
    broken = chain.copy()
    broken[2, 3] = 0
    counts = PairCounts(tuple("abcdef"), np.stack([chain, broken]), np.zeros((2, 6, 6)))
    assert in_one_piece(counts).tolist() == [True, False]


def test_battles_are_compared_pairs():
    battles = Comparisons(("a", "b"), np.array([0]), np.array([1]), np.array([0]), np.array([2]))
    assert in_one_piece(compared_pairs(summarise(battles, PairCounts)))
