"""What right attempts earn, by hand and for drawn probabilities by exact integration."""

from fractions import Fraction
from math import comb, factorial

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.rules.metrics._attempt_scores import (
    attempt_score,
    phi_area,
    phi_majority,
    phi_margin,
    phi_pass,
    phi_threshold,
    phi_unanimous,
)
from bayesrank.rules.registry import find_rule
from tests.outcome_stacks import NAN, assert_scored_as_members, by_name, counts_of, probabilities, resampled, weighed

RULES = ["auc_pass_at_k", "g_pass_at_k", "geometric_at_k", "majority_at_k", "max_at_k", "mg_pass_at_k", "pass_at_k",
         "pass_hat_k"]  # fmt: skip
CREDITS = {
    "pass": phi_pass,
    "unanimous": phi_unanimous,
    "threshold": lambda k: phi_threshold(k, 0.4),
    "majority": phi_majority,
    "margin": phi_margin,
    "area": phi_area,
}


def test_what_right_attempts_earn():
    assert phi_pass(3).tolist() == [0, 1, 1, 1]
    assert phi_unanimous(3).tolist() == [0, 0, 0, 1]
    assert phi_majority(4).tolist() == [0, 0, 0, 1, 1]  # 2 of 4 is no majority
    assert phi_majority(3).tolist() == [0, 0, 1, 1]
    assert phi_margin(4).tolist() == [0, 0, 0, 1 / 2, 1]  # 2/4 (j - 2)
    np.testing.assert_allclose(phi_margin(5), [0, 0, 0, 0, 2 / 5, 4 / 5], rtol=1e-15)  # 2/5 (j - 3)
    assert phi_margin(1).tolist() == [0, 0]


def test_a_threshold_is_a_share_of_the_attempts():
    assert phi_threshold(4, 0.5).tolist() == [0, 0, 1, 1, 1]
    assert phi_threshold(3, 0.5).tolist() == [0, 0, 1, 1]  # 1 of 3 is less than one half
    assert phi_threshold(3, 0.0).tolist() == phi_pass(3).tolist()
    assert phi_threshold(3, 1.0).tolist() == phi_unanimous(3).tolist()
    assert 0.28 * 25 > 7  # in floats; 7 of 25 is 28 % all the same
    assert phi_threshold(25, 0.28).sum() == 19  # 7 to 25


def test_the_area_is_that_of_the_curve():
    # k = 3, j = 1 right: pass@1 = 1/3, pass@2 = 1 - C(2, 2)/C(3, 2) = 2/3, pass@3 = 1; area (1/6 + 2/3 + 1/2) / 2.
    # j = 2: 2/3, 1, 1: (1/3 + 1 + 1/2) / 2.
    np.testing.assert_allclose(phi_area(3), [0, 2 / 3, 11 / 12, 1], atol=1e-14)
    np.testing.assert_allclose(phi_area(1), [0, 1], atol=1e-14)


def test_scores_are_means_over_the_questions_asked():
    # a: 2 of 3 right on p: Pr(0, 1, 2 of 2 right) = (0, 2, 1)/3; on q 1 of 2: (0, 1, 0). b: 0 of 3 on p: (1, 0, 0).
    counts = counts_of([[[1, 1, 0], [1, 0, NAN]], [[0, 0, 0], [NAN, NAN, NAN]]])
    phi = np.array([0.1, 0.4, 1.0])
    expected = {"a": ((2 * 0.4 + 1.0) / 3 + 0.4) / 2, "b": 0.1}
    assert by_name(counts, attempt_score(counts, phi)) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("k", [0, -1, 1.5])
def test_attempts_are_counted_in_whole_numbers(k):
    with pytest.raises(ValueError, match=rf"^k must be a whole number of at least 1; got {k}\. Give one"):
        phi_pass(k)


@pytest.mark.parametrize("threshold", [-0.1, 1.1, NAN])
def test_a_threshold_is_from_0_to_1(threshold):
    with pytest.raises(ValueError, match=rf"^threshold must be from 0 to 1; got {threshold}\. Give the share"):
        phi_threshold(2, threshold)


