"""Draws from an array."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.draws_from_array import win_draws_from_array

DRAWS = np.arange(12.0).reshape(2, 3, 2)


def test_draws_are_taken_as_they_are():
    drawn = win_draws_from_array(DRAWS, match="logistic")
    np.testing.assert_array_equal(drawn.scores, DRAWS)
    assert (drawn.models, drawn.rounds) == (("model 1", "model 2", "model 3"), ("round 1", "round 2"))
    assert (drawn.match, drawn.random_seed) == ("logistic", None)


@pytest.mark.parametrize(
    ("scores", "options", "complaint"),
    [
        (DRAWS[0], {}, r"scores must have shape \(B, M, K\), draws x models x rounds; got \(3, 2\)"),
        (DRAWS[:1], {}, "scores must be at least two draws; got 1. Draw again"),
        (DRAWS[:, :1], {}, "must have at least two models; got 'model 1' alone"),
        (np.where(DRAWS == 3, np.nan, DRAWS), {}, "scores must be finite in every draw; got 1 that are not"),
        ([["high", "low"]], {}, "scores must be an array of numbers; got text"),
        (DRAWS, {"models": ["x", "y"]}, "models must be 3 names, as many as the array has; got 2"),
        (DRAWS, {"rounds": ["x", "x"]}, "round names must differ"),
        (DRAWS, {"match": "coin"}, "match must be one of higher_wins, logistic; got 'coin'"),
    ],
)
def test_what_are_no_draws_is_refused(scores, options, complaint):
    with pytest.raises(ValueError, match=complaint) as caught:
        win_draws_from_array(scores, **options)
    assert isinstance(caught.value, DataError) != ("match" in options)
