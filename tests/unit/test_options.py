from typing import Literal

import pytest

from bayesrank.options import check_choice, check_probability

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
