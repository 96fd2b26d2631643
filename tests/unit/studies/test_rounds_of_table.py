"""Rounds in order, turned so that higher is better; what becomes of missing scores, and what is refused."""

import numpy as np
import pytest

from bayesrank import DataError, ScoreTable
from bayesrank.studies.rounds_of_table import rounds_of_table

TABLE = ScoreTable(
    ("x", "y"), ("p", "q", "r"), np.array([[1.0, np.nan, 3.0], [4.0, 5.0, 6.0]]), np.array([True, True, False])
)


def test_missing_scores_stay_missing_or_their_round_is_dropped():
    kept = rounds_of_table(TABLE, missing="half")
    assert kept.rounds == ("p", "q", "r")
    np.testing.assert_array_equal(kept.scores, [[1, np.nan, -3], [4, 5, -6]])
    assert rounds_of_table(TABLE, missing="drop_round").rounds == ("p", "r")


def test_a_sequence_names_the_rounds_in_order():
    scored = rounds_of_table(TABLE, sequence=["r", "p"])
    assert scored.scores.tolist() == [[-3, 1], [-6, 4]]


def test_what_is_refused():
    with pytest.raises(DataError, match=r"got 1 missing, .* Choose missing='half' or 'drop_round'\.$"):
        rounds_of_table(TABLE)
    with pytest.raises(ValueError, match=r"missing must be one of half, drop_round; got 'lose'"):
        rounds_of_table(TABLE, missing="lose")
    with pytest.raises(
        DataError,
        match=r"a round must have scores of all models to be kept .* got none of 1.* Choose missing='half', or",
    ):
        rounds_of_table(TABLE, sequence=["q"], missing="drop_round")
