"""When to look."""

import numpy as np
import pytest

from bayesrank.sequential.looks import look_times


def test_a_share_of_the_questions_is_rounded_up():
    assert look_times("1%", 200) == tuple(range(2, 201, 2))
    assert look_times("1%", 500)[-3:] == (490, 495, 500)
    assert look_times("30 %", 10) == (3, 6, 9, 10)
    assert look_times("100%", 7) == (7,)
    assert look_times("0.5%", 3) == (1, 2, 3)


@pytest.mark.parametrize("percent", [1, 3, 7, 10, 33])
def test_no_step_is_lost_to_rounding(percent):
    # ceil of percent * step * 100 / 100 is percent * step itself.
    assert look_times(f"{percent}%", 100)[:-1] == tuple(range(percent, 100, percent))


def test_every_so_many_questions_and_after_the_last():
    assert look_times(25, 80) == (25, 50, 75, 80)
    assert look_times(80, 80) == (80,)
    assert look_times(100, 80) == (80,)
    assert look_times(np.int64(25), 80) == (25, 50, 75, 80)


def test_stated_numbers_of_questions():
    assert look_times([50, 10], 80) == (10, 50, 80)
    assert look_times(np.array([50, 10]), 80) == (10, 50, 80)


@pytest.mark.parametrize("looks", [0, -5, [0, 3], [81], 0.01, None, [2.5], True, [True], [], [None], 0.0])
def test_looks_are_within_the_benchmark(looks):
    with pytest.raises(
        ValueError, match=r"looks must be a share such as '1%', a number of questions, .* Write '1%', say"
    ):
        look_times(looks, 80)


@pytest.mark.parametrize("looks", ["0%", "101%", "often", "often%", "5"])
def test_a_share_is_a_share(looks):
    with pytest.raises(ValueError, match=f"looks must be a share above 0 % and at most 100 %; got '{looks}'"):
        look_times(looks, 80)
