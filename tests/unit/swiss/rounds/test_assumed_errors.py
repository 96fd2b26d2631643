import numpy as np
import pytest

from bayesrank import DataError, ScoreTable
from bayesrank.swiss.rounds.assumed_errors import with_binomial_errors


def board(scores, **more):
    scores = np.array(scores, dtype=np.float64)
    return ScoreTable(
        models=tuple("abc"[: len(scores)]),
        benchmarks=tuple("xy"[: scores.shape[1]]),
        scores=scores,
        higher_is_better=np.ones(scores.shape[1], dtype=bool),
        **more,
    )


def test_errors_of_shares():
    # 3 of 4 right: q = 3.5/5 = 0.7, sqrt(0.7 * 0.3 / 4) = sqrt(0.0525); 4 of 4: q = 0.9, sqrt(0.0225) = 0.15
    errors = with_binomial_errors(board([[0.75], [1.0]]), 4).standard_errors
    np.testing.assert_allclose(errors, [[np.sqrt(0.0525)], [0.15]], rtol=1e-12)


def test_errors_of_percentages_with_numbers_by_name():
    # 50 % of 1: q = 1/2, 100 sqrt(1/4) = 50; 100 % of 4: 100 * 0.15, as above
    table = with_binomial_errors(board([[50.0, 100.0], [100.0, np.nan]]), {"x": 1, "y": 4})
    # 1 of 1: q = 1.5/2 = 0.75, 100 sqrt(0.1875)
    np.testing.assert_allclose(table.standard_errors, [[50, 15], [100 * np.sqrt(0.1875), np.nan]], rtol=1e-12)


def test_one_score_above_one_makes_all_percentages():
    # 1 % and 0.5 % of 4: q = .54/5 and .52/5, beside a column that can only be percentages
    errors = with_binomial_errors(board([[50, 0.5], [60, 1.0], [40, 0.0]]), 4).standard_errors
    share = np.array([0.02 + 0.5, 0.04 + 0.5, 0.5]) / 5
    np.testing.assert_allclose(errors[:, 1], 100 * np.sqrt(share * (1 - share) / 4), rtol=1e-12)


@pytest.mark.parametrize(
    ("table", "questions", "message"),
    [
        (board([[0.5], [0.6]], standard_errors=np.full((2, 1), 0.1)), 5, "must have no standard errors yet"),
        (board([[0.5, 0.1], [0.6, 0.2]]), {"x": 5}, "every benchmark; got none for 'y'"),
        (board([[-0.5], [0.6]]), 5, r"or percentages, to be of so many questions; got -0.5 of 'a' on 'x'"),
        (board([[50], [101]]), 5, r"got 101 of 'b' on 'x'"),
        (board([[0.5], [0.6]]), {"x": 5, "z": 5}, "questions must be of benchmarks of the table; got 'z'"),
    ],
)
def test_scores_that_are_no_shares(table, questions, message):
    with pytest.raises(DataError, match=message):
        with_binomial_errors(table, questions)


@pytest.mark.parametrize("number", [0, 2.5])
def test_a_number_of_questions_is_whole(number):
    with pytest.raises(ValueError, match="questions must be a whole number of at least 1"):
        with_binomial_errors(board([[0.5], [0.6]]), number)
