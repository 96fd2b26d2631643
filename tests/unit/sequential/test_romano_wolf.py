"""Step-down by the bootstrap: the definition step by step, two models by the normal limit, copies that cost nothing."""

import numpy as np
import pytest
from scipy import stats

from bayesrank.sequential import romano_wolf as module
from bayesrank.sequential.paired_tests import PairMoments, holm, paired_z, standard_errors, z_values
from bayesrank.sequential.romano_wolf import romano_wolf

SCORES = np.random.default_rng(5).beta(2, [1.6, 1.8, 2, 2.6], (70, 4))
DRAWS = 499


def certified_step_by_step(scores, alpha, seed):
    """Return the pairs certified by comparing with the largest of those left, until a step certifies none."""
    rng = np.random.default_rng(seed)
    n_questions, n_models = scores.shape
    moments = PairMoments.of_scores(scores)
    statistic, error = z_values(moments), standard_errors(moments)
    samples = [
        np.repeat(scores, rng.multinomial(n_questions, [1 / n_questions] * n_questions), 0) for _ in range(DRAWS)
    ]
    shifts = [sample.mean(axis=0) - scores.mean(axis=0) for sample in samples]
    left = {(j, k) for j in range(n_models) for k in range(n_models) if j != k}
    while True:
        largest = np.sort([max((shift[j] - shift[k]) / error[j, k] for j, k in left) for shift in shifts])
        # certified: at most alpha (draws + 1) - 1 samples reach the statistic
        allowed = int(np.floor(alpha * (DRAWS + 1) + 1e-9)) - 1
        beyond = {pair for pair in left if statistic[pair] > largest[DRAWS - 1 - allowed]}
        if not beyond:
            return {(j, k) for j in range(n_models) for k in range(n_models) if j != k} - left
        left -= beyond


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2, 0.5])
def test_adjusted_p_values_are_those_of_the_steps(alpha):
    found = romano_wolf(SCORES, DRAWS, 7) <= alpha
    assert {(int(j), int(k)) for j, k in np.argwhere(found)} == certified_step_by_step(SCORES, alpha, 7)
    assert found.any()


def test_of_two_models_it_is_the_test_that_looks_both_ways():
    # Larger of z and -z beyond 2.2 or so: twice the normal tail. 20,000 samples of 400 questions: the error of the
    # share is .0012 or less, the normal limit good to a few per cent.
    rng = np.random.default_rng(1)
    scores = rng.random((400, 2)) + np.array([0.045, 0])
    statistic = z_values(PairMoments.of_scores(scores))[0, 1]
    assert 1 < statistic < 3
    expected = 2 * stats.norm.sf(statistic)
    assert romano_wolf(scores, 20_000, 0)[0, 1] == pytest.approx(expected, abs=0.006 + 0.05 * expected)


def test_copies_of_a_model_cost_nothing():
    # Pairs that are the same pair have the same largest difference; Holm's steps count each.
    once, copied = SCORES[:, :2], SCORES[:, [0, 1, 1, 1]]
    assert romano_wolf(copied, DRAWS, 7)[0, 1:].tolist() == [romano_wolf(once, DRAWS, 7)[0, 1]] * 3
    by_holm = [holm(paired_z(PairMoments.of_scores(scores)))[0, 1] for scores in (once, copied)]
    assert by_holm[1] > 2 * by_holm[0]


def test_differences_without_a_standard_error_are_left_out():
    adjusted = romano_wolf(np.column_stack([SCORES[:, 0], SCORES[:, 0], SCORES[:, 0] - 0.2]), DRAWS, 7)
    np.testing.assert_array_equal(adjusted, np.ones((3, 3)))


def test_samples_in_parts_give_the_same(monkeypatch):
    at_once = romano_wolf(SCORES, DRAWS, 7)
    monkeypatch.setattr(module, "MOST_VALUES", 100)
    np.testing.assert_array_equal(romano_wolf(SCORES, DRAWS, 7), at_once)
