"""Rasch: density against SciPy, scores by hand, maximum likelihood in closed form, approximation against integrals."""

import numpy as np
import pymc as pm
import pytest
from scipy import integrate, stats

from bayesrank import DataError, NotIdentifiedError, Outcomes
from bayesrank.programs.item_response import rasch
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.outcome_stacks import NAN, by_name, counts_of
from tests.program_density import gradient_is_finite, log_density, point_of

RNG = np.random.default_rng(5)
TENSOR = RNG.integers(0, 2, (4, 3, 5)).astype(float)
TENSOR[0, 1] = NAN  # a missing cell
TENSOR[2, 2, 3:] = NAN  # fewer trials
VALUES = {
    "ability": np.array([1.0, -0.5, 0.25, -0.75]),
    "ability_spread": 0.8,
    "difficulty": np.array([0.5, -1.0, 2.0]),
    "difficulty_mean": 0.3,
    "difficulty_spread": 1.7,
}


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def log_likelihood(counts):
    """Add up SciPy's binomial over observed cells; category 1 is right."""
    chance = sigmoid(VALUES["ability"][:, None] - VALUES["difficulty"])
    return stats.binom.logpmf(counts.counts[:, :, 1], counts.n_trials, chance)[counts.n_trials > 0].sum()


def log_prior(ability_scale=0.8, difficulty_scale=1.7):
    """Contrasts are normal with L - 1 dimensions; difficulties normal about a mean that is Normal(0, 1.5)."""
    ability = VALUES["ability"]
    contrasts = -0.5 * (ability**2).sum() / ability_scale**2 - 3 * np.log(ability_scale * np.sqrt(2 * np.pi))
    mean = stats.norm.logpdf(VALUES["difficulty_mean"], 0, 1.5)
    return contrasts + mean + stats.norm.logpdf(VALUES["difficulty"], 0.3, difficulty_scale).sum()


