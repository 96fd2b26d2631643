"""The probability of the higher accuracy decides."""

from math import pi

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.from_counts import win_tensor_from_counts
from bayesrank.swiss.rounds.round_counts import count_rounds


def test_rounds_are_played_by_their_own_counts():
    tensor = win_tensor_from_counts(count_rounds([[1, 0], [0, 0]], [1, 8], models=["x", "y"], rounds=["law", "art"]))
    # 1/2 + 4/pi**2: see the test of accuracy_superiority; equal counts are even
    np.testing.assert_allclose(tensor.win[:, 0, 1], [0.5 + 4 / pi**2, 0.5], atol=1e-14)
    assert tensor.one_winner
    assert (tensor.rounds, tensor.n_ties.tolist(), tensor.source) == (("law", "art"), [0, 0], "counts of right answers")


def test_more_trials_with_the_same_share_are_less_close():
    few, many = (win_tensor_from_counts(count_rounds([[3 * n], [2 * n]], [5 * n])).win[0, 0, 1] for n in (1, 20))
    # normal approximation for 60 and 40 of 100: lead .2, variance .0048: z = 2.9
    assert 0.5 < few < 0.8 < many
    assert many == pytest.approx(0.998, abs=0.001)


def test_one_model_is_no_tournament():
    with pytest.raises(DataError, match="a tournament must have at least two models; got 'model 1' alone"):
        win_tensor_from_counts(count_rounds([[1]], [2]))
