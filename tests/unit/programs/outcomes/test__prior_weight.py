"""The posterior of the weight of prior outcomes against closed forms."""

import numpy as np
import pytest
from scipy import integrate, optimize
from scipy.special import digamma

from bayesrank import Outcomes
from bayesrank.programs.outcomes._prior_weight import weight_posterior
from bayesrank.statistics.outcome_counts import count_outcomes


def one_cell(outcome, prior, n_questions=1):
    outcomes = Outcomes.from_array(np.full((1, n_questions), outcome), prior=np.full((n_questions, 1), prior))
    return count_outcomes(outcomes)


def test_one_cell_that_agrees():
    # (1 + a) / (2 + a) = 1 / (2 - s) with s = a / (1 + a) = v^2, and v uniform under the prior: the distribution
    # function is log((r + v) / (r - v)) / log((r + 1) / (r - 1)) with r = sqrt(2).
    (grid,) = weight_posterior(one_cell(1, 1), "all")
    r = np.sqrt(2)
    for weight in (0.05, 0.5, 3.0):
        v = np.sqrt(weight / (1 + weight))
        expected = np.log((r + v) / (r - v)) / np.log((r + 1) / (r - 1))
        assert grid.below(weight) == pytest.approx(expected, abs=0.004)  # a step of the grid has at most .0028
    v = r * np.tanh(0.25 * np.log((r + 1) / (r - 1)))  # the median by inversion
    assert grid.median == pytest.approx(v**2 / (1 - v**2), abs=0.01)


def test_many_cells_that_agree_and_disagree_alike():
    # 40 pairs of cells, one agreeing and one not: ((1 + a) / (2 + a)^2)^40, largest at a = 0; integrated in v.
    outcomes = np.array([[1.0, 0.0] * 40])
    counts = count_outcomes(Outcomes.from_array(outcomes, prior=np.ones((80, 1))))
    (grid,) = weight_posterior(counts, "all")

    def density(v):
        a = v**2 / (1 - v**2)
        return (4 * (1 + a) / (2 + a) ** 2) ** 40

    total = integrate.quad(density, 0, 1)[0]
    below = integrate.quad(density, 0, np.sqrt(0.1 / 1.1))[0] / total
    assert grid.below(0.1) == pytest.approx(below, abs=0.01)
    assert grid.mass.sum() == pytest.approx(1, abs=1e-12)


def test_draws_follow_the_grid():
    counts = one_cell(1, 1, n_questions=10)
    (grid,) = weight_posterior(counts, "all")
    draws = grid.draw(20_000, np.random.default_rng(0))
    for weight in (0.2, 1.0, 5.0):
        share = grid.below(weight)
        # 5 standard errors, and a step of the grid
        assert (draws < weight).mean() == pytest.approx(share, abs=5 * np.sqrt(share * (1 - share) / 20_000) + 0.005)


def test_each_model_has_its_own_and_without_prior_outcomes_that_is_the_prior():
    prior = np.array([[[1.0], [0.0]], [[np.nan], [np.nan]]])
    counts = count_outcomes(Outcomes.from_array([[1, 0], [1, 1]], prior=prior, models=["asked", "new"]))
    grids = dict(zip(counts.models, weight_posterior(counts, "each"), strict=True))
    # Pr(a < w) = sqrt(w / (1 + w)) under the prior: sqrt(1/2) below 1
    assert grids["new"].below(1.0) == pytest.approx(np.sqrt(0.5), abs=0.002)
    assert grids["asked"].below(1.0) < np.sqrt(0.5) - 0.05  # it agrees, so the weight is more
    (both,) = weight_posterior(counts, "all")
    np.testing.assert_allclose(both.mass, grids["asked"].mass, atol=1e-12)


def test_a_peak_narrower_than_a_coarse_step_is_found():
    # 4,000 trials, 70 % right, in each of 600 cells with 5 right and 1 wrong prior outcomes: so many trials that each
    # cell adds the Beta(1 + 5 a, 1 + a) density at .7, highest where 5 (log .7 - psi(1 + 5 a)) + log .3 - psi(1 + a)
    # + 6 psi(2 + 6 a) = 0.
    counts = np.broadcast_to([1200.0, 2800.0], (1, 600, 2))
    prior = Outcomes.from_counts(np.broadcast_to([1, 5], (1, 600, 2)))
    (grid,) = weight_posterior(count_outcomes(Outcomes.from_counts(counts).with_prior(prior)), "all")

    def slope(a):
        gain = 5 * (np.log(0.7) - digamma(1 + 5 * a)) + np.log(0.3) - digamma(1 + a)
        return gain + 6 * digamma(2 + 6 * a)

    highest = optimize.brentq(slope, 0.01, 100)
    assert grid.width < 0.5 / 200
    assert grid.weight[grid.mass.argmax()] == pytest.approx(highest, rel=0.03)
    assert grid.mass[[0, -1]].max() < 1e-6
