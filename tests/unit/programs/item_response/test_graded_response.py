"""Graded response: its density is Rasch's, two_pl's, or that of its parts; scores, doubts and what it refuses."""

import numpy as np
import pymc as pm
import pytest
from scipy import stats

from bayesrank import DataError, NotIdentifiedError, Outcomes
from bayesrank.programs.item_response import graded_response as graded
from bayesrank.programs.item_response.rasch import rasch
from bayesrank.programs.item_response.two_pl import two_pl
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.program_density import gradient_is_finite, log_density, point_of

NAN = float("nan")
LOG3 = np.log(3)
TENSOR = np.random.default_rng(5).integers(0, 3, (4, 3, 5)).astype(float)
TENSOR[0, 1] = NAN  # a missing cell
TENSOR[2, 2, 3:] = NAN  # fewer trials
VALUES = {
    "ability": np.array([1.0, -0.5, 0.25, -0.75]),
    "ability_spread": 0.8,
    "difficulty": np.array([0.5, -1.0, 2.0]),
    "difficulty_mean": 0.3,
    "difficulty_spread": 1.7,
    "log_gap": np.array([[0.1], [-0.4], [0.9]]),
    "gap_log_mean": np.array([0.2]),
    "gap_log_spread": 0.5,
}
BY_QUESTION = VALUES | {
    "easiness": -VALUES["difficulty"],
    "easiness_mean": -0.3,
    "easiness_spread": 1.7,
    "log_discrimination": np.array([0.3, -0.1, -0.2]),
    "discrimination_spread": 0.4,
}


def counts_of(tensor, weights=(0, 0.25, 1)):
    return count_outcomes(Outcomes.from_array(tensor, weights=list(weights)))


@pytest.mark.parametrize(("discrimination", "twin"), [("equal", rasch), ("by_question", two_pl)])
def test_two_grades_are_right_and_wrong(discrimination, twin):
    counts = counts_of(np.minimum(TENSOR, 1), (0, 1))
    model = graded.graded_response(counts, discrimination=discrimination)
    assert log_density(model, BY_QUESTION) == pytest.approx(log_density(twin(counts), BY_QUESTION), abs=1e-8)


def log_likelihood(counts, slope):
    """Add up SciPy's multinomial; steps lie half a gap below and above the difficulty."""
    offset = np.exp(VALUES["log_gap"]) * np.array([-0.5, 0.5])
    logit = slope[:, None] * VALUES["ability"][:, None, None] - VALUES["difficulty"][:, None] - offset
    reached = 1 / (1 + np.exp(-logit))
    chance = np.stack([1 - reached[..., 0], reached[..., 0] - reached[..., 1], reached[..., 1]], axis=-1)
    logs = stats.multinomial.logpmf(counts.counts, counts.n_trials, chance)
    return logs[counts.n_trials > 0].sum()


def log_prior():
    ability = VALUES["ability"]
    contrasts = -0.5 * (ability**2).sum() / 0.8**2 - 3 * np.log(0.8 * np.sqrt(2 * np.pi))
    gaps = stats.norm.logpdf(VALUES["log_gap"], 0.2, 0.5).sum() + stats.norm.logpdf(0.2)
    questions = stats.norm.logpdf(VALUES["difficulty"], 0.3, 1.7).sum() + stats.norm.logpdf(0.3, 0, 1.5)
    spreads = stats.lognorm.logpdf(0.8, 0.5) + stats.lognorm.logpdf(1.7, 0.5, scale=2)
    return contrasts + gaps + questions + spreads + stats.lognorm.logpdf(0.5, 0.5, scale=0.4)


