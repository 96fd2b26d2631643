"""Multidimensional: density against SciPy, what a turn of factors leaves, scores by hand and by simulation."""

import numpy as np
import pymc as pm
import pytest
from scipy import stats
from scipy.special import expit

from bayesrank import DataError, NotIdentifiedError, Outcomes
from bayesrank.programs.item_response import multidimensional as program
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.program_density import gradient_is_finite, log_density, point_of, values_at

NAN = float("nan")
LOG3 = np.log(3)
RNG = np.random.default_rng(5)
TENSOR = RNG.integers(0, 2, (5, 6, 3)).astype(float)
TENSOR[0, 1] = NAN  # a missing cell
TENSOR[2, 2, 1:] = NAN  # fewer trials


def contrasts(*shape):
    values = RNG.normal(0, 0.7, shape)
    return values - values.mean(axis=-1, keepdims=True)


VALUES = {
    "ability": contrasts(5),
    "ability_spread": 0.8,
    "tilt": contrasts(6),
    "tilt_spread": 0.4,
    "other_factor_unturned": contrasts(2, 5),
    "other_loading_unturned": contrasts(2, 6),
    "loading_spread": 0.6,
    "difficulty": RNG.normal(0, 1, 6),
    "difficulty_mean": 0.3,
    "difficulty_spread": 1.7,
}


def counts_of(tensor):
    return count_outcomes(Outcomes.from_array(tensor))


def log_zero_sum(values, spread):
    """Add up contrasts that are normal, one less than there are in each row."""
    free = values.size - values.size // values.shape[-1]
    return -0.5 * (values**2).sum() / spread**2 - free * np.log(spread * np.sqrt(2 * np.pi))


