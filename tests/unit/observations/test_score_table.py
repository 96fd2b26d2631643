"""Scores of models on benchmarks."""

from typing import Any

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.score_table import ScoreTable

NAN = float("nan")


def scores(**changed: Any) -> ScoreTable:
    fields = {
        "models": ("x", "y"),
        "benchmarks": ("accuracy", "error", "points"),
        "scores": np.array([[0.9, 0.2, 71.0], [0.8, NAN, 80.0]]),
        "higher_is_better": np.array([True, False, True]),
    }
    return ScoreTable(**(fields | changed))


def test_missing_scores_lower_the_coverage() -> None:
    assert scores().coverage == pytest.approx(5 / 6)
    assert repr(scores()) == (
        "ScoreTable(2 models x 3 benchmarks, 83.3% of the cells observed, without standard errors)"
    )


def test_standard_errors_stand_where_scores_do() -> None:
    data = scores(standard_errors=np.array([[0.1, 0.1, 1.0], [0.1, NAN, 1.0]]))
    assert "with standard errors" in repr(data)
    for table in (data.scores, data.standard_errors, data.higher_is_better):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 1


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"models": ("x", "x")}, "model names must differ"),
        ({"models": ("x",), "scores": np.ones((1, 3))}, "must have at least two models; got 'x' alone"),
        ({"benchmarks": ("accuracy", "error", "error")}, "benchmark names must differ"),
        ({"scores": np.ones((3, 2))}, r"scores must have shape \(2, 3\), models x benchmarks; got \(3, 2\)"),
        (
            {"scores": np.array([[1, 2, 3], [1, np.inf, 3.0]])},
            "score must be finite; got inf for 'y' on 'error'",
        ),
        ({"scores": np.array([[1, 2, 3], [NAN] * 3])}, "every model must have at least one score; 'y' has none"),
        ({"scores": np.array([[1, NAN, 3], [1, NAN, 3]])}, "every benchmark must have at least one score; 'error'"),
        ({"higher_is_better": np.array([True])}, r"higher_is_better must be 3 booleans, .* got bool of shape \(1,\)"),
        ({"higher_is_better": np.array([1, -1, 1])}, "higher_is_better must be 3 booleans, .* got int64"),
        ({"standard_errors": np.ones((2, 2))}, r"standard_errors must have shape \(2, 3\)"),
        (
            {"standard_errors": np.array([[0.1, 0.0, 1.0], [0.1, NAN, 1.0]])},
            "standard error must be positive .* got 0 for 'x' on 'error'",
        ),
        (
            {"standard_errors": np.array([[0.1, 0.1, 1.0], [0.1, 0.3, 1.0]])},
            "missing where there is none; got 0.3 for 'y' on 'error'",
        ),
        (
            {"standard_errors": np.array([[0.1, 0.1, 1.0], [NAN, NAN, 1.0]])},
            "standard error must be positive .* got nan for 'y' on 'accuracy'",
        ),
        (
            {"standard_errors": np.array([[np.inf, 0.1, 1.0], [0.1, NAN, 1.0]])},
            "standard error must be positive .* got inf for 'x' on 'accuracy'",
        ),
    ],
)
def test_what_cannot_be_a_score_table_is_refused(changed: dict[str, Any], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        scores(**changed)
