"""Expected ranks of pooled accuracies by hand."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.rules.metrics.thompson import thompson
from tests.outcome_stacks import NAN, assert_scored_as_members, by_name, counts_of, probabilities, resampled, weighed

GAPPY = np.random.default_rng(1).integers(0, 2, (4, 5, 6)).astype(float)
GAPPY[1, 2], GAPPY[3, 0, 4:] = NAN, NAN


def test_by_hand():
    # a: Beta(2, 1), density 2 x; b: Beta(1, 2), density 2 (1 - y). Pr(a > b) = int 2 x (1 - (1 - x)^2) dx
    # = int 2 x (2 x - x^2) dx = 4/3 - 1/2 = 5/6: expected ranks 7/6 and 11/6.
    counts = counts_of([[[1]], [[0]]])
    assert by_name(counts, thompson(counts)) == pytest.approx({"a": -7 / 6, "b": -11 / 6}, abs=1e-12)


def test_the_prior_adds_to_the_trials():
    # Beta(1, 1) against Beta(2, 1), by a prior of Beta(1, 1) on none and on one more right trial; with the prior
    # Beta(1/2, 1) and one right trial each, all is level.
    counts = counts_of([[[1, NAN]], [[1, 1]]])
    # a: Beta(2, 1), b: Beta(3, 1): Pr(b > a) = E[b^2] = 3/5
    assert by_name(counts, thompson(counts)) == pytest.approx({"a": -1.6, "b": -1.4}, abs=1e-12)
    # a: Beta(1.5, 1), b: Beta(2.5, 1): Pr(b > a) = E[b^1.5] = 2.5/4
    scores = by_name(counts, thompson(counts, prior_right=0.5))
    assert scores == pytest.approx({"a": -1.625, "b": -1.375}, abs=1e-12)
    # a: Beta(2, 2), b: Beta(3, 2): Pr(b > a) = int 12 y^2 (1 - y) (3 y^2 - 2 y^3) dy = 36/30 - 24/42 = 22/35
    scores = by_name(counts, thompson(counts, prior_wrong=2.0))
    assert scores == pytest.approx({"a": -1 - 22 / 35, "b": -1 - 13 / 35}, abs=1e-12)


def test_missing_cells_widen_and_do_not_lower():
    # a: 2 of 4 right, b: 1 of 2: Beta(3, 3) and Beta(2, 2) are level
    counts = counts_of([[[1, 0], [1, 0]], [[1, 0], [NAN, NAN]]])
    np.testing.assert_allclose(thompson(counts), -1.5, atol=1e-12)


@pytest.mark.parametrize("method", ["quadrature", "monte_carlo"])
def test_equal_totals_tie_whatever_the_questions(method):
    counts = counts_of([[[1, 1], [0, 0]], [[0, 1], [0, 1]], [[0, 0], [0, 1]]])
    scores = by_name(counts, thompson(counts, integral=method, samples=100))
    assert scores["a"] == pytest.approx(scores["b"], abs=1e-13)
    assert scores["a"] > scores["c"] + 0.01
    nobody = counts_of([[[0, 0]]] * 3)
    np.testing.assert_allclose(thompson(nobody, integral=method, samples=10), -2, atol=1e-13)


def test_questions_count_what_they_weigh():
    one = weighed(counts_of([[[1], [0]], [[0], [1]]]), p=3.0)
    three = counts_of([[[1], [1], [1], [0]], [[0], [0], [0], [1]]])
    assert by_name(one, thompson(one)) == pytest.approx(by_name(three, thompson(three)), abs=1e-12)


def test_the_better_category_is_right():
    binary = [[[0, 0, 1]], [[1, 1, 1]]]  # category 1 is worth less
    counts = counts_of(binary, weights=[1, 0])
    scores = by_name(counts, thompson(counts))
    assert scores["a"] > scores["b"]


@pytest.mark.parametrize("method", ["quadrature", "monte_carlo"])
def test_a_stack_is_scored_as_its_members(method):
    counts = counts_of(GAPPY)
    drawn = probabilities(counts, np.random.default_rng(2).random((7, 4, 5)))
    for stack in (resampled(counts, 7), drawn):
        assert_scored_as_members(thompson, stack, integral=method, samples=100)


def test_draws_approach_the_integral():
    # The rank of one of four has a standard deviation of at most 1.5: 5 standard errors of 40,000 draws are .0375;
    # a false alarm in four has a probability below 3e-6.
    counts = counts_of(GAPPY)
    drawn = thompson(counts, integral="monte_carlo", samples=40_000, random_seed=3)
    np.testing.assert_allclose(drawn, thompson(counts), rtol=0, atol=0.0375)
    assert (drawn != thompson(counts, integral="monte_carlo", samples=40_000, random_seed=4)).any()


@pytest.mark.parametrize("name", ["prior_right", "prior_wrong"])
def test_priors_are_positive(name):
    with pytest.raises(ValueError, match=rf"^{name} must be positive and finite; got 0\."):
        thompson(counts_of(GAPPY), **{name: 0})


def test_methods_are_named_and_draw_at_least_once():
    with pytest.raises(ValueError, match=r"^integral must be one of quadrature, monte_carlo; got 'exact'"):
        thompson(counts_of(GAPPY), integral="exact")
    with pytest.raises(ValueError, match=r"^samples must be a whole number of at least 1; got 0\."):
        thompson(counts_of(GAPPY), integral="monte_carlo", samples=0)


@pytest.mark.parametrize(
    ("outcomes", "weights", "kind"), [([[[0, 1, 2]]], [0, 0.5, 1], "3 categories"), ([[[0.5]]], None, "fractions")]
)
def test_grades_are_refused(outcomes, weights, kind):
    with pytest.raises(
        DataError, match=rf"^outcomes must be right or wrong to count those that are right; got {kind}\. Rank by 'avg'"
    ):
        thompson(counts_of(outcomes, weights=weights))
