"""Bayes@N against its closed form, another implementation, and its own PyMC program under NUTS."""

import base64
import json
from pathlib import Path

import numpy as np
import pytest

from bayesrank import Outcomes, fit
from bayesrank.programs.outcomes import bayes
from bayesrank.programs.program import Moments
from bayesrank.ranks.score_ranks import rank_scores
from bayesrank.statistics.outcome_counts import count_outcomes

GOLDEN = json.loads((Path(__file__).parents[3] / "golden" / "bayes.json").read_text())
CATEGORICAL = GOLDEN["categorical"]
STORED_DIGITS = 1e-12  # the stored answers have 14 significant digits


def tensor(record, name):
    if name in record:
        return np.array(record[name])
    shape = record["shape" if name == "R" else "R0_shape"]
    bits = np.unpackbits(np.frombuffer(base64.b64decode(record[f"{name}_packed"]), dtype=np.uint8))
    return bits[: np.prod(shape)].reshape(shape)


def moments_by_model(outcomes):
    """Moments in the order of the data, not in the order of content."""
    counts = count_outcomes(outcomes)
    moments = bayes.moments(counts)
    place = [counts.models.index(model) for model in outcomes.models]
    return Moments(moments.mean[place], moments.standard_deviation[place])


@pytest.mark.parametrize("name", GOLDEN["tensors"])
def test_scores_equal_scorio_on_binary_tensors(name):
    record = GOLDEN["tensors"][name]
    outcomes = Outcomes.from_array(tensor(record, "R"))
    moments = moments_by_model(outcomes)
    greedy = moments_by_model(outcomes.with_prior(tensor(record, "R0")))
    np.testing.assert_allclose(moments.mean, record["score"]["bayes"], atol=STORED_DIGITS)
    np.testing.assert_allclose(greedy.mean, record["score"]["bayes_greedy"], atol=STORED_DIGITS)
    for config, probability in GOLDEN["quantiles"].items():
        if config in record["score"]:
            np.testing.assert_allclose(
                moments.quantile(probability), record["score"][config], atol=STORED_DIGITS, err_msg=config
            )


@pytest.mark.parametrize("name", GOLDEN["tensors"])
def test_ranks_equal_scorio_on_binary_tensors(name):
    record = GOLDEN["tensors"][name]
    moments = moments_by_model(Outcomes.from_array(tensor(record, "R")))
    np.testing.assert_array_equal(rank_scores(moments.mean), record["rank"]["bayes"])


@pytest.mark.parametrize("prior", ["none", "shared", "model"])
def test_categorical_scores_equal_scorio(prior):
    outcomes = Outcomes.from_array(CATEGORICAL["R"], weights=CATEGORICAL["w"])
    if prior != "none":
        outcomes = outcomes.with_prior(CATEGORICAL[f"R0_{prior}"])
    moments = moments_by_model(outcomes)
    expected = np.array(CATEGORICAL[f"eval.bayes mu,sigma per model ({prior})"])
    np.testing.assert_allclose(moments.mean, expected[:, 0], atol=STORED_DIGITS)
    np.testing.assert_allclose(moments.standard_deviation, expected[:, 1], atol=STORED_DIGITS)
    for probability in (0.05, 0.5, 0.95):
        score = CATEGORICAL[f"{prior}|q={probability}"]["score"]
        np.testing.assert_allclose(moments.quantile(probability), score, atol=STORED_DIGITS)


@pytest.mark.parametrize(("case", "weights"), [("R4", "w4"), ("R4dup", "w_dup")])
def test_four_categories_with_negative_and_equal_weights(case, weights):
    outcomes = Outcomes.from_array(CATEGORICAL["R4"], weights=CATEGORICAL[weights])
    moments = moments_by_model(outcomes)
    np.testing.assert_allclose(moments.mean, CATEGORICAL[f"{case}|q=None"]["score"], atol=STORED_DIGITS)
    np.testing.assert_allclose(moments.quantile(0.05), CATEGORICAL[f"{case}|q=0.05"]["score"], atol=STORED_DIGITS)


def test_worked_by_hand():
    # Two questions, outcomes (1, 1) and (0,): posteriors Beta(3, 1) and Beta(1, 2), means 3/4 and 1/3,
    # variances 3/(16 * 5) = 3/80 and 2/(9 * 4) = 1/18; score mean (3/4 + 1/3)/2, variance (3/80 + 1/18)/4.
    counts = count_outcomes(Outcomes.from_array([[[1, 1], [0, np.nan]]]))
    moments = bayes.moments(counts)
    assert moments.mean[0] == pytest.approx(13 / 24, abs=1e-15)
    assert moments.standard_deviation[0] == pytest.approx(np.sqrt((3 / 80 + 1 / 18) / 4), abs=1e-15)