def test_density_is_that_of_its_parts():
    counts = counts_of(TENSOR)
    spreads = stats.lognorm.logpdf(0.8, 0.5, scale=1.0) + stats.lognorm.logpdf(1.7, 0.5, scale=2.0)
    model = rasch.rasch(counts)
    assert log_density(model, VALUES) == pytest.approx(log_likelihood(counts) + log_prior() + spreads, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_scales_fix_the_spreads():
    counts = counts_of(TENSOR)
    model = rasch.rasch(counts, ability_scale=2.0, difficulty_scale=3.0)
    assert {variable.name for variable in model.free_RVs} == {"ability", "difficulty", "difficulty_mean"}
    expected = log_likelihood(counts) + log_prior(2.0, 3.0)
    assert log_density(model, VALUES) == pytest.approx(expected, abs=1e-7)


def test_a_missing_cell_adds_nothing():
    counts = counts_of(TENSOR)
    model = rasch.rasch(counts)
    cells = model.logp(vars=[model["right"]], sum=False)
    at = model.compile_fn(cells, inputs=model.value_vars, mode="FAST_COMPILE", on_unused_input="ignore")
    (found,) = at(point_of(model, VALUES))
    assert found[counts.models.index("a"), counts.questions.index("q")] == 0
    assert (found != 0).sum() == 4 * 3 - 1


def test_data_are_exchangeable_and_names_are_coords():
    counts = counts_of(TENSOR)
    model = rasch.rasch(counts)
    assert model.coords["model"] == counts.models
    assert model.coords["question"] == counts.questions
    assert {data.name for data in model.data_vars} >= {
        "right_observed", "right_trials", "right_coefficient", "spread_log_median", "difficulty_mean_scale",
        "difficulty_spread_log_median",
    }  # fmt: skip


def test_predictions_are_counts_of_the_trials():
    counts = counts_of(TENSOR)
    model = rasch.rasch(counts)
    drawn = pm.draw(model["right"], 200, random_seed=1, mode="FAST_COMPILE")
    assert (drawn <= counts.n_trials).all()
    assert drawn.std(axis=0)[counts.n_trials > 0].min() > 0


def test_data_that_it_cannot_read():
    with pytest.raises(DataError, match=r"outcomes must be right or wrong .*; got 3 categories"):
        rasch.rasch(count_outcomes(Outcomes.from_array([[0, 1], [2, 0]], weights=[0, 0.5, 1])))
    with pytest.raises(DataError, match="data for 'rasch' must have no prior outcomes"):
        rasch.rasch(count_outcomes(Outcomes.from_array([[1, 0], [0, 1]], prior=[[1], [0]])))
    with pytest.raises(ValueError, match="difficulty_scale must be positive and finite; got 0"):
        rasch.rasch(counts_of(TENSOR), difficulty_scale=0)


def test_scores_by_hand():
    # Log odds of 0, log 3, -log 3: chances 1/2, 3/4, 1/4. One draw; models at 0 and log 3, questions at 0 and log 3.
    log3 = np.log(3)
    draws = {"ability": np.array([[0.0, log3]]), "difficulty": np.array([[0.0, log3]])}
    counts = count_outcomes(Outcomes.from_array([[1, 0], [0, 1]]))
    assert rasch.chance(counts, draws)[0].tolist() == [
        pytest.approx([0.5, 0.25], abs=1e-12),
        pytest.approx([0.75, 0.5], abs=1e-12),
    ]
    assert rasch.score(counts, draws, "benchmark", None)[0] == pytest.approx([0.375, 0.625], abs=1e-12)
    assert rasch.score(counts, draws, "ability", None)[0] == pytest.approx([0, log3], abs=1e-12)


def test_scores_are_utilities():
    # Category 0 is worth more here, -1 + 3 p: 1/8 and 7/8 where the shares are .375 and .625.
    draws = {"ability": np.array([[0.0, np.log(3)]]), "difficulty": np.array([[0.0, np.log(3)]])}
    counts = count_outcomes(Outcomes.from_array([[1, 0], [0, 1]], weights=[2, -1]))
    assert rasch.score(counts, draws, "benchmark", None)[0] == pytest.approx([0.125, 0.875], abs=1e-12)


@pytest.mark.parametrize(("options", "spread"), [({}, 1.3), ({"difficulty_scale": 0.4}, 0.4)])
def test_score_on_questions_like_these_is_an_integral(options, spread):
    draws = {
        "ability": np.array([[-1.0, 2.0]]), "difficulty": np.zeros((1, 2)),
        "difficulty_mean": np.array([0.5]), "difficulty_spread": np.array([1.3]),
    }  # fmt: skip
    counts = count_outcomes(Outcomes.from_array([[1, 0], [0, 1]]))
    found = rasch.score(counts, draws, "population", None, **options)[0]
    for ability, share in zip([-1.0, 2.0], found, strict=True):
        expected = integrate.quad(lambda b, a=ability: sigmoid(a - b) * stats.norm.pdf(b, 0.5, spread), -15, 15)[0]
        assert share == pytest.approx(expected, abs=1e-5)


def test_maximum_likelihood_in_closed_form():
    # On one question with 3 of 4 and 1 of 4 right the fit is exact: log odds log 3 and -log 3, so difficulty 0.
    found = rasch.mle(counts_of([[[1, 1, 1, 0]], [[1, 0, 0, 0]]]))
    assert by_name(counts_of([[[1, 1, 1, 0]], [[1, 0, 0, 0]]]), found["ability"]) == pytest.approx(
        {"a": np.log(3), "b": -np.log(3)}, abs=1e-9
    )
    assert found["difficulty"] == pytest.approx([0], abs=1e-9)


def test_maximum_likelihood_of_incomplete_data_balances_totals():
    # Where the likelihood is greatest, expected right answers are the observed ones, of each model and question.
    tensor = np.random.default_rng(2).integers(0, 2, (5, 8, 4)).astype(float)
    tensor[np.random.default_rng(3).random((5, 8)) < 0.3] = np.nan
    counts = count_outcomes(Outcomes.from_array(tensor))
    found = rasch.mle(counts)
    residual = counts.counts[:, :, 1] - counts.n_trials * sigmoid(found["ability"][:, None] - found["difficulty"])
    np.testing.assert_allclose(residual.sum(axis=0), 0, atol=1e-9)
    np.testing.assert_allclose(residual.sum(axis=1), 0, atol=1e-9)
    assert found["ability"].sum() == pytest.approx(0, abs=1e-9)


def test_unanimous_questions_have_no_finite_difficulty_and_change_no_ability():
    without = np.array([[[1, 1, 1, 0]], [[1, 0, 0, 0]]])
    added = np.concatenate([without, np.ones((2, 1, 4)), np.zeros((2, 1, 4))], axis=1)
    counts = counts_of(added)
    rasch.identified(counts)
    found = rasch.mle(counts)
    assert by_name(counts, found["ability"]) == pytest.approx({"a": np.log(3), "b": -np.log(3)}, abs=1e-9)
    difficulty = dict(zip(counts.questions, found["difficulty"], strict=True))
    assert (difficulty["q"], difficulty["r"]) == (-np.inf, np.inf)
    # chances 3/4, 1, 0 and 1/4, 1, 0
    one_draw = {name: value[None] for name, value in found.items()}
    scores = rasch.score(counts, one_draw, "benchmark", None)[0]
    assert by_name(counts, scores) == pytest.approx({"a": 1.75 / 3, "b": 1.25 / 3}, abs=1e-9)


def test_separated_models_have_no_maximum_likelihood():
    with pytest.raises(NotIdentifiedError, match=r"'a' right every time.* Use inference='nuts'"):
        rasch.identified(counts_of([[[1, 1]], [[1, 0]]]))


@pytest.fixture(scope="module")
def by_integration():
    """Two models, one question, 30 trials each, 21 and 12 right: moments on a grid of the two free directions.

    With both spreads fixed the difficulty is Normal(0, sqrt(1.5 ** 2 + 2 ** 2)), and half the difference of abilities
    Normal(0, 1 / sqrt(2)).
    """
    half, difficulty = np.meshgrid(np.linspace(-2, 2, 801), np.linspace(-3, 3, 801), indexing="ij")
    log_weight = stats.norm.logpdf(half, 0, np.sqrt(0.5)) + stats.norm.logpdf(difficulty, 0, 2.5)
    for right, ability in ((21, half), (12, -half)):
        log_weight += stats.binom.logpmf(right, 30, sigmoid(ability - difficulty))
    weight = np.exp(log_weight - log_weight.max())
    weight /= weight.sum()
    moments = []
    for values in (half, difficulty):
        mean = (weight * values).sum()
        moments.append((mean, np.sqrt((weight * (values - mean) ** 2).sum())))
    return moments


def test_approximation_with_fixed_spreads_against_an_integral(by_integration):
    tensor = np.stack([np.arange(30) < 21, np.arange(30) < 12]).astype(float)[:, None, :]
    counts = counts_of(tensor)
    draws = rasch.laplace(counts, 40_000, np.random.default_rng(0), ability_scale=1.0, difficulty_scale=2.0)
    assert set(draws) == {"ability", "difficulty", "difficulty_mean"}
    np.testing.assert_allclose(draws["ability"].sum(axis=1), 0, atol=1e-9)
    first = draws["ability"][:, counts.models.index("a")]
    for found, (mean, spread) in zip((first, draws["difficulty"][:, 0]), by_integration, strict=True):
        # 5 standard errors of 40,000 draws are .025 sd; the rest is the error of a normal with 30 trials a cell
        assert abs(found.mean() - mean) < 0.06 * spread
        assert found.std() == pytest.approx(spread, rel=0.04)


def test_options_of_the_approximation():
    counts = counts_of(TENSOR)
    draws = rasch.laplace(counts, 50, np.random.default_rng(0))
    shapes = {name: values.shape for name, values in draws.items()}
    assert shapes == {
        "ability": (50, 4), "difficulty": (50, 3), "difficulty_mean": (50,), "ability_spread": (50,),
        "difficulty_spread": (50,),
    }  # fmt: skip
    three = counts_of(TENSOR[:3])
    assert "ability_spread" not in rasch.laplace(three, 5, np.random.default_rng(0))  # two contrasts teach no spread
    with pytest.raises(ValueError, match="ability_prior must be normal for inference='laplace'; got 'cauchy'"):
        rasch.laplace(counts, 5, np.random.default_rng(0), ability_prior="cauchy")
    with pytest.raises(ValueError, match="ability_scale must be positive and finite; got -1"):
        rasch.laplace(counts, 5, np.random.default_rng(0), ability_scale=-1)


def test_options_reach_what_names_them():
    program = rasch.PROGRAM.with_options({"difficulty_scale": 0.4, "ability_scale": 2.0})
    assert program.name == "rasch"
    counts = counts_of(TENSOR)
    draws = program.laplace(counts, 5, np.random.default_rng(0))
    assert "difficulty_spread" not in draws
    assert program.scores_of(counts, draws, "population", np.random.default_rng(0)).shape == (5, 4)
    assert "difficulty_spread" not in [variable.name for variable in program.build(counts).free_RVs]


def test_doubts_are_told():
    assert rasch.doubts(counts_of(TENSOR), "benchmark")[0].startswith("8.3% of the cells are missing")
