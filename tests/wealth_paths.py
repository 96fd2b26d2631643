"""Wealths of all pairs, from look to look: facts of another implementation, simulated benchmarks, the test by hand."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

GOLDEN = json.loads((Path(__file__).parent / "golden/rank_confidence.json").read_text())
WEALTH_CASES = [pytest.param(case, id=case["name"]) for case in GOLDEN["wealth_cases"]]
BENCHMARKS = [pytest.param(case, id=case["name"]) for case in GOLDEN["cases"]]
BETS = np.array(GOLDEN["grid"])


def log_wealth_of(case):
    """Return the log wealths of a case that gives the wealths other than zero, shape (M, M)."""
    wealth = np.zeros((case["n_models"], case["n_models"]))
    for pair, value in case["wealth_nonzero"].items():
        wealth[tuple(int(model) for model in pair.split(","))] = value
    return logarithm(wealth)


def looks_of(case):
    """Return the log wealths at each look of a benchmark, shape (n_looks, M, M)."""
    looks = np.array([look["log_wealth"] for look in case["looks"]], dtype=float)
    looks[:, range(case["n_models"]), range(case["n_models"])] = -np.inf
    return looks


def pairs(certified):
    """Return the pairs as the facts list them."""
    return [[int(better), int(worse)] for better, worse in np.argwhere(certified)]


def between_two(facts):
    """Leave out the pairs of a model and itself: the facts have them where everything is contradicted."""
    return [[better, worse] for better, worse in facts if better != worse]


def logarithm(wealth):
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(wealth, dtype=float))


def simulated_looks(n_models, n_looks, *, items=2000, spread=0.6, seed=0):
    """Return the log wealths of right and wrong answers, shape (n_looks, M, M).

    Model j answers item t when ability_j - difficulty_t + logistic noise is positive. With w items that only the first
    of two models answers and v that only the second does, bet b is worth (1 + b)^w (1 - b)^v; the mean over the bets
    is the wealth.
    """
    rng = np.random.default_rng(seed)
    ability = spread * rng.normal(size=n_models)
    right = (ability + rng.normal(size=(items, 1)) + rng.logistic(size=(items, n_models)) > 0).astype(float)
    looks = np.empty((n_looks, n_models, n_models))
    for look, n_items in enumerate(np.linspace(items / n_looks, items, n_looks).astype(int)):
        wins = right[:n_items].T @ (1 - right[:n_items])
        bets = np.log1p(BETS) * wins[:, :, None] + np.log1p(-BETS) * wins.T[:, :, None]  # (M, M, K)
        looks[look] = np.logaddexp.reduce(bets, axis=2) - np.log(len(BETS))
        np.fill_diagonal(looks[look], -np.inf)
    return looks


def erratic_looks(n_models, n_looks, *, seed):
    """Return log wealths that jump up and down without regard to any order of the models, shape (n_looks, M, M)."""
    rng = np.random.default_rng(seed)
    drift = rng.normal(scale=1.5, size=(n_models, n_models)) + 1.2
    looks = rng.normal(scale=1.0, size=(n_looks, n_models, n_models)) + drift
    looks *= np.linspace(0.5, 2.0, n_looks)[:, None, None]
    looks[:, range(n_models), range(n_models)] = -np.inf
    return looks


def nearly_certified(wealth):
    """Return log wealths with which only 0=1>2 can keep 0 from being better than 1 at alpha = 0.1: it has 4 of them.

    Both are better than 2 for sure: 61 is more than 3 x 2 / 0.1. So 0 is, once its wealth reaches 40; but exp(log(40))
    may be 39.99999999999999 or 40.00000000000001.
    """
    return logarithm([[0, wealth, 61], [0, 0, 61], [0, 0, 0]])


def weak_orders(n_models):
    """Return every order once, as the level of each model without gaps: by trying all levels of all models."""
    tried = product(range(n_models), repeat=n_models)
    return [levels for levels in tried if set(levels) == set(range(max(levels) + 1))]


def certified_by_definition(looks, alpha):
    """Return the certified pairs after each look, and the orders left after the last, pair by pair and mean by mean.

    An order stays while the mean wealth over the pairs (j, k) with j no higher than k is below 1 / alpha. Where the
    two are as good as equal nothing is certified, so the data of a test must stay clear of that.
    """
    n_models = looks.shape[1]
    left, certified = weak_orders(n_models), []
    couples = [(j, k) for j in range(n_models) for k in range(n_models) if j != k]
    for look in looks:
        wealth = np.exp(look)
        means = [np.mean([wealth[pair] for pair in couples if v[pair[0]] <= v[pair[1]]]) for v in left]
        assert all(abs(mean * alpha - 1) > 1e-6 for mean in means)
        left = [v for v, mean in zip(left, means, strict=True) if mean < 1 / alpha]
        certified.append([[j, k] for j, k in couples if all(v[j] > v[k] for v in left)])
    return certified, left


def assert_the_same_after_a_stop(make, looks):
    """A certifier that is saved and restored between any two looks does what one that never stops does."""
    never = make()
    stops = make()
    for look in looks:
        never.update(look)
        stops.update(look)
        stops = type(stops).from_state({name: np.array(value) for name, value in stops.state().items()})
        assert stops.certified.tolist() == never.certified.tolist()
    left, right = never.state(), stops.state()
    assert left.keys() == right.keys()
    for name, value in left.items():
        assert value.dtype == right[name].dtype
        assert value.tobytes() == right[name].tobytes(), name
