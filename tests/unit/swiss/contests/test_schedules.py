import re

import numpy as np
import pytest

from bayesrank.swiss.contests.schedules import read_schedule, read_schedules

# Five models and four rounds, so that tables have 4 rows and 6 columns, for 0 to 5 models.


def leaving(eliminate):
    """Return how many of five models leave after each of four rounds."""
    return read_schedule(eliminate, 5, 4).leave[:, 5].tolist()


@pytest.mark.parametrize(
    ("eliminate", "expected"),
    [
        (0, [0, 0, 0, 0]),
        (2, [2, 2, 2, 2]),
        (np.int64(1), [1, 1, 1, 1]),
        ("halving", [5, 5, 5, 5]),  # all that have the fewest points: as many as there are at most
        ("front:2:3", [2, 2, 2, 0]),
        ("back:2:3", [0, 2, 2, 2]),
        ("every:2:2", [0, 2, 0, 2]),
        ("every:1:3", [0, 0, 1, 0]),
        ("every:1:1", [1, 1, 1, 1]),
        ([3, 0, 1, 0], [3, 0, 1, 0]),
        ((0, 0, 0, 4), [0, 0, 0, 4]),
        (np.array([1, 2, 0, 0]), [1, 2, 0, 0]),
        ({1: 2, 3: 1}, [0, 2, 0, 1]),
        ({}, [0, 0, 0, 0]),
        (lambda k, n: k + n, [5, 5, 5, 5]),  # 5, 6, 7, 8 models, and there are 5
        (lambda k, n: max(n - 4 + k, 0), [1, 2, 3, 4]),
        (lambda _k, n: n - 2, [3, 3, 3, 3]),  # is never asked about fewer than two
        (10**20, [5, 5, 5, 5]),
        ("front:99999999999999999999:2", [5, 5, 0, 0]),
        ([10**20, 0, 0, 1], [5, 0, 0, 1]),
        ({1: 10**20}, [0, 5, 0, 0]),
        (lambda _k, _n: 10**20, [5, 5, 5, 5]),
    ],
)
def test_every_form_says_how_many_leave(eliminate, expected):
    assert leaving(eliminate) == expected


def test_a_function_is_asked_for_every_number_of_models():
    table = read_schedule(lambda k, n: n // 2 if k == 1 else 0, 5, 4).leave
    assert table.tolist() == [[0] * 6, [0, 0, 1, 1, 2, 2], [0] * 6, [0] * 6]


def test_more_than_there_are_is_all_of_them():
    # It makes no difference, and names no number of models that there are not.
    assert leaving(1000) == [5, 5, 5, 5]


def test_a_number_does_not_depend_on_how_many_are_left():
    assert (read_schedule(2, 5, 4).leave == 2).all()


def leave_one(_k, _n):
    return 1


@pytest.mark.parametrize(
    ("eliminate", "name", "constant"),
    [
        (2, "2", 2),
        ([1, 0, 2, 0], "1+0+2+0", None),
        ({1: 2}, "0+2+0+0", None),
        ("back:2:3", "back:2:3", None),
        ("halving", "halving", None),
        (leave_one, "leave_one", None),
    ],
)
def test_schedules_have_names(eliminate, name, constant):
    schedule = read_schedule(eliminate, 5, 4)
    assert schedule.name == name
    assert schedule.constant == constant


def test_a_callable_without_a_name_is_a_function():
    class LeaveOne:
        def __call__(self, _k, _n):
            return 1

    assert read_schedule(LeaveOne(), 5, 4).name == "function"


def test_tables_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        read_schedule(1, 5, 4).leave[0, 0] = 3


@pytest.mark.parametrize(
    ("eliminate", "number"),
    [
        (-1, "-1"),
        (1.0, "1.0"),
        (True, "True"),
        (None, "None"),
        ([1, -2, 0, 0], "-2"),
        ([1, 0.5, 0, 0], "0.5"),
        ([1, False, 0, 0], "False"),
        ({0: -3}, "-3"),
        ({0: "1"}, "'1'"),
        (lambda k, _n: k - 1, "-1"),
        (lambda _k, n: n / 2, "1.0"),
    ],
)
def test_numbers_must_be_whole_and_not_negative(eliminate, number):
    expected = re.escape(f"eliminate must be whole numbers of models, 0 or more; got {number}. Give how many leave")
    with pytest.raises(ValueError, match=expected):
        read_schedule(eliminate, 5, 4)


@pytest.mark.parametrize("eliminate", [[], [1, 2, 3], [1, 2, 3, 4, 5]])
def test_each_round_has_a_number(eliminate):
    expected = f"eliminate must have one number for each of the 4 rounds; got {len(eliminate)}. Fill in zeros"
    with pytest.raises(ValueError, match=expected):
        read_schedule(eliminate, 5, 4)


@pytest.mark.parametrize("key", [-1, 4, "first"])
def test_keys_must_be_rounds(key):
    expected = f"eliminate must have rounds from 0 to 3 as keys; got {key!r}. The first round is 0"
    with pytest.raises(ValueError, match=expected):
        read_schedule({key: 1}, 5, 4)


@pytest.mark.parametrize(
    "text", ["", "2", "half", "halving:1", "front", "front:2", "front:2:3:4", "front:-1:2", "front:a:2", "front:1.5:2"]
)
def test_unknown_names_are_refused(text):
    expected = f"eliminate must be a number of models, 'halving', or 'front', 'back' or .* got {text!r}. Write"
    with pytest.raises(ValueError, match=expected):
        read_schedule(text, 5, 4)


@pytest.mark.parametrize("text", ["front:1:0", "back:1:5", "every:1:0"])
def test_the_number_of_rounds_must_fit(text):
    name, _, number = text.split(":")
    expected = f"the second number of '{name}' must be from 1 to 4, the rounds; got {number}. It says of how many"
    with pytest.raises(ValueError, match=expected):
        read_schedule(text, 5, 4)


@pytest.mark.parametrize(
    ("eliminate", "names"),
    [
        ([0, 1], ["0", "1"]),
        (range(3), ["0", "1", "2"]),
        (np.arange(4), ["0", "1", "2", "3"]),  # like the list of these, though there are four rounds
        (np.array([[1, 0, 0, 2], [0, 0, 0, 1]]), ["1+0+0+2", "0+0+0+1"]),
        ([0, [1, 0, 0, 2], "halving"], ["0", "1+0+0+2", "halving"]),
        (2, ["2"]),
        (np.int64(2), ["2"]),
        (np.array(2), ["2"]),
        ("halving", ["halving"]),
        ({0: 1}, ["1+0+0+0"]),
        (leave_one, ["leave_one"]),
    ],
)
def test_schedules_of_a_list_or_one_alone(eliminate, names):
    assert [schedule.name for schedule in read_schedules(eliminate, 5, 4)] == names


@pytest.mark.parametrize(
    ("eliminate", "message"),
    [
        ([], "eliminate must hold at least one schedule; got none. Say 0 for no elimination."),
        (np.zeros(0, dtype=int), "eliminate must hold at least one schedule; got none."),
        ({1}, "eliminate must be a list of schedules, which are played in its order; got the set {1}. Write it in"),
        ([1, 0, 1], "eliminate must hold different schedules; got 1, 0, 1. Drop one of the equal ones."),
        ([0, 1.5], "eliminate must be whole numbers of models, 0 or more; got 1.5."),
    ],
)
def test_schedules_that_are_none(eliminate, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        read_schedules(eliminate, 5, 4)
