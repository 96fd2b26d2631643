"""The best orders of a few models, by looking at all orders: what the solvers of Kemeny-Young are held to."""

from itertools import permutations

import numpy as np


def common_order(margin):
    """Return what all orders that overrule the least margin have in common, and that margin.

    Parameters
    ----------
    margin : array, shape (L, L)
        L is at most 7.
    """
    places = np.array(list(permutations(range(len(margin)))))  # the place of each model, in each order
    before = places[:, :, None] < places[:, None, :]
    overruled = (np.maximum(margin, 0) * before.swapaxes(1, 2)).sum(axis=(1, 2))
    best = overruled <= overruled.min() + 1e-9 * np.abs(margin).sum()
    return before[best].all(axis=0), overruled.min()


def random_margins(n_models, largest, share_tied, seed):
    """Return whole margins between models, some of them zero."""
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.integers(-largest, largest + 1, (n_models, n_models)), 1)
    upper[rng.random(upper.shape) < share_tied] = 0
    return (upper - upper.T).astype(float)


def margins_of_votes(n_models, n_voters, seed, *, fractional=False):
    """Return margins of voters who agree a little: whole, or of voters with weights of a Bayesian bootstrap."""
    rng = np.random.default_rng(seed)
    scores = np.round(rng.normal(size=(n_models, 1)) + 1.5 * rng.normal(size=(n_models, n_voters)), 1)
    weights = rng.dirichlet(np.ones(n_voters)) * n_voters if fractional else np.ones(n_voters)
    return np.sign(scores[:, None, :] - scores[None, :, :]) @ weights
