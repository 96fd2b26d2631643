"""What is left to the prior, told by names; and events of several attempts."""

import numpy as np
import pytest

from bayesrank import DataError, Outcomes
from bayesrank.programs.setwise._doubts import refuse_repeated_attempts, winner_doubts
from bayesrank.statistics.setwise_counts import count_sets


def doubts(outcomes, names="abcd"):
    tensor = np.array(outcomes, dtype=float)
    return winner_doubts(count_sets(Outcomes.from_array(tensor, models=list(names[: len(tensor)]))))


def test_wins_and_losses_of_all_are_told_in_silence():
    assert doubts([[1, 0], [0, 1]]) == []


def test_events_that_tell_nothing():
    assert doubts([[1, 0], [1, 0]]) == [
        "in no event one model is right and another wrong: abilities are the prior's alone."
    ]


def test_groups_that_no_event_links():
    nan = np.nan
    (told,) = doubts([[1, 0, nan, nan], [0, 1, nan, nan], [nan, nan, 1, 0], [nan, nan, 0, 1]])
    assert told.startswith("no event links 2 groups of models, 'a', 'b'; 'c', 'd', by a right answer")


def test_models_that_were_never_wrong_or_never_right():
    # a is right on all; b and c beat each other.
    (told,) = doubts([[1, 1], [1, 0], [0, 1]])
    assert told.startswith("'a' never had a wrong answer where one of the others had a right one: how far ahead")
    # c is wrong on all; a and b beat each other.
    (told,) = doubts([[1, 0], [0, 1], [0, 0]])
    assert told.startswith("'c' never had a right answer where one of the others had a wrong one: how far behind")


def test_several_attempts_are_refused():
    several = count_sets(Outcomes.from_array(np.ones((2, 1, 3))), events="questions")
    with pytest.raises(DataError, match=r"one attempt in an event for 'luce', .*; got up to 3\. Use events='trials'"):
        refuse_repeated_attempts(several, "luce")
    refuse_repeated_attempts(count_sets(Outcomes.from_array(np.ones((2, 1, 3)))), "luce")
