"""Effects of positions: planted ones are found, errors are those of another formula, too few orders are refused."""

import numpy as np
import pytest

from bayesrank import DataError
from bayesrank.studies.position_effects import position_effects

RNG = np.random.default_rng(3)
K = 4
ORDERS = np.stack([RNG.permutation(K) for _ in range(40)])
POSITION = np.argsort(ORDERS, axis=1)


def planted():
    effect = RNG.normal(size=(2, K, K))
    effect -= effect.mean(axis=1, keepdims=True)
    return effect - effect.mean(axis=2, keepdims=True)


def wins_of(effect):
    return np.stack([[5 + sum(each[k, place[k]] for k in range(K)) for each in effect] for place in POSITION])


def test_planted_effects_are_found():
    effect = planted()
    found = position_effects(ORDERS, wins_of(effect))
    np.testing.assert_allclose(found.effect, effect, atol=1e-10)
    np.testing.assert_allclose(found.error, 0, atol=1e-10)
    np.testing.assert_allclose(found.explained, 1)


def test_effects_sum_to_zero_both_ways_and_errors_are_those_of_least_squares():
    wins = wins_of(planted()) + RNG.normal(size=(40, 2))
    found = position_effects(ORDERS, wins)
    np.testing.assert_allclose(found.effect.sum(axis=1), 0, atol=1e-10)
    np.testing.assert_allclose(found.effect.sum(axis=2), 0, atol=1e-10)
    # The same model with dummies, last round and last position left out: a difference of differences of effects is one
    # of its coefficients, whatever the constraint.
    dummies = np.array([[float(place[k] == p) for k in range(K - 1) for p in range(K - 1)] for place in POSITION])
    design = np.column_stack([np.ones(40), dummies])
    fit, *_ = np.linalg.lstsq(design, wins, rcond=None)
    first = found.effect[:, 0, 0] - found.effect[:, 0, -1] - found.effect[:, -1, 0] + found.effect[:, -1, -1]
    np.testing.assert_allclose(first, fit[1])
    left = wins - design @ fit
    np.testing.assert_allclose(found.explained, 1 - left.var(axis=0) / wins.var(axis=0))
    # Errors: the covariance of the dummies' coefficients, taken to effects by centring both ways.
    padded = np.zeros((K * K, 9))
    for k in range(K - 1):
        for p in range(K - 1):
            padded[k * K + p, k * (K - 1) + p] = 1
    centre = np.eye(K) - 1 / K
    to_effects = np.kron(centre, centre) @ padded
    covariance = to_effects @ np.linalg.inv(design.T @ design)[1:, 1:] @ to_effects.T
    noise = (left**2).sum(axis=0) / (40 - 10)
    np.testing.assert_allclose(found.error.reshape(2, -1), np.sqrt(noise[:, None] * np.diag(covariance)))


def test_a_model_that_nothing_moves_is_explained():
    assert position_effects(ORDERS, np.ones((40, 1))).explained.tolist() == [0]


@pytest.mark.parametrize("orders", [ORDERS[:10], np.tile(ORDERS[:2], (20, 1))], ids=["few", "the same"])
def test_orders_that_do_not_tell_effects_apart_are_refused(orders):
    with pytest.raises(DataError, match=r"orders must be more than 10, and random, to tell effects of 4 rounds"):
        position_effects(orders, np.ones((len(orders), 1)))
