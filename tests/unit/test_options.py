from typing import Literal

import numpy as np
import pytest

from bayesrank.options import (
    check_at_least,
    check_choice,
    check_names,
    check_positive,
    check_probability,
    seed_or_fresh,
)

type Colour = Literal["red", "blue"]


def test_a_choice_is_one_of_the_words():
    check_choice("colour", "blue", Colour)
    with pytest.raises(ValueError, match=r"colour must be one of red, blue; got 'green'\. Check the spelling\."):
        check_choice("colour", "green", Colour)


@pytest.mark.parametrize("probability", [0, 1, -0.1, 95, float("nan")])
def test_a_probability_lies_strictly_between_0_and_1(probability):
    check_probability("ci_prob", 0.5)
    with pytest.raises(ValueError, match=f"ci_prob must lie between 0 and 1; got {probability}"):
        check_probability("ci_prob", probability)


@pytest.mark.parametrize(("name", "example"), [("alpha", "0.05"), ("damping", "0.85"), ("ci_prob", "0.95")])
def test_the_example_of_a_probability_is_one_for_that_option(name, example):
    with pytest.raises(
        ValueError, match=rf"^{name} must lie between 0 and 1; got 5\. Give a probability such as {example}\.$"
    ):
        check_probability(name, 5)


@pytest.mark.parametrize(
    ("value", "shown"), [(0, "0"), (-1, "-1"), (float("nan"), "nan"), (float("inf"), "inf"), ("x", "'x'")]
)
def test_a_positive_number_is_above_0_and_finite(value, shown):
    check_positive("scale", 1e-9)
    check_positive("scale", np.float32(400))
    message = rf"^scale must be positive and finite; got {shown}\. Leave it out for the usual value\.$"
    with pytest.raises(ValueError, match=message):
        check_positive("scale", value)


@pytest.mark.parametrize("number", [0, -3, 1.5, "x"])
def test_a_whole_number_has_a_least_value(number):
    check_at_least("draws", np.int64(1), 1)
    with pytest.raises(ValueError, match=rf"draws must be a whole number of at least 1; got {number!r}"):
        check_at_least("draws", number, 1)


def test_options_are_among_those_of_the_method():
    check_names("elo", ["ties"], {"ties", "scale"})
    with pytest.raises(
        ValueError, match=r"options of 'elo' must be among scale, ties; got 'tie'\. Check the spelling\."
    ):
        check_names("elo", ["tie"], {"ties", "scale"})
    with pytest.raises(ValueError, match="options of 'avg' must be none for these data; got 'tie'"):
        check_names("avg", ["tie"], [])


def test_a_seed_is_kept_and_none_is_a_fresh_one():
    assert seed_or_fresh(7) == 7
    assert type(seed_or_fresh(np.int64(7))) is int
    first, other = seed_or_fresh(None), seed_or_fresh(None)
    assert first != other  # by chance the same once in 2^32 runs
    with pytest.raises(ValueError, match="random_seed must be a whole number of at least 0; got -1"):
        seed_or_fresh(-1)
