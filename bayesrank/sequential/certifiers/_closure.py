"""What follows from certified pairs: better than a better model is better."""

from __future__ import annotations

from numba import njit

from bayesrank.arrays import BoolArray


@njit(cache=True, nogil=True)
def close(better: BoolArray) -> None:
    """Add the pairs that follow from others through a chain, in place, shape (M, M).

    A model that is better than itself afterwards stands in a cycle.
    """
    n_models = len(better)
    for middle in range(n_models):
        implied = better[middle].copy()  # told apart from the rows written to, the loop over them is fast
        for model in range(n_models):
            if better[model, middle]:
                for worse in range(n_models):
                    better[model, worse] = better[model, worse] | implied[worse]
