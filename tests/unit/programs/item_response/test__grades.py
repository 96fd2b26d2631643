"""The likelihood of grades against SciPy, and against a published fit."""

import numpy as np
import pymc as pm
import pytest
from scipy import special, stats

import bayesrank as br
from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.programs.item_response._grades import cumulative_logit, grades
from bayesrank.statistics.outcome_counts import count_outcomes

COORDS = {"model": ["a", "b"], "question": ["p", "q"], "grade": range(4)}


def log_probability(model):
    cells = model.logp(vars=[model["grades"]], sum=False)[0]
    return model.compile_fn(cells, inputs=[], mode="FAST_COMPILE", point_fn=False)


def test_cells_are_multinomial():
    # Log odds of reaching grades 1, 2, 3; probabilities are differences of their sigmoids; a cell is empty.
    logit = np.array([[[2.0, 0.5, -1.0], [1.0, 0.0, -3.0]], [[3.0, 1.5, 0.0], [0.5, -0.5, -3.5]]])
    gap = np.array([[1.5, 1.5], [1.0, 3.0]])
    counts = np.array([[[1, 2, 0, 3], [0, 0, 0, 0]], [[0, 4, 1, 0], [2, 0, 0, 1]]], dtype=float)
    with pm.Model(coords=COORDS) as model:
        cumulative_logit("grades", pm.Data("logit", logit), pm.Data("gap", gap), counts)
    reached = np.pad(special.expit(logit), [(0, 0), (0, 0), (1, 1)], constant_values=[(0, 0), (0, 0), (1, 0)])
    expected = stats.multinomial.logpmf(counts, counts.sum(axis=2), -np.diff(reached))
    found = log_probability(model)()
    np.testing.assert_allclose(found, expected, atol=1e-10)
    assert found[0, 1] == 0


def test_close_steps_lose_no_digits():
    # Steps at 30 and 30 - 1e-9: the grade between has probability sigmoid(30) - sigmoid(30 - 1e-9), about
    # 1e-9 * sigmoid'(30) = 1e-9 * exp(-30) = exp(-50.7233)
    counts = np.array([[[0, 1, 0.0]]])
    with pm.Model(coords={"model": ["a"], "question": ["p"], "grade": range(3)}) as model:
        logit = pm.Data("logit", np.array([[[30.0, 30.0 - 1e-9]]]))
        cumulative_logit("grades", logit, pm.Data("gap", np.array([[1e-9]])), counts)
    assert log_probability(model)()[0, 0] == pytest.approx(np.log(1e-9) - 30, abs=1e-6)


def test_two_grades_are_binomial():
    counts = np.array([[[3, 1]]], dtype=float)
    with pm.Model(coords={"model": ["a"], "question": ["p"], "grade": range(2)}) as model:
        cumulative_logit("grades", pm.Data("logit", np.array([[[0.7]]])), None, counts)
    assert log_probability(model)()[0, 0] == pytest.approx(stats.binom.logpmf(1, 4, special.expit(0.7)), abs=1e-12)


def test_predictions_are_counts_with_the_right_means():
    logit = np.array([[[2.0, 0.5, -1.0]]])
    counts = np.array([[[5, 5, 5, 5]]], dtype=float)
    with pm.Model(coords={"model": ["a"], "question": ["p"], "grade": range(4)}) as model:
        cumulative_logit("grades", pm.Data("logit", logit), pm.Data("gap", np.array([[1.5, 1.5]])), counts)
    drawn = pm.draw(model["grades"], 2_000, random_seed=1, mode="FAST_COMPILE")
    assert (drawn.sum(axis=-1) == 20).all()
    reached = np.concatenate([[1], special.expit(logit.ravel()), [0]])
    # standard error of a mean of 2,000 draws of 20 trials: at most sqrt(20 / 4 / 2000) = .05; five of them
    np.testing.assert_allclose(drawn.mean(axis=0).ravel(), -20 * np.diff(reached), atol=0.25)


def test_a_published_fit():
    # mirt's documentation, mirt(Science, 1): log likelihood -1608.870 with abilities integrated over Normal(0, 1); its
    # test suite has the slopes and intercepts that stand here (philchalmers/mirt, tests of polytomous items).
    slope = {"Comfort": 1.041, "Work": 1.226, "Future": 2.296, "Benefit": 1.095}
    intercept = {
        "Comfort": [4.864, 2.64, -1.466], "Work": [2.924, 0.901, -2.266], "Future": [5.238, 2.216, -1.965],
        "Benefit": [3.348, 0.992, -1.688],
    }  # fmt: skip
    counts = count_outcomes(br.load_example("science4"))
    steps = np.array([intercept[question] for question in counts.questions])
    slopes = np.array([slope[question] for question in counts.questions])
    coords = {"model": counts.models, "question": counts.questions, "grade": range(4)}
    with pm.Model(coords=coords) as model:
        logit = pm.Data("logit", np.broadcast_to(steps, (392, 4, 3)).copy())
        cumulative_logit("grades", logit, pm.Data("gap", -np.diff(steps)), grades(counts).counts)
    at = log_probability(model)
    nodes, weights = np.polynomial.hermite_e.hermegauss(61)
    rows = []
    for node in nodes:
        model["logit"].set_value(np.broadcast_to(slopes[:, None] * node + steps, (392, 4, 3)).copy())
        rows.append(at().sum(axis=1))
    marginal = special.logsumexp(np.array(rows), b=(weights / weights.sum())[:, None], axis=0)
    assert marginal.sum() == pytest.approx(-1608.870, abs=5e-3)


def test_categories_are_ordered_by_utility_and_those_of_one_utility_are_one_grade():
    data = Outcomes.from_array([[[0, 1, 1, 2, 3, 3, 3]]], weights=[0.5, 0, 1, 0.5])
    ordered = grades(count_outcomes(data))
    assert ordered.utility.tolist() == [0, 0.5, 1]
    assert ordered.counts.tolist() == [[[2, 4, 1]]]  # category 1 twice; categories 0 and 3 once and three times; 2 once


def test_fractions_are_no_grades():
    with pytest.raises(DataError, match="graded_response must have outcomes in categories; got fractions"):
        grades(count_outcomes(Outcomes.from_array([[0.5, 1]])))
