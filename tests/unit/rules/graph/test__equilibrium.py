import numpy as np
import pytest
from scipy.optimize import linprog

from bayesrank.errors import ConvergenceError
from bayesrank.rules.graph import _equilibrium
from bayesrank.rules.graph._equilibrium import maximum_entropy_equilibrium


def game(n_players, *entries):
    """Return the payoff in which the first of two gets the third entry from the second."""
    payoff = np.zeros((n_players, n_players))
    for winner, loser, amount in entries:
        payoff[winner, loser], payoff[loser, winner] = amount, -amount
    return payoff


def skewed(values):
    upper = np.triu(values, 1)
    return upper - np.swapaxes(upper, -1, -2)


# By hand


def test_one_who_beats_all_plays_alone():
    payoff = game(3, (1, 0, 0.2), (1, 2, 0.1), (0, 2, 0.5))
    np.testing.assert_array_equal(maximum_entropy_equilibrium(payoff), [0, 1, 0])


def test_the_unbeaten_who_beat_all_others_play_evenly():
    # 0 and 1 tie. 0 beats 2 and ties 3; 1 beats 3 and ties 2: together they beat both.
    payoff = game(4, (0, 2, 0.3), (1, 3, 0.6), (2, 3, 0.9))
    np.testing.assert_array_equal(maximum_entropy_equilibrium(payoff), [1 / 2, 1 / 2, 0, 0])


def test_a_cycle_plays_in_proportion_to_the_stake_across():
    # 0 beats 1 by x, 1 beats 2 by y, 2 beats 0 by z. No gain: x p1 = z p2, y p2 = x p0, so p0 : p1 : p2 = y : z : x.
    payoff = game(3, (0, 1, 0.1), (1, 2, 0.3), (2, 0, 0.6))
    np.testing.assert_allclose(maximum_entropy_equilibrium(payoff), [0.3, 0.6, 0.1], rtol=1e-12)


def test_players_that_are_alike_share_evenly():
    # Rock, paper, scissors, of which there are 1, 2 and 3: a third for each kind, and entropy divides it evenly.
    payoff = game(3, (0, 2, 1), (2, 1, 1), (1, 0, 1))
    kinds = [0, 1, 1, 2, 2, 2]
    expected = [1 / 3, 1 / 6, 1 / 6, 1 / 9, 1 / 9, 1 / 9]
    np.testing.assert_allclose(maximum_entropy_equilibrium(payoff[np.ix_(kinds, kinds)]), expected, rtol=1e-12)


def test_a_player_without_a_part_bounds_the_others():
    # 0 and 1 tie, 0 beats 2 by 0.4, and 2 beats 1 by 0.8. All mixtures of 0 and 1 are equilibria against which 2 has
    # no gain: 0.4 p0 >= 0.8 p1. The most even of them has p0 = 2 p1.
    payoff = game(3, (0, 2, 0.4), (2, 1, 0.8))
    np.testing.assert_allclose(maximum_entropy_equilibrium(payoff), [2 / 3, 1 / 3, 0], rtol=1e-12)


def test_a_bound_that_the_even_mixture_just_keeps_moves_nothing():
    payoff = game(3, (0, 2, 0.4), (2, 1, 0.4))  # as above, with p0 >= p1
    np.testing.assert_allclose(maximum_entropy_equilibrium(payoff), [1 / 2, 1 / 2, 0], rtol=1e-12)


def test_two_cycles_that_tie_share_as_entropy_divides():
    # 0 1 2 and 3 4 5 are cycles with equilibria e = (.3, .6, .1) and (1/3, 1/3, 1/3), and tie with each other. All
    # t e + (1 - t) e' are equilibria; entropy is greatest at t = exp(H(e)) / (exp(H(e)) + exp(H(e'))).
    payoff = game(6, (0, 1, 0.1), (1, 2, 0.3), (2, 0, 0.6), (3, 4, 0.5), (4, 5, 0.5), (5, 3, 0.5))
    first = np.array([0.3, 0.6, 0.1])
    effective = np.exp(-(first * np.log(first)).sum())
    expected = np.concatenate([effective * first, np.full(3, 1.0)]) / (effective + 3)
    np.testing.assert_allclose(maximum_entropy_equilibrium(payoff), expected, rtol=1e-12)


