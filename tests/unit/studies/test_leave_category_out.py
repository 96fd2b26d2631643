"""Categories held out in turn: three models by hand, the bootstrap by drawing, tables by hand, and what is refused."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from bayesrank import DataError, ScoreTable
from bayesrank.studies.leave_category_out import leave_category_out
from bayesrank.studies.score_methods import score_models

CATEGORIES = {"law": "humanities", "history": "humanities", "algebra": "mathematics"}


def board(scores, benchmarks=("law", "history", "algebra")):
    scores = np.array(scores, dtype=float)
    models = tuple(f"model {number}" for number in range(len(scores)))
    return ScoreTable(models, tuple(benchmarks), scores, np.ones(len(benchmarks), dtype=bool))


BY_HAND = board([[90, 9, 50], [80, 7, 60], [70, 8, 40]])
BOARD = board(np.random.default_rng(5).normal(size=(12, 6)) + np.linspace(2, 0, 12)[:, None], "abcdef")
HALVES = dict(zip("abcdef", ["one"] * 3 + ["two"] * 3, strict=True))


def test_three_models_by_hand():
    # Algebra is y x z. Means of the others are x y z: one pair of three wrong, tau 1/3. Borda has y and z tied, with
    # one win each, and one pair right, one wrong: 0. Ranks on the humanities are 1 2.5 2.5; algebra has one right, one
    # wrong of the pairs that came apart: 0.
    found = leave_category_out(BY_HAND, CATEGORIES, methods=["mean", "borda"], random_seed=0)
    assert found.categories == {"humanities": ("law", "history"), "mathematics": ("algebra",)}
    np.testing.assert_allclose(found.tau, [[0, 1 / 3], [0, 0]], atol=1e-12)
    table = found.frame()
    assert table["method"].tolist() == ["mean"] * 2 + ["borda"] * 2
    assert table["category"].tolist() == ["humanities", "mathematics"] * 2
    assert table["benchmarks"].tolist() == [2, 1] * 2
    np.testing.assert_allclose(table["pair_accuracy"], [1 / 2, 2 / 3, 1 / 2, 1 / 2])
    assert found.top == 1  # half of three models
    assert found.baseline == "mean"
    summary = found.summary()
    np.testing.assert_allclose(summary["tau"], [1 / 6, 0], atol=1e-12)
    np.testing.assert_allclose(summary["difference"], [0, -1 / 6])


def test_a_category_is_not_seen_by_the_methods():
    found = leave_category_out(BOARD, HALVES, methods=["mean", "swiss_1"], random_seed=3, target="mean", n_contests=200)
    for c, (inside, outside) in enumerate([(slice(0, 3), slice(3, 6)), (slice(3, 6), slice(0, 3))]):
        came = BOARD.scores[:, inside].mean(axis=1)
        by_method = score_models(BOARD.scores[:, outside], ["mean", "swiss_1"], n_contests=200, random_seed=3)
        for method, predicted in enumerate(by_method.scores):
            assert found.tau[method, c] == pytest.approx(stats.kendalltau(predicted, came).statistic)


def test_resampled_taus_have_the_law_of_the_bootstrap():
    # The same by drawing models and benchmarks one after the other and another implementation of tau.
    rng = np.random.default_rng(11)
    found = leave_category_out(BOARD, HALVES, methods=["mean", "median"], target="mean", random_seed=4)
    predicted = np.median(BOARD.scores[:, 3:], axis=1), BOARD.scores[:, 3:].mean(axis=1)
    drawn = np.empty((1_000, 2))
    for row in drawn:
        models, benchmarks = rng.integers(0, 12, 12), rng.integers(0, 3, 3)
        came = BOARD.scores[:, benchmarks].mean(axis=1)
        row[:] = [stats.kendalltau(each[models], came[models]).statistic for each in predicted]
    ours = found.tau_draws[:, ::-1, 0]
    for one, other in ((ours, drawn), (ours[:, :1] - ours[:, 1:], drawn[:, :1] - drawn[:, 1:])):
        error = np.sqrt(one.var(axis=0) / 1_000 + other.var(axis=0) / 1_000)
        assert np.all(np.abs(one.mean(axis=0) - other.mean(axis=0)) <= 5 * error)
        np.testing.assert_allclose(one.std(axis=0), other.std(axis=0), rtol=0.15)  # 5 errors of two deviations: 0.16


def test_models_are_drawn_alike_for_all_methods():
    # Borda and Bradley-Terry have one order where each two models met equally often.
    found = leave_category_out(BOARD, HALVES, methods=["borda", "bradley_terry"], random_seed=1, replications=50)
    np.testing.assert_array_equal(found.tau_draws[:, 0], found.tau_draws[:, 1])
    summary = found.summary()
    assert summary[["difference", "difference_lower", "difference_upper"]].eq(0).all(axis=None)


def test_intervals_by_hand():
    found = leave_category_out(
        BOARD, HALVES, methods=["mean", "median"], random_seed=1, replications=11, baseline="mean"
    )
    draws = np.zeros((11, 2, 2))
    draws[:, 1, 0] = np.arange(11) / 10
    found = replace(found, tau_draws=draws)
    # Draws 0, .1, ..., 1: the quantiles .1 and .9 are .1 and .9, .4 from their mean, which the tau of the data, .6,
    # replaces. The mean with the other category, zeros, is half.
    agreed = np.zeros((4, 2, 2))
    agreed[0, 1, 0] = 0.6
    found = replace(found, agreement=agreed)
    table = found.frame(ci_prob=0.8)
    np.testing.assert_allclose(table["tau_lower"], [0, 0, 0.2, 0], atol=1e-12)
    np.testing.assert_allclose(table["difference_upper"], [0, 0, 1.0, 0], atol=1e-12)
    np.testing.assert_allclose(found.summary(ci_prob=0.8)["difference_upper"], [0, 0.3 + 0.2], atol=1e-12)


def test_the_baseline_is_named_beforehand():
    options = {"random_seed": 1, "n_contests": 20, "replications": 5}
    assert leave_category_out(BOARD, HALVES, methods=["median", "mean"], **options).baseline == "mean"
    assert leave_category_out(BOARD, HALVES, methods=["swiss_0", "median"], **options).baseline == "swiss_0"
    given = leave_category_out(BOARD, HALVES, methods=["mean", "median"], baseline="median", **options)
    assert given.baseline == "median"
    assert given.summary()["difference"].tolist()[1] == 0


def test_a_method_that_ties_all_has_no_tau():
    # The medians of the others are 1 for both models, in each category.
    table = board([[1, 1, 1, 1, 2, 0], [1, 1, 1, 1, 0, 3]], "abcdef")
    found = leave_category_out(table, HALVES | {"c": "two"}, methods=["median"], random_seed=0, replications=5)
    assert np.isnan(found.tau).all()
    assert found.record()["methods"][0]["tau_upper"] is None


def test_the_record_is_plain():
    found = leave_category_out(BY_HAND, CATEGORIES, methods=["mean", "borda"], random_seed=0, replications=20)
    record = json.loads(json.dumps(found.record(), allow_nan=False))
    assert record["methods"][0]["method"] == "mean"
    assert len(record["held_out"]) == 4
    assert record["replications"] == 20
    assert record["categories"]["humanities"] == ["law", "history"]
    assert "mean Kendall's tau: mean 0.167, borda 0.000" in repr(found)


def test_the_seed_decides_all():
    one, other = (
        leave_category_out(BOARD, HALVES, methods=["mean", "swiss_0"], random_seed=7, n_contests=50, replications=20)
        for _ in range(2)
    )
    np.testing.assert_array_equal(one.tau_draws, other.tau_draws)


def test_what_is_refused():
    with pytest.raises(DataError, match="every benchmark must have a category; got none of 'algebra'"):
        leave_category_out(BY_HAND, {"law": "humanities", "history": "humanities"})
    with pytest.raises(ValueError, match=r"options of 'leave_category_out' must be among .*; got 'cores'"):
        leave_category_out(BY_HAND, CATEGORIES, cores=1)
    with pytest.raises(ValueError, match="target must be one of mean_rank, mean; got 'median'"):
        leave_category_out(BY_HAND, CATEGORIES, target="median")
    with pytest.raises(ValueError, match=r"baseline must be one of the methods; got 'borda'\. Choose among mean"):
        leave_category_out(BY_HAND, CATEGORIES, methods=["mean"], baseline="borda")
    with pytest.raises(ValueError, match="top must be a whole number of at least 1"):
        leave_category_out(BY_HAND, CATEGORIES, top=0)
    with pytest.raises(ValueError, match="top must be at most 3, the models that there are; got 4"):
        leave_category_out(BY_HAND, CATEGORIES, top=4)
    with pytest.raises(ValueError, match="n_contests must be a whole number of at least 2; got -5"):
        leave_category_out(BY_HAND, CATEGORIES, methods=["mean"], n_contests=-5)
    with pytest.raises(ValueError, match="ci_prob must lie between 0 and 1"):
        leave_category_out(BY_HAND, CATEGORIES, methods=["mean"], replications=2).summary(ci_prob=1)