def test_density_is_that_of_its_parts():
    counts = counts_of(TENSOR)
    model = graded.graded_response(counts)
    expected = log_likelihood(counts, np.ones(3)) + log_prior()
    assert log_density(model, VALUES) == pytest.approx(expected, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_density_with_discriminations_is_that_of_its_parts():
    counts = counts_of(TENSOR)
    model = graded.graded_response(counts, discrimination="by_question")
    slope = BY_QUESTION["log_discrimination"]
    slopes = -0.5 * (slope**2).sum() / 0.4**2 - 2 * np.log(0.4 * np.sqrt(2 * np.pi))
    expected = log_likelihood(counts, np.exp(slope)) + log_prior() + slopes + stats.lognorm.logpdf(0.4, 0.5, scale=0.3)
    assert log_density(model, BY_QUESTION) == pytest.approx(expected, abs=1e-7)
    assert gradient_is_finite(model, BY_QUESTION)


def test_a_missing_cell_adds_nothing():
    counts = counts_of(TENSOR)
    model = graded.graded_response(counts)
    cells = model.logp(vars=[model["grades"]], sum=False)
    at = model.compile_fn(cells, inputs=model.value_vars, mode="FAST_COMPILE", on_unused_input="ignore")
    (found,) = at(point_of(model, VALUES))
    assert found[counts.models.index("model 1"), counts.questions.index("question 2")] == 0
    assert (found != 0).sum() == 4 * 3 - 1


def test_thresholds_rise_by_the_gaps():
    model = graded.graded_response(counts_of(TENSOR), discrimination="by_question")
    threshold, gap, slope = pm.draw(
        [model["threshold"], model["log_gap"], model["discrimination"]], random_seed=1, mode="FAST_COMPILE"
    )
    np.testing.assert_allclose(np.diff(threshold) * slope[:, None], np.exp(gap), rtol=1e-9)


def test_scores_by_hand():
    # Ability log 3, thresholds (0, log 3) and (-log 3, 2 log 3): chances of reaching (3/4, 1/2) and (9/10, 1/4); the
    # utilities 0, .25, 1 rise by .25 and .75: .25 * .825 + .75 * .375 = .4875.
    counts = counts_of(np.array([[[0, 1], [2, 2]], [[1, 1], [0, 0]]]))
    draws = {"ability": np.array([[LOG3, -LOG3]]), "threshold": np.array([[[0.0, LOG3], [-LOG3, 2 * LOG3]]])}
    assert graded.score(counts, draws, "benchmark", None)[0, 0] == pytest.approx(0.4875, abs=1e-12)
    assert graded.score(counts, draws, "ability", None)[0].tolist() == [LOG3, -LOG3]
    new = {"difficulty_mean": np.zeros(1), "difficulty_spread": np.zeros(1), "gap_log_spread": np.zeros(1),
           "gap_log_mean": np.array([[np.log(2 * LOG3)]])}  # fmt: skip
    # thresholds -log 3 and log 3: chances 9/10 and 1/2 of the better model
    score = graded.score(counts, draws | new, "population", None)[0, 0]
    assert score == pytest.approx(0.25 * 0.9 + 0.75 * 0.5, abs=1e-12)


def test_chances_of_right_answers_are_of_two_categories():
    counts = counts_of(np.array([[0, 1], [1, 0]]), (0, 1))
    draws = {"ability": np.array([[LOG3, 0]]), "threshold": np.array([[[0.0], [LOG3]]])}
    np.testing.assert_allclose(graded.chance(counts, draws)[0], [[3 / 4, 1 / 2], [1 / 2, 1 / 4]], atol=1e-12)
    with pytest.raises(DataError, match="outcomes must be right or wrong"):
        graded.chance(counts_of(TENSOR), draws)


def test_what_it_cannot_read():
    with pytest.raises(ValueError, match="discrimination must be one of equal, by_question; got 'free'"):
        graded.graded_response(counts_of(TENSOR), discrimination="free")
    with pytest.raises(DataError, match="data for 'graded_response' must have no prior outcomes"):
        graded.graded_response(count_outcomes(Outcomes.from_array([[1, 0], [0, 1]], prior=[[1], [0]])))


def test_maximum_likelihood_needs_every_grade_and_overlap():
    graded.identified(counts_of(TENSOR))
    unused = TENSOR.copy()
    unused[:, 2][unused[:, 2] == 1] = 2
    with pytest.raises(NotIdentifiedError, match=r"every grade for 'graded_response' .* 'question 3' got none in some"):
        graded.identified(counts_of(unused))
    best = TENSOR.copy()
    best[3] = 2
    with pytest.raises(NotIdentifiedError, match="got those of 'model 4' that its parameters can tell apart"):
        graded.identified(counts_of(best))


def test_what_the_prior_decides_is_told():
    tensor = TENSOR.copy()
    tensor[3] = 2
    tensor[:, 2][tensor[:, 2] == 1] = 2
    told = graded.doubts(counts_of(tensor), "benchmark")
    assert "8.3% of the cells are missing" in told[0]  # 1 of 12
    assert "1 of 3 questions have no outcome in some grade" in told[1]
    assert "'model 4' got the highest grade every time" in told[2]
    assert graded.doubts(counts_of(np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])), "benchmark") == []


def test_doubts_of_right_and_wrong_are_those_of_rasch():
    told = graded.doubts(counts_of(np.array([[1, 1], [0, 1]]), (0, 1)), "benchmark")
    assert "'model 1' right every time" in told[0]
