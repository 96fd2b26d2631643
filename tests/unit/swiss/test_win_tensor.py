import numpy as np
import pytest

from bayesrank import DataError
from bayesrank.swiss.win_tensor import WinTensor


def table(*rounds):
    return np.array(rounds, dtype=float)


SURE = table([[0, 1, 1], [0, 0, 1], [0, 0, 0]], [[0, 0, 0], [1, 0, 0], [1, 1, 0]])
NOTHING = np.zeros_like(SURE)


def tensor(win=SURE, draw=NOTHING, models="abc", rounds=("r", "s"), **rest):
    return WinTensor(tuple(models), tuple(rounds), win, draw, **rest)


def test_a_tensor_says_what_it_is():
    made = tensor(n_ties=np.array([1, 0]), source="scores")
    # One of three pairs is tied in one of two rounds: 1 / 6.
    assert repr(made) == "WinTensor(3 models x 2 rounds, from scores, 16.7% ties, 0.0% close calls)"


def test_the_diagonal_is_not_read():
    win, draw = SURE.copy(), NOTHING.copy()
    win[:, [0, 1, 2], [0, 1, 2]] = np.nan
    draw[:, [0, 1, 2], [0, 1, 2]] = 7
    made = tensor(win, draw)
    assert (made.win == SURE).all()
    assert (made.draw == 0).all()
    assert made.one_winner


def test_tables_cannot_be_written_and_leave_those_given_alone():
    win = SURE.copy()
    made = tensor(win)
    with pytest.raises(ValueError, match="read-only"):
        made.win[0, 0, 1] = 0
    win[0, 0, 1] = 0.5
    assert made.win[0, 0, 1] == 1


def test_points_are_wins_and_half_the_draws():
    win, draw = SURE / 2, NOTHING.copy()
    draw[0, [0, 1], [1, 0]] = 0.25
    points = tensor(win, draw).expected_points
    assert points[0].tolist() == [[0, 0.5 + 0.125, 0.5], [0.125, 0, 0.5], [0, 0, 0]]


def test_ties_are_a_share_of_pairs_and_rounds():
    assert tensor().tie_fraction == 0
    assert tensor().n_ties.tolist() == [0, 0]
    assert tensor(n_ties=np.array([3, 0])).tie_fraction == 0.5


@pytest.mark.parametrize(
    ("first", "second", "drawn", "close"),
    [
        (0.5, 0.5, 0.0, 1),
        (0.74, 0.26, 0.0, 1),
        (0.75, 0.25, 0.0, 0),  # three quarters of a point
        (0.9, 0.1, 0.0, 0),
        (0.0, 0.0, 1.0, 1),  # half a point each
        (0.5, 0.0, 0.5, 0),  # three quarters
        (0.25, 0.25, 0.0, 0),  # a quarter each: two losers are no close call
    ],
)
def test_close_calls(first, second, drawn, close):
    win, draw = SURE.copy(), NOTHING.copy()
    win[0, 0, 1], win[0, 1, 0] = first, second
    draw[0, 0, 1] = draw[0, 1, 0] = drawn
    assert tensor(win, draw).close_fraction == close / 6  # of three pairs in two rounds


def test_one_winner_in_every_match():
    assert tensor().one_winner
    assert tensor(table([[0, 0.1 + 0.2], [0.7, 0]]), np.zeros((1, 2, 2)), "ab", "r").one_winner
    drawn = NOTHING.copy()
    drawn[1, 0, 1] = drawn[1, 1, 0] = 0.5
    assert not tensor(SURE / 2, drawn).one_winner
    assert not tensor(SURE / 2).one_winner


def test_rounds_are_put_in_another_order():
    made = tensor(n_ties=np.array([2, 1]), source="scores").in_order(np.array([1, 0]))
    assert made.rounds == ("s", "r")
    assert (made.win == SURE[::-1]).all()
    assert made.n_ties.tolist() == [1, 2]
    assert made.source == "scores"
    assert tensor().in_order(np.array([1])).rounds == ("s",)


def test_models_are_picked():
    made = tensor(source="scores").of_models(np.array([2, 0]))
    assert made.models == ("c", "a")
    assert made.win.tolist() == [[[0, 0], [1, 0]], [[0, 1], [0, 0]]]
    assert made.source == "scores"


def test_probabilities_off_by_rounding_pass():
    win = SURE.copy()
    win[0, 0, 1], win[0, 1, 0] = 1 + 5e-10, -5e-10
    assert tensor(win).one_winner


@pytest.mark.parametrize(
    ("models", "expected"),
    [
        ("aab", "model names must differ in more than white space; got 'a' and 'a'"),
        ("a b", "model must have a name; got ' '"),
        ("a", "a tournament must have at least two models; got 'a' alone. Add the others"),
        ("", "models must be at least one; got none"),
    ],
)
def test_models_that_are_refused(models, expected):
    with pytest.raises(DataError, match=expected):
        tensor(models=models)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        ((), "a tournament must have at least one round; got none. Name the benchmarks"),
        (("r", "r "), "round names must differ in more than white space; got 'r' and 'r '"),
    ],
)
def test_rounds_that_are_refused(rounds, expected):
    with pytest.raises(DataError, match=expected):
        tensor(rounds=rounds)


def test_shapes_must_be_rounds_by_models_by_models():
    with pytest.raises(DataError, match=r"win must have shape \(2, 3, 3\), .*; got \(3, 3, 2\). Transpose it"):
        tensor(SURE.transpose(1, 2, 0))
    with pytest.raises(DataError, match=r"draw must have shape \(2, 3, 3\), .*; got \(1, 3, 3\)"):
        tensor(draw=NOTHING[:1])


@pytest.mark.parametrize("wrong", [1.5, -0.25, np.nan])
def test_tables_must_hold_probabilities(wrong):
    win = SURE.copy()
    win[1, 2, 0] = wrong
    expected = f"win must be probabilities, from 0 to 1; got {wrong:g} for 'c' against 'a' in round 's'. Correct it"
    with pytest.raises(DataError, match=expected):
        tensor(win)
    draw = NOTHING.copy()
    draw[1, 2, 0] = wrong
    with pytest.raises(DataError, match="draw must be probabilities"):
        tensor(draw=draw)


def test_draws_must_be_the_same_both_ways():
    draw = NOTHING.copy()
    draw[0, 0, 1] = 0.5
    expected = "draw must be the same both ways; got 0.5 and 0 for 'a' against 'b' in round 'r'. Correct one"
    with pytest.raises(DataError, match=expected):
        tensor(SURE / 2, draw)


def test_a_match_has_one_result():
    win = SURE.copy()
    win[1, 0, 1] = 0.25
    expected = "win of i, win of j and draw must sum to at most 1; got 1.25 for 'a' against 'b' in round 's'"
    with pytest.raises(DataError, match=expected):
        tensor(win)


def test_exchangeable_rounds_have_the_mean_of_the_points():
    # 'a' beats 'b' in one of two rounds, and in the other draws half of the time and else loses: (1 + 1/4) / 2 points;
    # 'b' has (0 + 1/2 + 1/4) / 2.
    win = np.array([[[0, 1], [0, 0]], [[0, 0], [0.5, 0]]])
    draw = np.array([[[0, 0], [0, 0]], [[0, 0.5], [0.5, 0]]])
    made = tensor(win, draw, "ab", "rs", source="scores").exchangeable()
    assert made.win.tolist() == [[[0, 0.625], [0.375, 0]]] * 2
    assert not made.draw.any()
    assert made.one_winner
    assert made.source == "means of scores"
