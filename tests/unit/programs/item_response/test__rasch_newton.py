"""Newton's method for Rasch against SciPy's optimiser, and the integral of a normal in closed form."""

import numpy as np
import pytest
from scipy import optimize, stats

from bayesrank import ConvergenceError
from bayesrank.programs.item_response._rasch_newton import Precisions, climb, log_evidence, start, totals
from bayesrank.statistics.outcome_counts import RightAnswers


def cells(seed=0, n_models=4, n_questions=7, n_trials=3):
    rng = np.random.default_rng(seed)
    trials = rng.integers(0, n_trials + 1, (n_models, n_questions)).astype(float)
    return RightAnswers(rng.binomial(trials.astype(int), 0.5).astype(float), trials)


def test_questions_asked_alike_with_as_many_right_answers_are_one_kind():
    trials = np.array([[2, 2, 2, 1.0], [2, 2, 2, 2]])
    right = np.array([[1, 0, 2, 1.0], [0, 1, 1, 0]])  # totals 1, 1, 3 where all were asked twice, and 1 where not
    data = totals(RightAnswers(right, trials))
    assert data.kind[0] == data.kind[1]
    assert len(set(data.kind)) == 3
    assert data.right.tolist() == [4, 2]
    kinds = sorted(zip(data.kind_right, data.number, data.trials.T.tolist(), strict=True))
    assert kinds == [(1, 1, [1, 2]), (1, 2, [2, 2]), (3, 1, [2, 2])]


def by_scipy(data, prior):
    """Maximise the log density of abilities, difficulties of all questions and their mean, written out."""
    right, trials = data
    n_models, n_questions = right.shape

    def loss(vector):
        ability = np.append(vector[: n_models - 1], -vector[: n_models - 1].sum())
        difficulty, mean = vector[n_models - 1 : -1], vector[-1]
        logit = ability[:, None] - difficulty
        likelihood = (right * logit - trials * np.logaddexp(0, logit)).sum()
        penalty = prior.ability * (ability**2).sum() + prior.difficulty * ((difficulty - mean) ** 2).sum()
        return -likelihood + (penalty + prior.mean * mean**2) / 2

    found = optimize.minimize(loss, np.zeros(n_models + n_questions), method="BFGS", options={"gtol": 1e-7})
    ability = np.append(found.x[: n_models - 1], -found.x[: n_models - 1].sum())
    return ability, found.x[n_models - 1 : -1], found.x[-1]


@pytest.mark.parametrize("prior", [Precisions(1.0, 0.25, 0.44), Precisions(1e-2, 4.0, 1.0)])
def test_mode_with_priors(prior):
    data = cells()
    counted = totals(data)
    ability, difficulty, mean = by_scipy(data, prior)
    found = climb(counted, prior, start(counted))
    np.testing.assert_allclose(found.ability, ability, atol=1e-5)
    np.testing.assert_allclose(found.difficulty[counted.kind], difficulty, atol=1e-5)
    assert found.mean == pytest.approx(mean, abs=1e-5)


def test_a_far_start_ends_at_the_same_mode():
    data = totals(cells())
    prior = Precisions(1.0, 0.25, 0.44)
    near = climb(data, prior, start(data))
    far = start(data)._replace(ability=np.array([30.0, -30.0, 10.0, -10.0]), mean=20.0)
    np.testing.assert_allclose(climb(data, prior, far).ability, near.ability, atol=1e-9)


def test_what_a_normal_leaves_is_the_integral_where_answers_are_many():
    # Two models, one question, 400 trials each: half the difference x ~ Normal(0, s / sqrt 2), difficulty and its mean
    # together Normal(0, sqrt(t^2 + 1)). The ratio of evidences of two priors, against a grid; the error of a normal
    # approximation is of the order of 1 / 400.
    right, n = np.array([240.0, 150.0]), 400.0
    data = totals(RightAnswers(right[:, None], np.full((2, 1), n)))

    def exact(ability_scale, difficulty_scale):
        x, b = np.linspace(-0.5, 1.2, 1001)[:, None], np.linspace(-0.8, 0.8, 1001)
        log_density = stats.norm.logpdf(x, 0, ability_scale / np.sqrt(2))
        log_density = log_density + stats.norm.logpdf(b, 0, np.hypot(difficulty_scale, 1))
        for total, ability in zip(right, (x, -x), strict=True):
            log_density = log_density + stats.binom.logpmf(total, n, 1 / (1 + np.exp(b - ability)))
        return np.log(np.exp(log_density - log_density.max()).sum()) + log_density.max()

    def approximate(ability_scale, difficulty_scale):
        prior = Precisions(ability_scale**-2, difficulty_scale**-2, 1.0)
        return log_evidence(data, prior, climb(data, prior, start(data)))

    assert approximate(0.2, 0.5) - approximate(2, 3) == pytest.approx(exact(0.2, 0.5) - exact(2, 3), abs=0.01)


@pytest.mark.parametrize("right", [[[1.0], [0.0]], [[1.0, 1.0], [0.0, 1.0]]])
def test_no_maximum_is_refused(right):
    data = totals(RightAnswers(np.array(right), np.ones_like(right)))
    with pytest.raises(ConvergenceError, match=r"Newton's method must end within 100 steps.*use inference='nuts'"):
        climb(data, Precisions(), start(data))
