"""The three-parameter logistic program: its density against SciPy and in extremes, scores by hand, its doubts."""

import numpy as np
import pymc as pm
import pytest
from scipy import stats

from bayesrank import DataError, NotIdentifiedError, Outcomes
from bayesrank.programs.item_response import three_pl
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.outcome_stacks import NAN, counts_of
from tests.program_density import gradient_is_finite, log_density, point_of

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
    "guessing": np.array([0.2, 0.05, 0.4]),
}


def log_likelihood(counts, rate, shift=0.0):
    """SciPy's binomial of observed cells."""
    logit = (VALUES["ability"] + shift)[:, None] * np.exp(VALUES["log_discrimination"]) + VALUES["easiness"]
    chance = rate + (1 - rate) / (1 + np.exp(-logit))
    cells = stats.binom.logpmf(counts.counts[:, :, 1], counts.n_trials, chance)
    return cells[counts.n_trials > 0].sum()


def test_likelihood_and_prior_of_guessing():
    # Beta(1 + 20 / 5, 1 + 20 * 4 / 5) for five choices.
    counts = counts_of(TENSOR)
    model = three_pl.three_pl(counts, guessing=0.2)
    assert log_density(model, VALUES, ["right"]) == pytest.approx(log_likelihood(counts, VALUES["guessing"]), abs=1e-8)
    expected = stats.beta.logpdf(VALUES["guessing"], 5, 17).sum()
    assert log_density(model, VALUES, ["guessing"]) == pytest.approx(expected, abs=1e-8)
    assert gradient_is_finite(model, VALUES)


@pytest.mark.parametrize("rate", [0.0, 0.2])
def test_a_fixed_rate_is_no_variable(rate):
    counts = counts_of(TENSOR)
    model = three_pl.three_pl(counts, guessing=rate, guessing_prior="fixed")
    assert "guessing" not in [variable.name for variable in model.free_RVs]
    assert log_density(model, VALUES, ["right"]) == pytest.approx(log_likelihood(counts, rate), abs=1e-8)
    assert gradient_is_finite(model, VALUES)


def test_scales_fix_the_spreads():
    model = three_pl.three_pl(
        counts_of(TENSOR), ability_scale=2.0, easiness_scale=3.0, discrimination_scale=0.7, guessing_prior="fixed"
    )
    names = {variable.name for variable in model.free_RVs}
    assert names == {"ability", "easiness", "easiness_mean", "log_discrimination"}
    assert model["discrimination_spread"].get_value() == 0.7


def test_extreme_logits_do_not_under_or_overflow():
    # Far down a right answer is a guess: log .2 each, a wrong one log .8. Far up a right answer is certain, and a wrong
    # one has log(1 - c) - x.
    model = three_pl.three_pl(counts_of([[1, 0], [0, 1]]), guessing=0.2, guessing_prior="fixed", ability_scale=1.0)
    values = {
        "ability": np.zeros(2), "easiness": np.full(2, -2000.0), "easiness_mean": 0.0, "easiness_spread": 1.0,
        "log_discrimination": np.zeros(2), "discrimination_spread": 0.3,
    }  # fmt: skip
    down = log_density(model, values, ["right"])
    assert down == pytest.approx(2 * np.log(0.2) + 2 * np.log(0.8), abs=1e-9)
    up = log_density(model, values | {"easiness": np.full(2, 2000.0)}, ["right"])
    assert up == pytest.approx(2 * (np.log(0.8) - 2000), abs=1e-9)
    assert gradient_is_finite(model, values)


def test_a_missing_cell_adds_nothing():
    counts = counts_of(TENSOR)
    model = three_pl.three_pl(counts)
    cells = model.logp(vars=[model["right"]], sum=False)
    at = model.compile_fn(cells, inputs=model.value_vars, mode="FAST_COMPILE", on_unused_input="ignore")
    (found,) = at(point_of(model, VALUES))
    assert found[counts.models.index("b"), counts.questions.index("r")] == 0


