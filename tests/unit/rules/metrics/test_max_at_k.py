"""The expected best of k trials by hand, and against all ways to draw them."""

from itertools import combinations

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.rules.metrics.max_at_k import max_at_k
from bayesrank.rules.metrics.pass_at_k import pass_at_k
from bayesrank.statistics.cell_probabilities import CellProbabilities
from tests.outcome_stacks import NAN, assert_scored_as_members, by_name, counts_of, resampled

WEIGHTS = [0.0, 1.0, 0.5, -0.5, 0.5]  # neither sorted nor all different


def test_by_hand():
    # Utilities of a: 0, 1/2, 1: the pairs have best 1/2, 1, 1. Of b: 1/2, 1/2, 0: 1/2 in every pair.
    counts = counts_of([[[0, 1, 2]], [[1, 1, 0]]], weights=[0, 0.5, 1])
    assert by_name(counts, max_at_k(counts)) == pytest.approx({"a": 5 / 6, "b": 1 / 2}, abs=1e-14)


@pytest.mark.parametrize("k", [1, 2, 4])
def test_it_is_the_mean_over_all_subsets(k):
    graded = np.random.default_rng(4).integers(0, 5, (3, 4, 6))
    utility = np.array(WEIGHTS)[graded]
    best = np.mean([utility[:, :, list(subset)].max(axis=2) for subset in combinations(range(6), k)], axis=0)
    counts = counts_of(graded, weights=WEIGHTS)
    expected = dict(zip("abc", best.mean(axis=1), strict=True))
    assert by_name(counts, max_at_k(counts, k=k)) == pytest.approx(expected, abs=1e-14)


def test_right_or_wrong_it_is_pass_at_k():
    counts = counts_of(np.random.default_rng(5).integers(0, 2, (3, 4, 6)))
    np.testing.assert_allclose(max_at_k(counts, k=3), pass_at_k(counts, k=3), atol=1e-14)


def test_of_probabilities():
    # Utilities 0, 1/2, 1 with probabilities 1/2, 1/4, 1/4; best of two: 1 - 1/2 (3/4)^2 - 1/2 (1/2)^2 = 19/32
    counts = counts_of([[[0, 1, 2, 0]]], weights=[0, 0.5, 1])
    fields = {name: getattr(counts, name) for name in counts.__dataclass_fields__}
    cells = CellProbabilities(**fields | {"counts": 4 * np.array([[[1 / 2, 1 / 4, 1 / 4]]])})
    assert max_at_k(cells)[0] == pytest.approx(19 / 32, abs=1e-15)


def test_a_stack_of_grades_is_scored_as_its_members():
    graded = np.random.default_rng(6).integers(0, 5, (3, 4, 6)).astype(float)
    graded[2, 1], graded[0, 0, 3:] = NAN, NAN
    assert_scored_as_members(max_at_k, resampled(counts_of(graded, weights=WEIGHTS), 5), k=3)


def test_fractions_are_refused():
    with pytest.raises(DataError, match=r"^outcomes must be categories for the best of k trials; got fractions"):
        max_at_k(counts_of([[[0.5, 1.0]]]))
