"""How factors beyond ability are turned, which changes no logit: by the questions with the clearest pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray, IntArray

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable


def anchors(right: FloatArray, trials: FloatArray, n_factors: int) -> IntArray:
    """Return the questions that turn the factors 2, ..., F, shape (F - 1,).

    From the log odds of cells, half an answer added to each side, less the means of models and of questions and what
    follows the models' means: the questions of its largest singular vectors, each the one that says most beyond those
    before it.

    Parameters
    ----------
    right, trials : array of float, shape (L, M)
    n_factors : int
        F, less than L and M.
    """
    from scipy.linalg import qr, svd

    logit = np.log((right + 0.5) / (trials - right + 0.5))
    seen = trials > 0
    residual = _less_means(np.where(seen, logit, np.nan))
    ability = np.nanmean(np.where(seen, logit, np.nan), axis=1)
    ability -= ability.mean()
    share = ability @ residual / max(float(ability @ ability), np.finfo(float).tiny)
    _, size, pattern = svd(residual - ability[:, None] * share, full_matrices=False)
    n_others = n_factors - 1
    _, _, order = qr(size[:n_others, None] * pattern[:n_others], pivoting=True)
    return np.asarray(order[:n_others], dtype=np.int64)


def _less_means(values: FloatArray) -> FloatArray:
    """Take the means of rows and of columns off what is there; nothing is left where nothing is there."""
    centred = values - np.nanmean(values, axis=0)
    return np.nan_to_num(centred - np.nanmean(centred, axis=1, keepdims=True))


def turned(loading: TensorVariable, n_others: int) -> TensorVariable:
    """Return the rotation after which anchor g loads on the first g factors only, on its own positively.

    By Gram and Schmidt.

    Parameters
    ----------
    loading : TensorVariable, shape (F - 1, F - 1)
        Loadings of the anchors (columns) on the factors (rows).
    n_others : int
        F - 1.

    Returns
    -------
    TensorVariable, shape (F - 1, F - 1)
        Rows are orthonormal.
    """
    import pytensor.tensor as pt

    rows: list[TensorVariable] = []
    for anchor in range(n_others):
        rest = loading[:, anchor]
        for row in rows:
            rest = rest - pt.dot(row, rest) * row
        rows.append(rest / pt.sqrt(pt.dot(rest, rest)))
    return pt.stack(rows)
