"""Expected ranks of models whose accuracies are independent Beta variables."""

import numpy as np

from bayesrank.arrays import FloatArray

STEP, STEP_OF_ROOT = 0.125, 0.5  # exact to 1e-13 against closed forms; twice the step leaves 1e-8
LOG_TAIL = np.log(1e-16)  # mass that may lie beyond the nodes
BLOCK = 50  # stacked vectors at once, so that their weights stay in the cache


def expected_ranks(right: FloatArray, wrong: FloatArray) -> FloatArray:
    """Return the expected rank of each model, 1 for the best, where model l has accuracy Beta(right_l, wrong_l).

    ``E[rank_l] = (L + 1) / 2 - sum over j of (Pr(p_l > p_j) - 1/2)``. With ``p = logistic(sinh(v))`` every density is
    smooth in v and dies away double exponentially, so that sums over equally spaced nodes are integrals, and the
    distribution function of one is a sum over the other's nodes with weights 1/2 + Si(pi d) / pi at distance d
    (indefinite integration of the interpolating sinc functions). Nodes must be as close as the narrowest density
    asks, which has 1 / sqrt(right + wrong) for its width.

    Parameters
    ----------
    right, wrong : array of float, shape (..., L)
        Parameters of the Beta distributions, > 0.

    Returns
    -------
    array of float, shape (..., L)

    References
    ----------
    muhammad2003
    """
    from scipy.linalg import matmul_toeplitz
    from scipy.special import sici

    nodes = _nodes(right, wrong)
    kernel = sici(np.pi * np.arange(len(nodes)))[0] / np.pi
    n_models = right.shape[-1]
    all_right, all_wrong = right.reshape(-1, n_models, 1), wrong.reshape(-1, n_models, 1)
    lead = np.empty(all_right.shape[:2])
    for first in range(0, len(lead), BLOCK):
        block = slice(first, first + BLOCK)
        weights = _weights(all_right[block], all_wrong[block], nodes)
        before = matmul_toeplitz((kernel, -kernel), weights.sum(axis=-2).T).T  # (block, nodes)
        lead[block] = np.einsum("smn,sn->sm", weights, before)
    return np.asarray((n_models + 1) / 2 - lead.reshape(right.shape))


def sampled_ranks(right: FloatArray, wrong: FloatArray, *, draws: int, random_seed: int) -> FloatArray:
    """Return the mean rank of each model over draws of all accuracies, shape (..., L).

    Models with the same parameters get the mean of their ranks. Stacked vectors share the seed.
    """
    shapes = np.stack([right, wrong], axis=-1)
    flat = shapes.reshape(-1, *shapes.shape[-2:])
    ranks = [_mean_ranks(models, draws, np.random.default_rng(random_seed)) for models in flat]
    return np.stack(ranks).reshape(right.shape)


def _mean_ranks(shapes: FloatArray, draws: int, rng: np.random.Generator) -> FloatArray:
    accuracy = rng.beta(shapes[:, 0], shapes[:, 1], size=(draws, len(shapes)))
    ranks = (-accuracy).argsort(axis=1).argsort(axis=1).mean(axis=0) + 1
    alike = (shapes[:, None] == shapes).all(axis=2)
    return np.asarray(alike @ ranks / alike.sum(axis=1))


def _nodes(right: FloatArray, wrong: FloatArray) -> FloatArray:
    """Return equally spaced v between which all of the mass lies: Pr(p < x) <= x^a / (a B(a, b)) for b >= 1."""
    from scipy.special import betaln

    log_beta = betaln(right, wrong)
    lowest = ((LOG_TAIL + np.log(right) + log_beta) / right).min()
    highest = -((LOG_TAIL + np.log(wrong) + log_beta) / wrong).min()
    step = min(STEP, STEP_OF_ROOT / np.sqrt((right + wrong).max()))
    first, last = np.floor(np.arcsinh(lowest) / step), np.ceil(np.arcsinh(highest) / step)
    return np.asarray(step * np.arange(first, last + 1))


def _weights(right: FloatArray, wrong: FloatArray, nodes: FloatArray) -> FloatArray:
    """Return the mass of each density at each node, shape (block, L, nodes), from parameters of shape (block, L, 1)."""
    logit = np.sinh(nodes)
    log_mass = right * -np.logaddexp(0, -logit)
    log_mass += wrong * -np.logaddexp(0, logit)
    log_mass += np.log(np.cosh(nodes))
    log_mass -= log_mass.max(axis=-1, keepdims=True)
    mass = np.exp(log_mass, out=log_mass)
    mass /= mass.sum(axis=-1, keepdims=True)
    return mass
