"""Small leads are nearly even matches."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.from_margins import win_tensor_from_margins
from bayesrank.swiss.rounds.joined_rounds import JoinedRounds
from tests.boards import NAN, board, shuffled


def test_a_lead_counts_in_units_of_the_scale():
    table = board([[np.log(3), 1.0], [0.0, 0.0]], lower=["q"])
    tensor = win_tensor_from_margins(table, scale=1)
    # exp(log 3) to 1 is 3 to 1; on q lower is better, and b leads by 1
    np.testing.assert_allclose(tensor.win[:, 0, 1], [0.75, 1 / (1 + np.e)], rtol=1e-14)
    np.testing.assert_allclose(tensor.win[:, 1, 0], [0.25, np.e / (1 + np.e)], rtol=1e-14)
    by_name = win_tensor_from_margins(table, scale={"p": 2.0, "q": 0.5})
    np.testing.assert_allclose(by_name.win[:, 0, 1], [np.sqrt(3) / (1 + np.sqrt(3)), 1 / (1 + np.e**2)], rtol=1e-14)


def test_equal_scores_are_an_even_match_and_no_tie():
    tensor = win_tensor_from_margins(board([[1], [1]]), scale=3)
    assert tensor.win[0, 0, 1] == 0.5
    assert (tensor.n_ties.tolist(), tensor.source) == ([0], "margins of scores")


def test_the_scale_is_the_pooled_standard_error_of_a_difference():
    table = board([[0], [5], [10]], errors=[[1], [2], [2]])
    # mean square 9 / 3 = 3, so sqrt(6)
    tensor = win_tensor_from_margins(table)
    np.testing.assert_allclose(tensor.win[0, 1, 0], 1 / (1 + np.exp(-5 / np.sqrt(6))), rtol=1e-14)
    given = win_tensor_from_margins(table, scale=np.sqrt(6))
    np.testing.assert_allclose(tensor.win, given.win, rtol=1e-14)


def test_missing_scores_need_a_choice_and_have_no_part_in_the_scale():
    table = board([[0, 0], [5, 1], [NAN, 2]], errors=[[1, 1], [1, 1], [1, 1]])
    with pytest.raises(DataError, match="got 1 missing, the first of 'c' in round 'p'"):
        win_tensor_from_margins(table)
    tensor = win_tensor_from_margins(table, missing="lose")
    assert tensor.win[0, :, 2].tolist() == [1, 1, 0]
    np.testing.assert_allclose(tensor.win[0, 1, 0], 1 / (1 + np.exp(-5 / np.sqrt(2))), rtol=1e-14)
    dropped = win_tensor_from_margins(table, missing="drop_round", scale={"p": 1.0, "q": 1.0})  # one is not played
    assert dropped.rounds == ("q",)
    assert dropped.source == "margins of scores with missing 'drop_round' (1 of 6 scores, 16.7%)"


def test_a_scale_must_be_known():
    with pytest.raises(DataError, match="scale must be given where scores have no standard errors; got none for round"):
        win_tensor_from_margins(board([[1], [2]]))
    joined = JoinedRounds({"sum": ["p", "q"]}, "mean_rank")
    with pytest.raises(DataError, match=r"scale must be given .* got none for round 'sum'"):
        win_tensor_from_margins(board([[1, 1], [2, 2]], errors=0.1), rounds=joined)
    # mean ranks 1 and 2: a lead of one rank
    tensor = win_tensor_from_margins(board([[1, 1], [2, 2]], errors=0.1), rounds=joined, scale=1)
    assert tensor.win[0, 1, 0] == pytest.approx(np.e / (1 + np.e))


@pytest.mark.parametrize(
    ("scale", "complaint"),
    [
        (0, "scale must be positive and finite; got 0"),
        ({"p": 1.0, "q": -1.0}, "scale of 'q' must be positive and finite; got -1"),
        ({"p": 1.0, "q": 1.0, "typo": 3.0}, "scale must be of rounds that there are; got 'typo'"),
        ({"p": 1.0}, "scale must have an entry for every round; got none for 'q'"),
    ],
)
def test_scales_are_positive_one_a_round(scale, complaint):
    with pytest.raises(ValueError, match=complaint):
        win_tensor_from_margins(board([[1, 1], [2, 2]]), scale=scale)


def test_models_in_another_order_have_the_same_results_to_the_last_bit():
    rng = np.random.default_rng(7)
    table = board(rng.random((8, 3)), errors=rng.uniform(0.01, 0.1, size=(8, 3)))
    order = rng.permutation(8)
    other = win_tensor_from_margins(shuffled(table, order))
    np.testing.assert_array_equal(other.win, win_tensor_from_margins(table).of_models(order).win)