def test_predictions_guess():
    # Four models that know nothing (easiness -30): right with chance .25 in 5 trials; of 4 * 3 cells of 400 draws the
    # mean has a standard error of sqrt(5 * .25 * .75 / 4800) = .014, 5 of them .07.
    model = three_pl.three_pl(counts_of(np.ones((4, 3, 5)) * (np.arange(5) < 2)), guessing_prior="fixed")
    with model:
        ignorant = pm.do(model, {"easiness": np.full(3, -30.0), "ability": np.zeros(4)})
        drawn = pm.draw(ignorant["right"], 400, random_seed=1, mode="FAST_COMPILE")
    assert drawn.mean() == pytest.approx(1.25, abs=0.07)


DRAWS = {
    "ability": np.array([[1.0, 0.0]]), "discrimination": np.array([[2.0, 2.0]]),
    "easiness": np.array([[-2.0, np.log(3) - 2]]), "guessing": np.array([[0.2, 0.0]]),
}  # fmt: skip


def test_scores_by_hand():
    # Chances without guesses .5, .75 at ability 1 (test__discrimination): with them .2 + .8 * .5 = .6, and .75.
    counts = count_outcomes(Outcomes.from_array([[1, 0], [0, 1]]))
    assert three_pl.chance(counts, DRAWS)[0, 0] == pytest.approx([0.6, 0.75], abs=1e-12)
    assert three_pl.score(counts, DRAWS, "benchmark", None)[0, 0] == pytest.approx(0.675, abs=1e-12)
    assert three_pl.score(counts, DRAWS, "ability", None)[0].tolist() == [1, 0]
    fixed = {name: values for name, values in DRAWS.items() if name != "guessing"}
    found = three_pl.score(counts, fixed, "benchmark", None, guessing=0.5)[0, 0]
    assert found == pytest.approx((0.75 + 0.875) / 2, abs=1e-12)


def test_score_on_questions_like_these():
    # At ability 0 and mean easiness 0 a known answer has chance 1/2 by symmetry: c + (1 - c) / 2 with c the mean
    # (1 + 20 / 5) / 22 = 5 / 22 of its prior, or the fixed .2.
    new = {
        "ability": np.zeros((1, 2)), "easiness_mean": np.zeros(1), "easiness_spread": np.ones(1),
        "discrimination_spread": np.array([0.5]), "easiness": np.zeros((1, 1)),
    }  # fmt: skip
    counts = count_outcomes(Outcomes.from_array([[1, 0], [0, 1]]))
    learned = three_pl.score(counts, new | {"guessing": np.zeros((1, 2))}, "population", None, guessing=0.2)
    assert learned[0] == pytest.approx([27 / 44] * 2, abs=1e-12)
    fixed = three_pl.score(counts, new, "population", None, guessing=0.2)
    assert fixed[0] == pytest.approx([0.6, 0.6], abs=1e-12)


@pytest.mark.parametrize("rate", [-0.1, 1.0])
def test_rates_are_checked(rate):
    with pytest.raises(ValueError, match=r"guessing must be at least 0 and less than 1; got .* number of choices"):
        three_pl.three_pl(counts_of(TENSOR), guessing=rate)


def test_other_options_are_checked():
    with pytest.raises(ValueError, match="guessing_prior must be one of beta, fixed; got 'uniform'"):
        three_pl.three_pl(counts_of(TENSOR), guessing_prior="uniform")
    with pytest.raises(DataError, match="data for 'three_pl' must have no prior outcomes"):
        three_pl.three_pl(count_outcomes(Outcomes.from_array([[1, 0], [0, 1]], prior=[[1], [0]])))
    with pytest.raises(NotIdentifiedError, match="for 'three_pl' to have a maximum likelihood"):
        three_pl.identified(counts_of([[1, 1], [0, 1]]))


def test_answers_that_were_not_chosen_from_a_list_are_told():
    # 40 trials without a right answer have chance .75 ** 40 = 1e-5 if guessed; below .01 / 2. With 10 it is .06.
    def tensor(n):
        return np.stack([np.stack([np.zeros(n), np.arange(n) % 2]), np.stack([np.zeros(n), np.arange(n) % 3 > 0])])

    told = three_pl.doubts(counts_of(tensor(20)), "benchmark")
    assert told[0].startswith("1 of 2 questions are solved less often than guesses at the rate 0.25 would solve them")
    assert "less often" not in three_pl.doubts(counts_of(tensor(5)), "benchmark")[0]
    # at a rate of 1 in 20: .95 ** 40 = .13
    assert "less often" not in three_pl.doubts(counts_of(tensor(20)), "benchmark", guessing=0.05)[0]
