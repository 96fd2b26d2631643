"""Standard errors of failure sensitivity against exact tournaments."""

import numpy as np
import pytest

from bayesrank.swiss.swiss_tournament import swiss_tournament
from bayesrank.swiss.win_tensor import WinTensor

REPLICATIONS, CONTESTS = 200, 1000


def small_tensor():
    """Five models, three rounds, chances of any size, each match with one winner."""
    chance = np.random.default_rng(0).random((3, 5, 5))
    win = np.triu(chance, 1) + np.tril(1 - chance.swapaxes(1, 2), -1)
    return WinTensor(tuple("abcde"), ("P", "Q", "R"), win, np.zeros_like(win))


@pytest.fixture(scope="module")
def exact():
    return swiss_tournament(small_tensor(), eliminate=[0, 1, 2], method="exact").sensitivity()


@pytest.fixture(scope="module")
def simulated():
    found = []
    for seed in range(REPLICATIONS):
        # two apart: the reference of a tournament is played from the next seed
        played = swiss_tournament(small_tensor(), eliminate=[0, 1, 2], n_contests=CONTESTS, random_seed=2 * seed)
        found.append(played.sensitivity())
    return found


@pytest.mark.parametrize("name", ["two_point", "slope", "curvature", "normalised", "excess"])
def test_errors_are_those_of_the_contests(name, exact, simulated):
    """The mean square of z over 200 replications is one for each of five models.

    It has the error sqrt(2 / 200) = .1 in each, and five of them are allowed: a false alarm in 1e-6 for each of 25. The
    delta method leaves terms of a relative 1 / 1,000 out.
    """
    value, error = (np.stack([getattr(getattr(each, name), part) for each in simulated]) for part in ("value", "error"))
    z = (value - getattr(exact, name).value) / error
    np.testing.assert_allclose((z**2).mean(axis=0), 1, atol=5 * np.sqrt(2 / REPLICATIONS))
    np.testing.assert_allclose(z.mean(axis=0), 0, atol=5 / np.sqrt(REPLICATIONS))


def test_an_exact_curve_has_no_error(exact):
    assert exact.uncertainty == "exact"
    np.testing.assert_array_equal(exact.excess.error, 0)
    # Every match has one winner. Without eliminations: 2 pairs of five; 1 and 1 in groups of three and two; 1 and 1 in
    # groups of two, two and one. With two a round: 2 pairs of five; 1 of the two winners, the third has a bye; then two
    # are left, with different points, and play none.
    assert exact.mean_sensitivity == pytest.approx((3 - 6) / 2 / 5)
