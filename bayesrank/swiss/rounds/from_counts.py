"""Who beats whom by counts of right answers: with the probability that its accuracy is higher."""

from __future__ import annotations

import numpy as np

from bayesrank.swiss.rounds.accuracy_superiority import accuracy_superiority
from bayesrank.swiss.rounds.round_counts import RoundCounts
from bayesrank.swiss.win_tensor import WinTensor


def win_tensor_from_counts(counts: RoundCounts) -> WinTensor:
    """Let model i beat j with the probability that its accuracy is the higher one, given their right answers.

    Accuracies have independent posteriors under Jeffreys' prior, so neither equal counts nor unequal numbers of trials
    need a rule. All trials of a model in a round count as independent: where questions were asked several times, or
    models share them, :func:`~bayesrank.swiss.rounds.draws_from_outcomes.win_draws_from_outcomes` is the better way.

    Parameters
    ----------
    counts : RoundCounts
        Made by :func:`~bayesrank.swiss.rounds.round_counts.count_rounds` of arrays, or by
        :func:`~bayesrank.swiss.rounds.round_counts.count_questions` of outcomes.

    Returns
    -------
    WinTensor
        Exact but for rounding (see :mod:`~bayesrank.swiss.rounds.accuracy_superiority`).

    Raises
    ------
    DataError
        If there are fewer than two models.

    Examples
    --------
    >>> from bayesrank.swiss.rounds.round_counts import count_rounds
    >>> win_tensor_from_counts(count_rounds([[1], [0]], [1])).win[0, 0, 1].round(4)  # 1/2 + 4/pi**2, by hand
    np.float64(0.9053)
    """
    win = np.stack(
        [accuracy_superiority(right, trials) for right, trials in zip(counts.right.T, counts.trials.T, strict=True)]
    )
    return WinTensor(counts.models, counts.rounds, win, np.zeros(win.shape), source="counts of right answers")
