"""Models without a score in a round."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.missing_scores import decide_missing, missing_words, rounds_to_play

# c misses the first round, c and d the second, nobody the third
OBSERVED = np.array([[True, True, True], [True, True, True], [False, False, True], [True, False, True]])
MODELS, ROUNDS = ("a", "b", "c", "d"), ("p", "q", "r")


def test_nothing_is_assumed():
    with pytest.raises(
        DataError,
        match=r"got 3 missing, the first of 'c' in round 'p'\. Choose missing='lose', 'drop_round' or 'half'\.",
    ):
        rounds_to_play(OBSERVED, MODELS, ROUNDS, None)


def test_whole_tables_need_no_choice():
    assert rounds_to_play(OBSERVED[:2], MODELS[:2], ROUNDS, None).tolist() == [0, 1, 2]


def test_rounds_that_somebody_misses_can_be_dropped():
    assert rounds_to_play(OBSERVED, MODELS, ROUNDS, "drop_round").tolist() == [2]
    assert rounds_to_play(OBSERVED, MODELS, ROUNDS, "lose").tolist() == [0, 1, 2]
    with pytest.raises(DataError, match="to be kept by missing='drop_round'; got none of 2 that has"):
        rounds_to_play(OBSERVED[:, :2], MODELS, ROUNDS[:2], "drop_round")


def test_missing_scores_and_their_rule_are_told():
    # 3 of 4 x 3, 25 %
    assert missing_words(OBSERVED, "half") == "missing 'half' (3 of 12 scores, 25.0%)"
    assert missing_words(OBSERVED[:2], "half") == ""
    assert missing_words(OBSERVED[:2], None) == ""


def test_choices_are_checked():
    with pytest.raises(ValueError, match="missing must be one of lose, drop_round, half; got 'zero'"):
        rounds_to_play(OBSERVED, MODELS, ROUNDS, "zero")


@pytest.mark.parametrize(
    ("missing", "win", "draw"),
    [
        # of round q: a and b are compared elsewhere (7), c and d have no score
        ("lose", [[7, 7, 1, 1], [7, 7, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]], [[7, 7, 0, 0]] * 2 + [[0] * 4] * 2),
        ("half", [[7, 7, 0, 0], [7, 7, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], [[7, 7, 1, 1]] * 2 + [[1] * 4] * 2),
    ],
)
def test_matches_without_scores(missing, win, draw):
    won, drawn = np.full((3, 4, 4), 7.0), np.full((3, 4, 4), 7.0)
    decide_missing(won, drawn, OBSERVED, missing)
    np.testing.assert_array_equal(won[1], win)
    np.testing.assert_array_equal(drawn[1], draw)
    assert (won[2] == 7).all()
