"""Figures of right and wrong answers that show what a program leaves out, of one data set or of a stack of them."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import FloatArray

CORNER = 0.05  # of the cells: weak models on hard questions, where guesses show
ROUNDING = 1e-9  # of shares and log odds that are equal
type Figures = dict[str, FloatArray]


def answer_figures(right: FloatArray, trials: FloatArray) -> Figures:
    """Return the figures that depend on the data alone.

    Parameters
    ----------
    right : array of float, shape (..., L, M)
        Right answers of each cell.
    trials : array of float, shape (L, M)
        Zero is a missing cell.

    Returns
    -------
    dict of str to array
        ``of_models`` (..., L) and ``of_questions`` (..., M): right answers.
        ``spread`` (..., M): how far models differ on a question, ``sum over l of n (share - mean share)^2``.
        ``discrimination`` (..., M): how many more right answers a question has for a standard deviation that models are
        better on the rest, ``sum over l of z_l (right - n mean share)``; NaN where models are equal on the rest.
        ``discrimination_spread`` (..., 1): the standard deviation over questions of that, per trial.
        ``corner`` (..., 1): the share of right answers of weak models on hard questions, the twentieth of the cells
        that should have the fewest.
        ``scores`` (..., L): the mean share of each model.
    """
    asked = trials > 0
    share = np.divide(right, trials, out=np.zeros_like(right), where=asked)
    of_models, of_questions = right.sum(axis=-1), right.sum(axis=-2)
    of_question = trials.sum(axis=-2)
    discrimination = _discrimination(right, trials, of_questions / of_question)
    return {
        "of_models": of_models,
        "of_questions": of_questions,
        "spread": (right * share).sum(axis=-2) - of_questions**2 / of_question,
        "discrimination": discrimination,
        "discrimination_spread": _spread(discrimination / of_question),
        "corner": _corner(right, trials),
        "scores": share.sum(axis=-1) / asked.sum(axis=-1),
    }


def variation(right: FloatArray, trials: FloatArray, chance: FloatArray) -> Figures:
    """Return how far answers are from their chances, 1 where trials are independent: squares by their expectation.

    Parameters
    ----------
    right, chance : array of float, shape (..., L, M)
    trials : array of float, shape (L, M)

    Returns
    -------
    dict of str to array
        ``by_model`` (..., L), and ``repeated`` (..., 1): of all cells with two trials or more, NaN if there are none.
    """
    expected = trials * chance * (1 - chance)
    square = (right - trials * chance) ** 2
    repeated = trials > 1
    return {
        "by_model": _ratio(square.sum(axis=-1), expected.sum(axis=-1)),
        "repeated": _ratio((square * repeated).sum(axis=(-1, -2)), (expected * repeated).sum(axis=(-1, -2)))[..., None],
    }


def _discrimination(right: FloatArray, trials: FloatArray, mean: FloatArray) -> FloatArray:
    """Return the sum over models of what each has more than its share, times how good it is on the rest, (..., M)."""
    rest_trials = trials.sum(axis=-1, keepdims=True) - trials
    rest = np.divide(
        right.sum(axis=-1, keepdims=True) - right, rest_trials, out=np.zeros_like(right), where=rest_trials > 0
    )
    weight = trials * (rest_trials > 0)
    total = weight.sum(axis=-2, keepdims=True)
    centre = _ratio((weight * rest).sum(axis=-2, keepdims=True), total)
    off = rest - centre
    deviation = np.sqrt(_ratio((weight * off**2).sum(axis=-2), total[..., 0, :]))
    product = (off * (rest_trials > 0) * (right - trials * mean[..., None, :])).sum(axis=-2)
    return _ratio(product, np.where(deviation > ROUNDING, deviation, 0.0))


def _spread(values: FloatArray) -> FloatArray:
    """Return the standard deviation over questions of the values that are known, shape (..., 1)."""
    known = np.isfinite(values)
    number = known.sum(axis=-1, keepdims=True)
    values = np.where(known, values, 0.0)
    mean = values.sum(axis=-1, keepdims=True) / np.maximum(number, 1)
    square = np.where(known, (values - mean) ** 2, 0.0).sum(axis=-1, keepdims=True)
    return np.sqrt(_ratio(square, np.where(number > 1, number, 0)))


def _corner(right: FloatArray, trials: FloatArray) -> FloatArray:
    """Return the share of right answers in the cells that should have the fewest, shape (..., 1).

    These are told by how many right answers model and question have, in logits: the data of each set themselves.
    """
    asked = trials > 0
    by_model, by_question = (_log_odds(right.sum(axis=axis), trials.sum(axis=axis)) for axis in (-1, -2))
    ease = np.where(asked, by_model[..., :, None] + by_question[..., None, :], np.inf)
    flat = ease.reshape(*ease.shape[:-2], -1)
    last = int(CORNER * asked.sum())
    bound = np.partition(flat, last, axis=-1)[..., last, None, None] + ROUNDING
    inside = asked & (ease <= bound)
    return _ratio((right * inside).sum(axis=(-1, -2)), (trials * inside).sum(axis=(-1, -2)))[..., None]


def _log_odds(right: FloatArray, trials: FloatArray) -> FloatArray:
    """Return log odds of shares, finite where all are right or none."""
    return np.asarray(np.log((right + 0.5) / (trials - right + 0.5)))


def _ratio(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    ratio: FloatArray = np.divide(numerator, denominator, out=np.full(numerator.shape, np.nan), where=denominator > 0)
    return ratio
