"""Powers of pass@k and pass^k by hand."""

from math import sqrt

import numpy as np
import pytest

from bayesrank.rules.metrics.geometric_at_k import geometric_at_k
from bayesrank.rules.metrics.pass_at_k import pass_at_k
from bayesrank.rules.metrics.pass_hat_k import pass_hat_k
from tests.outcome_stacks import NAN, assert_scored_as_members, by_name, counts_of, resampled

# k = 2 of 4. a on p, 2 right: pass 5/6, all 1/6; on q, 3 right: pass 1, all 1/2. b on p, 1 right: pass 1/2, all 0;
# on q, 4 right: 1 and 1.
COUNTS = counts_of([[[1, 1, 0, 0], [1, 1, 1, 0]], [[1, 0, 0, 0], [1, 1, 1, 1]]])


def test_multiplied_on_each_question():
    expected = {"a": (sqrt(5 / 36) + sqrt(1 / 2)) / 2, "b": 1 / 2}
    assert by_name(COUNTS, geometric_at_k(COUNTS)) == pytest.approx(expected, abs=1e-14)


def test_multiplied_after_averaging():
    # means of pass: 11/12 and 3/4, of all: 1/3 and 1/2
    scores = by_name(COUNTS, geometric_at_k(COUNTS, combine="means"))
    assert scores == pytest.approx({"a": sqrt(11 / 36), "b": sqrt(3 / 8)}, abs=1e-14)


def test_steady_by_the_margin():
    # k = 3: three right earn 2/3. a on p, 2 of 4 right: pass 1, never three; on q, 3 of 4: pass 1, three in 1/4: 1/6.
    # b on p, 1 of 4: pass 3/4, never three; on q: 1 and 2/3. Means of pass 1 and 7/8, of the margin 1/12 and 1/3.
    scores = by_name(COUNTS, geometric_at_k(COUNTS, k=3, combine="spectrum"))
    assert scores == pytest.approx({"a": sqrt(1 / 12), "b": sqrt(7 / 24)}, abs=1e-14)


@pytest.mark.parametrize("combine", ["questions", "means"])
def test_powers_choose_between_the_two(combine):
    able = geometric_at_k(COUNTS, pass_power=1.0, steady_power=0.0, combine=combine)
    steady = geometric_at_k(COUNTS, pass_power=0.0, steady_power=1.0, combine=combine)
    np.testing.assert_allclose(able, pass_at_k(COUNTS), atol=1e-14)
    np.testing.assert_allclose(steady, pass_hat_k(COUNTS), atol=1e-14)


@pytest.mark.parametrize("combine", ["means", "spectrum"])
def test_a_stack_is_scored_as_its_members(combine):
    gappy = np.random.default_rng(1).integers(0, 2, (3, 4, 5)).astype(float)
    gappy[1, 2] = NAN
    assert_scored_as_members(geometric_at_k, resampled(counts_of(gappy), 5), k=3, combine=combine)


@pytest.mark.parametrize("name", ["pass_power", "steady_power"])
def test_powers_are_not_negative(name):
    with pytest.raises(ValueError, match=rf"^{name} must be >= 0; got -1\. Use 0.5 for a geometric mean"):
        geometric_at_k(COUNTS, **{name: -1})


def test_ways_to_combine_are_named():
    with pytest.raises(ValueError, match=r"^combine must be one of questions, means, spectrum; got 'mean'"):
        geometric_at_k(COUNTS, combine="mean")