@pytest.mark.parametrize("weights", [None, [0.0, 0.5, 1.0], [-1.0, 2.0]])
def test_exact_draws_have_the_exact_moments(weights):
    # 40,000 draws a model, 3 models: bounds of 5 standard errors for means, 5 for standard deviations
    # (kurtosis of a mean of Dirichlets is below that of the normal); false alarms below 1e-5.
    rng = np.random.default_rng(11)
    outcomes = Outcomes.from_array(rng.integers(0, 2 if weights is None else len(weights), (3, 4, 2)), weights=weights)
    counts = count_outcomes(outcomes)
    draws = bayes.exact(counts, 40_000, np.random.default_rng(5))
    moments = bayes.moments(counts)
    error = moments.standard_deviation / np.sqrt(len(draws))
    assert np.all(np.abs(draws.mean(axis=0) - moments.mean) < 5 * error)
    assert np.all(np.abs(draws.std(axis=0) - moments.standard_deviation) < 5 * error / np.sqrt(2))


def test_few_trials_are_told_first():
    one_trial = Outcomes.from_array([[1, 0, 1], [0, 0, 1]])
    assert "1 trials a cell (below 8)" in fit(one_trial, "bayes", draws=100, random_seed=0).warnings[0]
    many = Outcomes.from_counts(np.full((2, 3, 2), 4))
    assert fit(many, "bayes", draws=100, random_seed=0).warnings == ()


def test_a_prior_that_moves_scores_is_told():
    # Ten trials right on each of 100 questions: Beta(11, 1) has mean 11/12 and variance 11/(144 * 13), so the mean
    # of 100 has deviation .0077, and the prior moves the score by 1/12 = .0833, which is 10.9 deviations.
    counts = np.zeros((2, 100, 2))
    counts[0, :, 1], counts[1] = 10, 5
    told = fit(Outcomes.from_counts(counts, models=["good", "middling"]), "bayes", draws=100, random_seed=0).warnings
    assert len(told) == 1
    assert "draws the score of 'good' to the middle by 0.083, 10.9 posterior standard deviations" in told[0]


def test_a_prior_outcome_does_not_hush_the_doubts():
    outcomes = Outcomes.from_array(np.ones((2, 50)), prior=[[1]] + [[np.nan]] * 49)
    assert "1 trials a cell" in fit(outcomes, "bayes", draws=100, random_seed=0).warnings[0]


def test_missing_cells_are_told():
    counts = np.full((2, 3, 2), 10)
    counts[0, 0] = 0
    warnings = fit(Outcomes.from_counts(counts), "bayes", draws=100, random_seed=0).warnings
    assert any("fills missing cells by its uniform prior" in warning for warning in warnings)


def test_fractions_count_in_part_and_that_is_told():
    # One question, fractions .5 and .25: Beta(1.75, 2.25), mean 1.75 / 4.
    outcomes = Outcomes.from_array([[[0.5, 0.25]]])
    assert bayes.moments(count_outcomes(outcomes)).mean[0] == pytest.approx(1.75 / 4, abs=1e-15)
    assert any("reads a fraction y" in told for told in fit(outcomes, "bayes", draws=100).warnings)


def test_nuts_on_the_program_finds_the_exact_posterior(assert_same_posterior):
    # C + 1 = 3 categories, 2 models, 3 questions, one cell missing.
    outcomes = Outcomes.from_array(
        np.array([[[0, 2], [1, 1], [2, np.nan]], [[0, 0], [np.nan, np.nan], [2, 2]]]), weights=[0.0, 0.3, 1.0]
    )
    reference = bayes.exact(count_outcomes(outcomes), 400_000, np.random.default_rng(0))
    assert_same_posterior(outcomes, "bayes", reference)


def test_cells_are_those_sampled_or_drawn_from_their_posterior():
    # Outcomes (1, 1) and (0,): Beta(3, 1) and Beta(1, 2), means 3/4 and 1/3; 5 standard errors of 20,000 draws.
    counts = count_outcomes(Outcomes.from_array([[[1, 1], [0, np.nan]]], questions=["p", "q"]))
    cells = bayes.cells(counts, {"score": np.zeros((20_000, 1))}, np.random.default_rng(0))
    mean = dict(zip(counts.questions, cells[:, 0, :, 1].mean(axis=0), strict=True))
    assert mean == pytest.approx({"p": 3 / 4, "q": 1 / 3}, abs=5 * np.sqrt(1 / 18 / 20_000))
    sampled = np.full((3, 1, 2, 2), 0.5)
    assert bayes.cells(counts, {"score": np.zeros((3, 1)), "p": sampled}, np.random.default_rng(0)) is sampled
