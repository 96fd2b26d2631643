"""Wealths of all pairs, from look to look: facts of another implementation, and simulated benchmarks."""

import json
from pathlib import Path

import numpy as np

GOLDEN = json.loads((Path(__file__).parent / "golden/rank_confidence.json").read_text())
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
