"""Bets: what they may be, and their names."""

import math

import numpy as np
import pytest

from bayesrank.sequential.bets import GRID, Bets, find_bets
from bayesrank.sequential.win_counts import WinCounts
from tests.sequences import known


def test_the_grid_is_the_published_one_and_all_its_bets_count_alike():
    assert GRID == (0.03, 0.06, 0.12, 0.25, 0.5)
    assert Bets().n_wealths == 5
    np.testing.assert_array_equal(Bets().weights, np.full(5, 0.2))


def test_a_prior_weighs_the_bets():
    bets = Bets(grid=(0.1, 0.2), prior=(0.25, 0.75))
    assert bets.weights.tolist() == [0.25, 0.75]


def test_bets_have_names():
    assert find_bets("mixture") == Bets()
    assert find_bets("fixed") == Bets(grid=(0.25,))
    assert find_bets("agrapa") == Bets("agrapa", most=0.5)
    assert find_bets("ons") == Bets("ons")
    assert find_bets("ons").n_wealths == 1
    own = Bets(grid=(0.4,))
    assert find_bets(own) is own


def test_the_smallest_bet_gains_from_the_published_gap_on():
    # Published: the bet 0.03 gains in the long run once the gap is 0.015 of the share of questions that tell the two
    # apart. Of 10,000 such questions 5,075 won and 4,925 lost are a gap of exactly 0.015.
    def growth(wins, losses):
        counts = WinCounts(2, Bets(grid=(0.03,)))
        counts.update(known([[1.0, 0.0]] * wins + [[0.0, 1.0]] * losses))
        return counts.log_wealth()[0, 1]

    assert growth(5_080, 4_920) > 0 > growth(5_070, 4_930)
    assert growth(5_075, 4_925) == pytest.approx(5_075 * math.log(1.03) + 4_925 * math.log(0.97))


@pytest.mark.parametrize("grid", [(), (0.0, 0.5), (0.5, 1.0), (0.5, 0.25), (0.5, 0.5)])
def test_a_grid_is_of_different_bets_between_none_and_all(grid):
    with pytest.raises(ValueError, match=r"grid must be different bets above 0 and at most 0\.99, ascending; got"):
        Bets(grid=grid)


@pytest.mark.parametrize("prior", [(1.0,), (0.5, 0.4), (1.0, 0.0), (1.5, -0.5)])
def test_a_prior_is_of_weights(prior):
    with pytest.raises(ValueError, match="prior must be 2 positive weights that add up to 1, one a bet of the grid"):
        Bets(grid=(0.1, 0.2), prior=prior)


def test_other_options_are_refused():
    with pytest.raises(ValueError, match="rule must be one of mixture, agrapa, ons; got 'kelly'"):
        Bets("kelly")
    with pytest.raises(ValueError, match="bets must be one of mixture, fixed, agrapa, ons; got 'kelly'"):
        find_bets("kelly")
    with pytest.raises(ValueError, match=r"most must be above 0 and at most 0\.99; got 1\.0"):
        Bets("agrapa", most=1.0)
