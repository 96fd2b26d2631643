"""Exact posterior moments of k attempts against closed forms, integration and another implementation."""

import json
from pathlib import Path

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.programs.attempt_moments import attempt_moments
from bayesrank.programs.outcomes import bayes
from bayesrank.rules.metrics import _attempt_scores as attempt_scores
from tests.outcome_stacks import NAN, by_name, counts_of, members, probabilities, resampled, weighed

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "attempt_moments.json").read_text())["data"]
CREDITS = {
    "pass_at_k": attempt_scores.phi_pass,
    "pass_hat_k": attempt_scores.phi_unanimous,
    "mg_pass_at_k": attempt_scores.phi_margin,
    "maj_at_k": attempt_scores.phi_majority,
    "auc_at_k": attempt_scores.phi_area,
    "g_pass_at_k_tau": attempt_scores.phi_threshold,
}


@pytest.mark.parametrize("data", GOLDEN)
@pytest.mark.parametrize("name", CREDITS)
def test_moments_equal_scorio(data, name):
    counts = counts_of(GOLDEN[data]["R"])
    records = [record for record in GOLDEN[data]["moments"] if record["name"] == name]
    assert len(records) >= 3
    for record in records:
        options = [record[option] for option in ("k", "threshold") if option in record]
        moments = attempt_moments(counts, CREDITS[name](*options))
        for moment in ("mean", "standard_deviation"):
            expected = dict(zip("abcd", record[moment], strict=True))
            assert by_name(counts, getattr(moments, moment)) == pytest.approx(expected, abs=1e-9), options


def test_by_hand():
    # One cell, 1 of 1 right: p ~ Beta(2, 1), E[p^n] = 2 / (n + 2). Pass^2 is p^2: mean 1/2, variance 1/3 - 1/4.
    # Pass@2 is 2 p - p^2: mean 4/3 - 1/2, E of the square 4 p^2 - 4 p^3 + p^4: 2 - 8/5 + 1/3 = 11/15.
    counts = counts_of([[[1]]])
    both = attempt_moments(counts, np.array([0.0, 0.0, 1.0]))
    assert both.mean == pytest.approx(1 / 2, abs=1e-15)
    assert both.standard_deviation == pytest.approx(np.sqrt(1 / 12), abs=1e-14)
    any_right = attempt_moments(counts, np.array([0.0, 1.0, 1.0]))
    assert any_right.mean == pytest.approx(5 / 6, abs=1e-15)
    assert any_right.standard_deviation == pytest.approx(np.sqrt(11 / 15 - 25 / 36), abs=1e-14)


def test_one_attempt_is_the_accuracy_of_the_program():
    # phi = (0, 1) is p itself, whose moments the program bayes has; prior outcomes count in both.
    data = np.random.default_rng(1).integers(0, 2, (3, 4, 5))
    counts = counts_of(data, prior=np.array([[1, 1], [0, 1], [0, 0], [1, 0]]))
    moments, expected = attempt_moments(counts, np.array([0.0, 1.0])), bayes.moments(counts)
    np.testing.assert_allclose(moments.mean, expected.mean, atol=1e-15)
    np.testing.assert_allclose(moments.standard_deviation, expected.standard_deviation, atol=1e-14)


def test_moments_are_those_of_the_rule_for_drawn_probabilities():
    # Gauss-Legendre with 30 nodes is exact for the density of Beta(4, 3), of degree 5, times the square of a score of
    # degree 5. A question of weight 3 and one of weight 1 are independent; the missing cell counts for neither.
    phi = np.array([0.3, -1.0, 0.5, 0.5, 2.0, 0.0])
    node, width = np.polynomial.legendre.leggauss(30)
    p = (1 + node) / 2
    mass = width / 2 * 60 * p**3 * (1 - p) ** 2  # 1 / B(4, 3) = 60
    cell = attempt_scores.attempt_score(probabilities(counts_of([[[1, 1, 1, 0, 0]]]), p[:, None, None]), phi)[:, 0]
    mean, variance = mass @ cell, mass @ cell**2 - (mass @ cell) ** 2
    counts = weighed(counts_of([[[1, 0, 1, 0, 1], [0, 1, 1, 1, 0], [NAN] * 5], [[1] * 5, [0] * 5, [1] * 5]]), p=3.0)
    moments = attempt_moments(counts, phi)
    a = counts.models.index("a")
    assert moments.mean[a] == pytest.approx(mean, abs=1e-13)
    assert moments.standard_deviation[a] == pytest.approx(np.sqrt((9 + 1) / 16 * variance), abs=1e-13)


def test_what_is_certain_has_no_deviation():
    moments = attempt_moments(counts_of([[[1, 0], [1, 1]]]), np.full(4, 0.1))
    assert moments.mean == pytest.approx(0.1, abs=1e-15)
    assert moments.standard_deviation == pytest.approx(0, abs=1e-8)  # the root of a rounding error


def test_the_better_category_is_right():
    data = np.random.default_rng(2).integers(0, 2, (2, 3, 4))
    plain, reverse = counts_of(data), counts_of(1 - data, weights=[1, 0])
    phi = np.array([0.0, 0.0, 1.0])
    assert by_name(reverse, attempt_moments(reverse, phi).mean) == pytest.approx(
        by_name(plain, attempt_moments(plain, phi).mean), abs=1e-15
    )


def test_a_stack_is_its_members():
    gappy = np.random.default_rng(3).integers(0, 2, (3, 4, 5)).astype(float)
    gappy[1, 2] = NAN
    stack, phi = resampled(counts_of(gappy), 5), np.array([0.0, 0.2, 0.9, 1.0])
    singles = [attempt_moments(member, phi) for member in members(stack)]
    moments = attempt_moments(stack, phi)
    np.testing.assert_allclose(moments.mean, [single.mean for single in singles], atol=1e-14)
    np.testing.assert_allclose(
        moments.standard_deviation, [single.standard_deviation for single in singles], atol=1e-14
    )


@pytest.mark.parametrize(
    ("outcomes", "weights", "kind"), [([[[0, 1, 2]]], [0, 0.5, 1], "3 categories"), ([[[0.5]]], None, "fractions")]
)
def test_grades_are_refused(outcomes, weights, kind):
    with pytest.raises(DataError, match=rf"^outcomes must be right or wrong to count those that are right; got {kind}"):
        attempt_moments(counts_of(outcomes, weights=weights), np.array([0.0, 1.0]))