@pytest.mark.parametrize("n_players", [1, 2, 5])
def test_without_payoff_all_play_evenly(n_players):
    equilibrium = maximum_entropy_equilibrium(np.zeros((n_players, n_players)))
    np.testing.assert_array_equal(equilibrium, np.full(n_players, 1 / n_players))


def test_the_size_of_the_stakes_changes_nothing():
    payoff = game(4, (0, 1, 0.1), (1, 2, 0.3), (2, 0, 0.6), (3, 0, 0.2), (1, 3, 0.4), (2, 3, 0.1))
    one, other = (maximum_entropy_equilibrium(scale * payoff) for scale in (1, 1e-6))
    np.testing.assert_allclose(one, other, rtol=1e-9)


def test_a_mixture_that_somebody_gains_against_is_refused(monkeypatch):
    monkeypatch.setattr(_equilibrium, "MOST_STEPS", 2)
    payoff = game(3, (0, 1, 0.1), (1, 2, 0.3), (2, 0, 0.6))
    with pytest.raises(
        ConvergenceError, match=r"^the equilibrium must leave no gain above 1e-09; got [0-9].*'hodge_rank'\.$"
    ):
        maximum_entropy_equilibrium(payoff)


# By certificate


def certificate(payoff, mixture):
    """Return the gain against a mixture, and by how much entropy can at most be raised, from a linear program.

    Entropy is concave, so of an equilibrium y it is at most -sum of y log(mixture), with equality at the mixture.
    That is linear in y, and SciPy finds its largest value over all equilibria.
    """
    log_mixture = np.log(np.maximum(mixture, 1e-30))  # an equilibrium outside the support would gain 69 a unit
    n_players = len(mixture)
    largest = -linprog(log_mixture, payoff, np.zeros(n_players), np.ones((1, n_players)), [1]).fun
    return (payoff @ mixture).max(), largest + (mixture * log_mixture).sum()


GAMES = {
    "generic": lambda rng, size: rng.uniform(-1, 1, size),
    "who wins": lambda rng, size: rng.choice([-1.0, 1.0], size),
    "few stakes": lambda rng, size: rng.integers(-2, 3, size) / 3,
    "mostly unmet": lambda rng, size: rng.choice([-1.0, 0, 0, 0, 1], size),
    "unmet": lambda rng, size: rng.uniform(-1, 1, size) * (rng.random(size) < 0.4),
}


@pytest.mark.parametrize("kind", GAMES)
def test_random_games_are_solved(kind):
    rng = np.random.default_rng(2)
    for n_players in (3, 4, 5, 6, 8, 11):
        for payoff in skewed(GAMES[kind](rng, (12, n_players, n_players))):
            mixture = maximum_entropy_equilibrium(payoff)
            assert mixture.min() >= 0
            assert mixture.sum() == pytest.approx(1, abs=1e-14)
            gain, more_entropy = certificate(payoff, mixture)
            assert gain < 1e-12
            assert abs(more_entropy) < 1e-9


@pytest.mark.parametrize("kind", GAMES)
def test_nobody_gains_in_any_of_2000_games_and_all_who_play_get_the_same(kind):
    payoff = skewed(GAMES[kind](np.random.default_rng(3), (2000, 20, 20)))
    mixture = maximum_entropy_equilibrium(payoff)
    gain = (payoff @ mixture[..., None])[..., 0]
    assert gain.max() < 1e-12
    assert np.abs(gain[mixture > 0]).max() < 1e-12


@pytest.mark.parametrize("kind", GAMES)
def test_the_order_of_players_changes_nothing(kind):
    rng = np.random.default_rng(4)
    payoff = skewed(GAMES[kind](rng, (50, 9, 9)))
    order = rng.permutation(9)
    moved = maximum_entropy_equilibrium(payoff[:, order][:, :, order])
    np.testing.assert_allclose(moved, maximum_entropy_equilibrium(payoff)[:, order], atol=1e-9)


def test_a_stack_is_solved_one_by_one():
    rng = np.random.default_rng(5)
    payoff = np.concatenate([skewed(make(rng, (8, 6, 6))) for make in GAMES.values()])
    singles = np.array([maximum_entropy_equilibrium(one) for one in payoff])
    np.testing.assert_allclose(maximum_entropy_equilibrium(payoff), singles, atol=1e-12)
    np.testing.assert_allclose(
        maximum_entropy_equilibrium(payoff.reshape(8, 5, 6, 6)), singles.reshape(8, 5, 6), atol=1e-12
    )
