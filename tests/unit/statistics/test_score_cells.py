"""Scores in shared units, worked by hand."""

import numpy as np
import pytest

from bayesrank import DataError, ScoreTable
from bayesrank.statistics.score_cells import ScoreCells
from bayesrank.statistics.summarise import summarise

NAN = float("nan")
SCORES = np.array([[70.0, 0.1, 3.0, 5.0], [80.0, 0.3, 3.0, NAN], [90.0, NAN, 3.0, NAN]])
ERRORS = np.array([[5.0, 0.1, 1.0, 1.0], [10.0, 0.2, 1.0, NAN], [20.0, NAN, 1.0, NAN]])


def table(order=(0, 1, 2), errors=ERRORS):
    names = ("low", "middle", "high")
    return ScoreTable(
        models=tuple(names[row] for row in order),
        benchmarks=("points", "loss", "equal", "lonely"),
        scores=SCORES[list(order)],
        higher_is_better=np.array([True, False, True, True]),
        standard_errors=None if errors is None else errors[list(order)],
    )


def by_name(cells, values):
    rows = zip(cells.model, cells.benchmark, values, strict=True)
    return {(cells.models[model], cells.benchmarks[benchmark]): value for model, benchmark, value in rows}


def test_scores_and_errors_in_standard_deviations():
    # points: mean 80, deviation 10. loss: mean .2, deviation sqrt(.02) = .1414, turned around.
    cells = summarise(table(), ScoreCells)
    half = np.sqrt(0.5)
    assert by_name(cells, cells.score) == pytest.approx(
        {
            ("low", "points"): -1,
            ("middle", "points"): 0,
            ("high", "points"): 1,
            ("low", "loss"): half,
            ("middle", "loss"): -half,
        },
        abs=1e-12,
    )
    assert by_name(cells, cells.standard_error) == pytest.approx(
        {
            ("low", "points"): 0.5,
            ("middle", "points"): 1,
            ("high", "points"): 2,
            ("low", "loss"): half,
            ("middle", "loss"): 2 * half,
        },
        abs=1e-12,
    )
    of_benchmark = {name: found for name, *found in zip(cells.benchmarks, cells.centre, cells.scale, strict=True)}
    assert of_benchmark["points"] == [80, 10]
    assert of_benchmark["loss"] == pytest.approx([0.2, np.sqrt(0.02)], abs=1e-15)
    assert cells.with_errors


def test_benchmarks_that_compare_nothing_are_left_out():
    cells = summarise(table(), ScoreCells)
    assert sorted(cells.benchmarks) == ["loss", "points"]
    assert cells.left_out == ("equal", "lonely")
    assert cells.observed.sum() == 5
    assert np.isnan(cells.table).sum() == 1


def test_order_of_models_does_not_matter():
    one, other = (summarise(table(order), ScoreCells) for order in ((0, 1, 2), (2, 0, 1)))
    assert one.models == other.models
    np.testing.assert_array_equal(one.score, other.score)


def test_without_standard_errors_they_are_zero():
    cells = summarise(table(errors=None), ScoreCells)
    assert not cells.with_errors
    assert (cells.standard_error == 0).all()


def test_a_table_that_compares_nothing_is_refused():
    same = ScoreTable(("a", "b"), ("x",), np.array([[1.0], [1.0]]), np.array([True]))
    with pytest.raises(DataError, match="a benchmark must have different scores of two models"):
        summarise(same, ScoreCells)
