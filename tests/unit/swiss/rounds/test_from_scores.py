"""The higher score wins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.from_scores import win_tensor_from_scores
from bayesrank.swiss.rounds.joined_rounds import JoinedRounds
from tests.boards import NAN, board, shuffled

TIED = board([[0.9, 0.2], [0.8, 0.2], [0.8, 0.3]])  # b and c tie on p, a and b on q


def random_board(n_models=7, n_rounds=4, levels=4):
    return board(np.random.default_rng(5).integers(levels, size=(n_models, n_rounds)))


def test_the_better_score_wins_for_certain():
    tensor = win_tensor_from_scores(board([[0.9, 12], [0.8, 15], [0.7, 9]], lower=["q"]))
    np.testing.assert_array_equal(tensor.win[0], [[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    np.testing.assert_array_equal(tensor.win[1], [[0, 1, 0], [0, 0, 0], [1, 1, 0]])
    assert not tensor.draw.any()
    assert tensor.one_winner
    assert (tensor.n_ties.tolist(), tensor.source) == ([0, 0], "scores")


@pytest.mark.parametrize(
    ("ties", "win", "draw"),
    [("half", 0.0, 1.0), ("random", 0.5, 0.0), ("both_lose", 0.0, 0.0)],
)
def test_ties_are_what_is_chosen(ties, win, draw):
    tensor = win_tensor_from_scores(TIED, ties=ties)
    for k, i, j in ((0, 1, 2), (0, 2, 1), (1, 0, 1), (1, 1, 0)):
        assert (tensor.win[k, i, j], tensor.draw[k, i, j]) == (win, draw)
    assert tensor.win[0, 0].tolist() == [0, 1, 1]
    assert tensor.win[1, 2].tolist() == [1, 1, 0]
    assert tensor.n_ties.tolist() == [1, 1]
    assert tensor.tie_fraction == pytest.approx(2 / 6)  # 2 rounds of 3 pairs
    assert repr(tensor).startswith(f"WinTensor(3 models x 2 rounds, from scores with ties '{ties}', 33.3% ties")


def test_fixed_coins_have_a_winner_and_come_back_with_the_seed():
    one, again, other = (
        win_tensor_from_scores(random_board(), ties="fixed_random", random_seed=seed) for seed in (1, 1, 2)
    )
    assert one.one_winner
    assert set(np.unique(one.win)) == {0.0, 1.0}
    np.testing.assert_array_equal(one.win, again.win)
    assert (one.win != other.win).any()
    half = win_tensor_from_scores(random_board(), ties="half")
    np.testing.assert_array_equal(one.win[half.draw == 0], half.win[half.draw == 0])
    assert one.source == "scores with ties 'fixed_random' of seed 1"


def test_fixed_coins_are_fair():
    # 200 tied pairs and more in each of 40 seeds: the share of wins of the first has standard error below 0.006
    table = board(np.zeros((21, 1)))
    upper = np.triu_indices(21, 1)
    share = [
        win_tensor_from_scores(table, ties="fixed_random", random_seed=seed).win[0][upper].mean() for seed in range(40)
    ]
    assert np.mean(share) == pytest.approx(0.5, abs=5 * 0.5 / np.sqrt(210 * 40))


def test_a_fresh_seed_is_told():
    assert "of seed " in win_tensor_from_scores(TIED, ties="fixed_random").source


def test_ties_without_a_choice_are_counted_and_refused():
    # p: a, b, c tie, 3 pairs; q: c and d, 1 pair; r: none. 4 of 3 rounds x 6 pairs = 22.2%
    table = board([[1, 4, 1], [1, 3, 2], [1, 2, 3], [0, 2, 4]])
    with pytest.raises(
        DataError,
        match=r"got 4 of 18 pairs tied \(22\.2%\), most in 'p' \(3\), 'q' \(1\)\. Choose ties='half', 'random', "
        r"'fixed_random' or 'both_lose'\.$",
    ):
        win_tensor_from_scores(table)


def test_the_three_worst_rounds_are_named_in_order():
    # numbers of equal pairs: p 1, q 3, r 1, s 6
    table = board([[1, 1, 4, 1], [1, 1, 3, 1], [2, 1, 2, 1], [3, 0, 2, 1]])
    with pytest.raises(DataError, match=r"most in 's' \(6\), 'q' \(3\), 'p' \(1\)\. Choose"):
        win_tensor_from_scores(table)


def test_a_round_in_which_all_are_alike_is_a_round_of_ties():
    tensor = win_tensor_from_scores(board([[1, 5], [2, 5], [3, 5]]), ties="half")
    assert tensor.n_ties.tolist() == [0, 3]
    assert tensor.draw[1].sum() == 6


def test_a_tolerance_makes_ties():
    table = board([[0.50], [0.52], [0.60]])
    with pytest.raises(DataError, match="got 1 of 3 pairs tied"):
        win_tensor_from_scores(table, tie_tolerance=0.02)
    assert win_tensor_from_scores(table, tie_tolerance=0.02, ties="half").draw[0, 0, 1] == 1


def test_missing_scores_are_what_is_chosen():
    table = board([[3, 1], [2, NAN], [1, 2], [0, NAN]])
    with pytest.raises(DataError, match="got 2 missing, the first of 'b' in round 'q'"):
        win_tensor_from_scores(table)
    assert win_tensor_from_scores(table, missing="drop_round").rounds == ("p",)
    lose = win_tensor_from_scores(table, missing="lose")
    np.testing.assert_array_equal(lose.win[1], [[0, 1, 0, 1], [0, 0, 0, 0], [1, 1, 0, 1], [0, 0, 0, 0]])
    assert not lose.draw.any()
    half = win_tensor_from_scores(table, missing="half")
    assert half.source == f"scores with missing 'half' (2 of {table.scores.size} scores, {2 / table.scores.size:.1%})"
    assert half.draw[1].tolist() == [[0, 1, 0, 1], [1, 0, 1, 1], [0, 1, 0, 1], [1, 1, 1, 0]]
    assert half.n_ties.tolist() == [0, 0]


def test_ties_in_rounds_that_are_dropped_need_no_choice():
    assert win_tensor_from_scores(board([[3, 1], [2, 1], [1, NAN]]), missing="drop_round").n_ties.tolist() == [0]


def test_rounds_are_joined():
    table = board([[3, 2, 1], [1, 1, 3]])
    tensor = win_tensor_from_scores(
        table, sequence=["r", "both"], rounds=JoinedRounds({"both": ["p", "q"]}, "majority")
    )
    assert tensor.rounds == ("r", "both")
    assert tensor.win[:, 0, 1].tolist() == [0, 1]


def test_choices_are_checked():
    with pytest.raises(ValueError, match="ties must be one of half, random, fixed_random, both_lose; got 'first'"):
        win_tensor_from_scores(TIED, ties="first")


@pytest.mark.parametrize("ties", ["half", "random", "both_lose", "fixed_random"])
@pytest.mark.parametrize("rounds", [None, JoinedRounds({"x": ["p", "q"]}, "majority")])
def test_models_in_another_order_have_the_same_results(ties, rounds):
    table, order = random_board(), np.random.default_rng(3).permutation(7)
    tensor = win_tensor_from_scores(table, ties=ties, rounds=rounds, random_seed=4)
    other = win_tensor_from_scores(shuffled(table, order), ties=ties, rounds=rounds, random_seed=4)
    np.testing.assert_array_equal(other.win, tensor.of_models(order).win)
    np.testing.assert_array_equal(other.draw, tensor.of_models(order).draw)


def test_another_sequence_throws_the_same_coins():
    there = win_tensor_from_scores(random_board(), ties="fixed_random", random_seed=4)
    back = win_tensor_from_scores(random_board(), sequence=list("srqp"), ties="fixed_random", random_seed=4)
    np.testing.assert_array_equal(back.win, there.win[::-1])


@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=2, max_size=5))
def test_a_rising_map_of_the_scores_of_a_round_changes_nothing(scores):
    table = np.array(scores, dtype=float)
    mapped = np.column_stack([np.exp(9 * table[:, 0]), table[:, 1] ** 3, 1e-9 * table[:, 2] - 5])
    for ties in ("half", "random", "both_lose", "fixed_random"):
        one, other = (win_tensor_from_scores(board(each), ties=ties, random_seed=0) for each in (table, mapped))
        np.testing.assert_array_equal(one.win, other.win)
        np.testing.assert_array_equal(one.draw, other.draw)