def test_density_is_that_of_its_parts():
    counts = counts_of(TENSOR)
    logit = VALUES["ability"][:, None] * (1 + VALUES["tilt"]) - VALUES["difficulty"]
    logit += VALUES["other_factor_unturned"].T @ VALUES["other_loading_unturned"]
    observed = counts.n_trials > 0
    expected = stats.binom.logpmf(counts.counts[:, :, 1], counts.n_trials, expit(logit))[observed].sum()
    spreads = {"ability": 0.8, "tilt": 0.4, "other_factor_unturned": 1.0, "other_loading_unturned": 0.6}
    expected += sum(log_zero_sum(VALUES[name], spread) for name, spread in spreads.items())
    expected += stats.norm.logpdf(VALUES["difficulty"], 0.3, 1.7).sum() + stats.norm.logpdf(0.3, 0, 1.5)
    for value, median in ((0.8, 1), (0.4, 0.3), (0.6, 0.5), (1.7, 2)):
        expected += stats.lognorm.logpdf(value, 0.5, scale=median)
    model = program.multidimensional(counts, n_factors=3)
    assert log_density(model, VALUES) == pytest.approx(expected, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_a_missing_cell_adds_nothing():
    counts = counts_of(TENSOR)
    model = program.multidimensional(counts, n_factors=3)
    cells = model.logp(vars=[model["right"]], sum=False)
    at = model.compile_fn(cells, inputs=model.value_vars, mode="FAST_COMPILE", on_unused_input="ignore")
    (found,) = at(point_of(model, VALUES))
    assert found[counts.models.index("model 1"), counts.questions.index("question 2")] == 0
    assert (found != 0).sum() == 5 * 6 - 1


def test_factors_are_shown_turned_and_logits_do_not_turn():
    counts = counts_of(TENSOR)
    model = program.multidimensional(counts, n_factors=3)
    shown = values_at(model, point_of(model, VALUES))
    logit = VALUES["ability"][:, None] * (1 + VALUES["tilt"]) - VALUES["difficulty"]
    logit += VALUES["other_factor_unturned"].T @ VALUES["other_loading_unturned"]
    draws = {name: shown[name][None] for name in ("factor", "loading", "difficulty")}
    np.testing.assert_allclose(program.chance(counts, draws)[0], expit(logit), atol=1e-12)
    np.testing.assert_allclose(shown["factor"][:, 0], VALUES["ability"], atol=1e-12)
    np.testing.assert_allclose(shown["factor"].sum(axis=0), 0, atol=1e-9)
    np.testing.assert_allclose(shown["loading"].mean(axis=0), [1, 0, 0], atol=1e-12)  # ability: an average question
    first, second = model["anchor"].get_value()
    assert shown["loading"][first, 1] > 0
    assert shown["loading"][first, 2] == pytest.approx(0, abs=1e-12)
    assert shown["loading"][second, 2] > 0
    mirrored = VALUES | {name: -VALUES[name] for name in ("other_factor_unturned", "other_loading_unturned")}
    for name in ("factor", "loading"):
        np.testing.assert_allclose(values_at(model, point_of(model, mirrored))[name], shown[name], atol=1e-12)


def test_scores_by_hand():
    # Model 1: factors log 3 and 1, question 1 loads (1, log 3), question 2 (1, -log 3), both of difficulty log 3:
    # log odds log 3 + log 3 - log 3 and -log 3, chances 3/4 and 1/4.
    counts = counts_of(np.array([[1, 0], [0, 1]]))
    loading = np.array([[[1.0, LOG3], [1.0, -LOG3]]])
    draws = {"ability": np.array([[LOG3, -LOG3]]), "factor": np.array([[[LOG3, 1.0], [-LOG3, -1.0]]]),
             "loading": loading, "difficulty": np.full((1, 2), LOG3)}  # fmt: skip
    np.testing.assert_allclose(program.chance(counts, draws)[0, 0], [3 / 4, 1 / 4], atol=1e-12)
    assert program.score(counts, draws, "benchmark", None)[0, 0] == pytest.approx(1 / 2, abs=1e-12)
    assert program.score(counts, draws, "ability", None)[0].tolist() == [LOG3, -LOG3]


def test_new_questions_are_those_of_the_prior():
    # 200,000 simulated questions: standard error below .5 / sqrt(200,000) = .0011, 4 of them allowed
    factor = np.array([[1.0, 0.5, -1.0], [0.0, 0.0, 2.0], [-1.0, -0.5, -1.0]])
    draws = {"ability": factor[None, :, 0], "factor": factor[None], "tilt_spread": np.array([0.4]),
             "loading_spread": np.array([0.8]), "difficulty_mean": np.array([0.5]),
             "difficulty_spread": np.array([1.5])}  # fmt: skip
    rng = np.random.default_rng(3)
    loading = np.array([1, 0, 0]) + np.array([0.4, 0.8, 0.8]) * rng.normal(size=(200_000, 3))
    difficulty = 0.5 + 1.5 * rng.normal(size=(200_000, 1))
    simulated = expit(loading @ factor.T - difficulty).mean(axis=0)
    found = program.score(counts_of(np.eye(3)), draws, "population", None)[0]
    np.testing.assert_allclose(found, simulated, atol=0.0045)


def test_prior_predictions_are_counts():
    counts = counts_of(TENSOR)
    drawn = pm.draw(program.multidimensional(counts)["right"], 100, random_seed=1, mode="FAST_COMPILE")
    assert ((drawn >= 0) & (drawn <= counts.n_trials)).all()


def test_what_it_cannot_read():
    with pytest.raises(ValueError, match="n_factors must be a whole number of at least 2; got 1"):
        program.multidimensional(counts_of(TENSOR), n_factors=1)
    with pytest.raises(
        DataError, match=r"more than 5 models and questions .*; got 5 models and 6 .* n_factors to 4 or"
    ):
        program.multidimensional(counts_of(TENSOR), n_factors=5)
    with pytest.raises(DataError, match=r"got 2 models and 2 questions\. Use 'two_pl'"):
        program.multidimensional(counts_of(np.eye(2)))
    with pytest.raises(DataError, match="data for 'multidimensional' must have no prior outcomes"):
        program.multidimensional(count_outcomes(Outcomes.from_array([[1, 0], [0, 1]], prior=[[1], [0]])))


def test_there_is_no_maximum_likelihood():
    with pytest.raises(NotIdentifiedError, match="factors must have their prior for 'multidimensional'"):
        program.identified(counts_of(TENSOR))


def test_doubts_are_those_of_right_and_wrong():
    assert "3.3% of the cells are missing" in program.doubts(counts_of(TENSOR), "benchmark")[0]  # 1 of 30