@pytest.mark.parametrize("k", [1, 2, 5])
@pytest.mark.parametrize("credit", CREDITS)
def test_for_drawn_probabilities_the_mean_score_is_that_of_the_beta_binomial(credit, k):
    # One cell, 3 of 5 right: p ~ Beta(4, 3), and k further attempts are j times right with probability
    # C(k, j) B(4 + j, 3 + k - j) / B(4, 3). Scores are polynomials of p of degree k and the density one of degree 5:
    # Gauss-Legendre with 20 nodes integrates their product exactly.
    phi = CREDITS[credit](k)
    node, width = np.polynomial.legendre.leggauss(20)
    p = (1 + node) / 2
    density = 60 * p**3 * (1 - p) ** 2  # 1 / B(4, 3) = 6! / (3! 2!) = 60
    stack = probabilities(counts_of([[[1, 1, 1, 0, 0]]]), p[:, None, None])
    mean = (width / 2 * density) @ attempt_score(stack, phi)[:, 0]
    beta_binomial = [
        Fraction(60 * comb(k, j) * factorial(3 + j) * factorial(2 + k - j), factorial(6 + k)) for j in range(k + 1)
    ]
    assert sum(beta_binomial) == 1
    assert mean == pytest.approx(float(np.dot(phi, [float(chance) for chance in beta_binomial])), abs=1e-13)


# What holds of every rule of k attempts


@pytest.mark.parametrize("rule", RULES)
def test_a_stack_is_scored_as_its_members(rule):
    gappy = np.random.default_rng(1).integers(0, 2, (4, 5, 6)).astype(float)
    gappy[1, 2], gappy[3, 0, 4:] = NAN, NAN
    counts = counts_of(gappy)
    drawn = probabilities(counts, np.random.default_rng(2).random((7, 4, 5)))
    for k in (2, 3):
        assert_scored_as_members(find_rule(rule), resampled(counts, 7), k=k)
        assert_scored_as_members(find_rule(rule), drawn, k=k)


@pytest.mark.parametrize("rule", RULES)
def test_missing_cells_are_left_out(rule):
    # Both models do the same on p; that b was not asked q, which a fails, makes b better and not worse.
    counts = counts_of([[[1, 1, 0], [0, 0, 0]], [[0, 1, 1], [NAN, NAN, NAN]]])
    scores = by_name(counts, find_rule(rule)(counts))
    assert scores["a"] == pytest.approx(scores["b"] / 2, abs=1e-14)
    assert scores["b"] > 0.3  # a third of the pairs of trials are both right


@pytest.mark.parametrize("rule", RULES)
def test_equal_counts_tie_and_more_right_trials_score_higher(rule):
    counts = counts_of([[[1, 1, 0, 0], [1, 1, 1, 1]], [[1, 0, 1, 0], [1, 1, 1, 1]], [[1, 0, 0, 0], [1, 1, 1, 0]]])
    scores = by_name(counts, find_rule(rule)(counts))
    assert scores["a"] == pytest.approx(scores["b"], abs=1e-14)
    assert scores["a"] > scores["c"] + 0.01


@pytest.mark.parametrize("rule", RULES)
def test_questions_count_what_they_weigh(rule):
    # Three times the weight is three questions of the same outcomes.
    one = counts_of([[[1, 1, 0], [0, 1, 0]], [[1, 1, 1], [0, 0, 0]]])
    three = counts_of([[[1, 1, 0]] * 3 + [[0, 1, 0]], [[1, 1, 1]] * 3 + [[0, 0, 0]]])
    heavy = by_name(one, find_rule(rule)(weighed(one, p=3.0)))
    assert heavy == pytest.approx(by_name(three, find_rule(rule)(three)), abs=1e-14)


@pytest.mark.parametrize("rule", RULES)
def test_a_model_without_questions_has_no_score(rule):
    counts = weighed(counts_of([[[1, 1], [1, 0]], [[0, 1], [NAN, NAN]]]), p=0.0)
    scores = by_name(counts, find_rule(rule)(counts))
    assert np.isnan(scores["b"])
    assert not np.isnan(scores["a"])


@pytest.mark.parametrize("rule", RULES)
def test_k_is_refused_where_it_cannot_be(rule):
    counts = counts_of([[[1, 0, 1], [1, 0, NAN]]])
    with pytest.raises(DataError, match=r"^k must be from 1 to 2, the fewest trials of a model on a question; got 3"):
        find_rule(rule)(counts, k=3)
    with pytest.raises(ValueError, match=r"^k must be a whole number of at least 1; got 0"):
        find_rule(rule)(probabilities(counts, np.full((1, 2), 0.5)), k=0)


@pytest.mark.parametrize("rule", sorted(set(RULES) - {"max_at_k"}))
def test_grades_are_refused(rule):
    with pytest.raises(
        DataError, match=r"^outcomes must be right or wrong to count those that are right; got 3 categories"
    ):
        find_rule(rule)(counts_of([[[0, 1, 2]]], weights=[0, 0.5, 1]))
