"""The stationary distribution of Markov chains, exact to rounding however small a share is."""

import numpy as np

from bayesrank.arrays import FloatArray


def stationary_distribution(log_rates: FloatArray) -> FloatArray:
    """Return the share of time that each of a Markov chain is in each state, shape (..., L).

    States are taken out one by one, which leaves the shares of the rest in proportion, and put back in the other
    order (grassmann1985). Nothing is subtracted, so that nothing cancels, and in logarithms nothing underflows.

    Parameters
    ----------
    log_rates : array, shape (..., L, L)
        Logarithm of the probability, or rate, of a move from the row's state to the column's; minus infinity where
        there is none. The diagonal takes no part. Every state must lead to every other.
    """
    rates = log_rates.copy()
    n_states = rates.shape[-1]
    for last in range(n_states - 1, 0, -1):
        rates[..., :last, last] -= np.logaddexp.reduce(rates[..., last, :last], axis=-1)[..., None]
        through = rates[..., :last, last, None] + rates[..., last, None, :last]
        rates[..., :last, :last] = np.logaddexp(rates[..., :last, :last], through)
    log_share = np.zeros(rates.shape[:-1])
    for state in range(1, n_states):
        log_share[..., state] = np.logaddexp.reduce(log_share[..., :state] + rates[..., :state, state], axis=-1)
    share = np.exp(log_share - log_share.max(axis=-1, keepdims=True))
    return np.asarray(share / share.sum(axis=-1, keepdims=True))
