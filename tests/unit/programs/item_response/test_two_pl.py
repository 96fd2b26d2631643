"""The two-parameter logistic program: its density against SciPy, scores by hand."""

import numpy as np
import pytest
from scipy import stats

from bayesrank import DataError, NotIdentifiedError, Outcomes
from bayesrank.programs.item_response import two_pl
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.outcome_stacks import NAN, counts_of
from tests.program_density import gradient_is_finite, log_density

TENSOR = np.random.default_rng(6).integers(0, 2, (4, 3, 5)).astype(float)
TENSOR[1, 2] = NAN
VALUES = {
    "ability": np.array([1.0, -0.5, 0.25, -0.75]),
    "ability_spread": 0.8,
    "easiness": np.array([0.5, -1.0, 2.0]),
    "easiness_mean": 0.3,
    "easiness_spread": 1.7,
    "log_discrimination": np.array([0.4, -0.1, -0.3]),
    "discrimination_spread": 0.5,
}


def expected_density(counts, *, ability_scale=0.8, easiness_scale=1.7, discrimination_scale=0.5):
    """Add up SciPy's densities of observed cells, contrasts of abilities and slopes, easiness and its mean."""
    logit = VALUES["ability"][:, None] * np.exp(VALUES["log_discrimination"]) + VALUES["easiness"]
    cells = stats.binom.logpmf(counts.counts[:, :, 1], counts.n_trials, 1 / (1 + np.exp(-logit)))
    total = cells[counts.n_trials > 0].sum()
    for name, scale in (("ability", ability_scale), ("log_discrimination", discrimination_scale)):
        contrasts = VALUES[name]
        dimensions = len(contrasts) - 1
        total += -0.5 * (contrasts**2).sum() / scale**2 - dimensions * np.log(scale * np.sqrt(2 * np.pi))
    total += stats.norm.logpdf(VALUES["easiness"], 0.3, easiness_scale).sum()
    return total + stats.norm.logpdf(0.3, 0, 1.5)


def test_density_is_that_of_its_parts():
    counts = counts_of(TENSOR)
    model = two_pl.two_pl(counts)
    spreads = sum(stats.lognorm.logpdf(s, 0.5, scale=m) for s, m in ((0.8, 1.0), (1.7, 2.0), (0.5, 0.3)))
    assert log_density(model, VALUES) == pytest.approx(expected_density(counts) + spreads, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_scales_fix_the_spreads():
    counts = counts_of(TENSOR)
    scales = {"ability_scale": 2.0, "easiness_scale": 3.0, "discrimination_scale": 0.7}
    model = two_pl.two_pl(counts, **scales)
    names = {variable.name for variable in model.free_RVs}
    assert names == {"ability", "easiness", "easiness_mean", "log_discrimination"}
    assert log_density(model, VALUES) == pytest.approx(expected_density(counts, **scales), abs=1e-7)


def test_what_is_reported():
    model = two_pl.two_pl(counts_of(TENSOR))
    assert {variable.name for variable in model.deterministics} == {"discrimination", "difficulty"}
    assert model.named_vars_to_dims["discrimination"] == ("question",)


def test_scores_by_hand():
    # At abilities 1 and 0, slope 2 and easiness -2, log 3 - 2: chances .5, .75 and .1192, .2888 (test__discrimination).
    draws = {
        "ability": np.array([[1.0, 0.0]]), "discrimination": np.array([[2.0, 2.0]]),
        "easiness": np.array([[-2.0, np.log(3) - 2]]),
    }  # fmt: skip
    counts = count_outcomes(Outcomes.from_array([[1, 0], [0, 1]]))
    low = 1 / (1 + np.exp(2))
    expected = [0.625, (low + 3 * low / (1 + 2 * low)) / 2]
    assert two_pl.score(counts, draws, "benchmark", None)[0] == pytest.approx(expected, abs=1e-12)
    assert two_pl.score(counts, draws, "ability", None)[0] == pytest.approx([1, 0], abs=1e-12)
    assert two_pl.chance(counts, draws).shape == (1, 2, 2)


def test_score_on_questions_like_these_of_equal_slopes_is_that_of_rasch():
    # With no spread of slopes: integral of sigmoid(a + e) over Normal(.3, 1), at a = 0: by symmetry about .5, tabulated
    # with SciPy's quad in test__questions; here the reflection p(a, m) = 1 - p(-a, -m) must hold, and slopes matter.
    draws = {
        "ability": np.array([[0.8, -0.8]]), "easiness": np.zeros((1, 1)), "discrimination": np.ones((1, 1)),
        "easiness_mean": np.zeros(1), "easiness_spread": np.ones(1), "discrimination_spread": np.array([0.6]),
    }  # fmt: skip
    counts = count_outcomes(Outcomes.from_array([[1], [0]], weights=[0, 10]))
    high, low = two_pl.score(counts, draws, "population", None)[0]
    assert high + low == pytest.approx(10, abs=1e-9)
    flat = two_pl.score(counts, draws, "population", None, discrimination_scale=1e-6)[0]
    assert flat.sum() == pytest.approx(10, abs=1e-9)
    assert abs(high - flat[0]) > 0.01


def test_data_that_it_cannot_read():
    with pytest.raises(DataError, match="data for 'two_pl' must have no prior outcomes"):
        two_pl.two_pl(count_outcomes(Outcomes.from_array([[1, 0], [0, 1]], prior=[[1], [0]])))
    with pytest.raises(DataError, match="outcomes must be right or wrong"):
        two_pl.two_pl(count_outcomes(Outcomes.from_array([[0.5, 0], [0, 1]])))


def test_separated_answers_have_no_maximum_likelihood():
    # Right and wrong on all questions; and a question without a wrong answer, whose easiness is unbounded.
    with pytest.raises(NotIdentifiedError, match="for 'two_pl' to have a maximum likelihood"):
        two_pl.identified(counts_of([[1, 1], [0, 1]]))


def test_doubts_are_told():
    assert two_pl.doubts(counts_of(TENSOR), "benchmark")[0].startswith("8.3% of the cells are missing")
