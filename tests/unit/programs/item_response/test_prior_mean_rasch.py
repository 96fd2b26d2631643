"""Rasch with prior means: the means by hand, its density in SciPy, and its mode against Scorio's."""

import json
from pathlib import Path

import numpy as np
import pytensor.tensor as pt
import pytest
from scipy import optimize, stats
from scipy.special import expit

from bayesrank import DataError, NotIdentifiedError, Outcomes, fit
from bayesrank.programs.item_response.prior_mean_rasch import doubts, prior_mean_rasch, prior_means
from bayesrank.statistics.outcome_counts import count_outcomes

GOLDEN = json.loads((Path(__file__).parents[3] / "golden" / "rasch_with_prior_means.json").read_text())["cases"]


def test_prior_means_by_hand():
    # Right of prior outcomes: 2 of 2, 1 of 2, none given. Smoothed: 2.5 / 3 and 1.5 / 3, log odds log 5 and 0, so that
    # their mean is log(5) / 2. Clipped: log odds of 1 - 1e-6 and 0.
    prior = np.array([[[1.0], [1]], [[1], [0]], [[np.nan], [np.nan]]])
    counts = count_outcomes(Outcomes.from_array([[1, 0], [1, 0], [0, 1]], prior=prior, models=["a", "b", "c"]))
    for accuracy, log_odds in (("smoothed", np.log(5)), ("clipped", np.log((1 - 1e-6) / 1e-6))):
        found = dict(zip(counts.models, prior_means(counts, accuracy), strict=True))
        assert found == {
            "a": pytest.approx(log_odds / 2, abs=1e-8),
            "b": pytest.approx(-log_odds / 2, abs=1e-8),
            "c": 0,
        }


def test_density_is_that_of_scipy():
    prior = np.array([[1.0, 1, 1], [0, 1, 0], [0, 0, 0]])[:, :, None]
    outcomes = np.array([[1.0, 0, 1], [0, 1, np.nan], [0, 0, 1]])
    counts = count_outcomes(Outcomes.from_array(outcomes, prior=prior))
    model = prior_mean_rasch(counts, ability_scale=0.7)
    point = {**model.initial_point(), "difficulty": np.array([0.2, -0.5, 1.0]), "difficulty_mean": 0.3}
    point["ability_deviation_zerosum__"] = np.zeros(2)
    ability = prior_means(counts)
    terms = [
        stats.binom.logpmf(counts.counts[:, :, 1], counts.n_trials, expit(ability[:, None] - point["difficulty"])),
        stats.norm.logpdf(point["difficulty"], 0.3, np.exp(point["difficulty_spread_log__"])),
        stats.norm.logpdf(0.3, 0, 1.5),
        stats.norm.logpdf(point["difficulty_spread_log__"], np.log(2), 0.5),
        2 * stats.norm.logpdf(0, 0, 0.7),  # no deviation, on a plane of two dimensions
    ]
    expected = sum(np.sum(term) for term in terms)
    assert model.compile_logp(mode="FAST_COMPILE")(point) == pytest.approx(expected, abs=1e-8)
    assert np.isfinite(model.compile_dlogp(mode="FAST_COMPILE")(point)).all()


@pytest.mark.parametrize("name", GOLDEN)
def test_abilities_of_scorio_are_at_the_mode(name):
    # Scorio's difficulties are flat and sum to zero, and its prior draws the abilities' mean to zero as well:
    # difficulties then solve sum_l (right - n p) = -L mean(score) / M in each question, and given these the gradient of
    # this program, whose abilities sum to zero, vanishes at Scorio's abilities. Scorio stops 1e-6 from its optimum.
    case = GOLDEN[name]
    score, trials, prior_trials = np.array(case["score"]), case["trials"], case["prior_trials"]
    right, prior_right = np.array(case["right"]), np.array(case["prior_right"])
    prior = Outcomes.from_counts(np.stack([prior_trials - prior_right, prior_right], axis=2))
    counts = count_outcomes(Outcomes.from_counts(np.stack([trials - right, right], axis=2)).with_prior(prior))
    place = [int(model.split()[1]) - 1 for model in counts.models]
    ability = (score - score.mean())[place]
    answers = counts.counts[:, :, 1]
    pull = len(score) * score.mean() / answers.shape[1]

    def excess(difficulty, question):
        return (answers[:, question] - trials * expit(ability - difficulty)).sum() - pull

    difficulty = [optimize.brentq(excess, -40, 40, args=(question,)) for question in range(answers.shape[1])]
    model = prior_mean_rasch(counts, prior_accuracy="clipped", ability_scale=1.0, difficulty_scale=1e3)
    free = model["ability_deviation"]
    transform = model.rvs_to_transforms[free]
    deviation = transform.forward(pt.as_tensor(ability - prior_means(counts, "clipped"))).eval()
    gradient = model.compile_dlogp(vars=[free], mode="FAST_COMPILE")(
        {"ability_deviation_zerosum__": deviation, "difficulty_mean": 0.0, "difficulty": np.array(difficulty)}
    )
    np.testing.assert_allclose(gradient, 0, atol=2e-4)


def test_contradicting_prior_outcomes_are_told():
    against = count_outcomes(Outcomes.from_array([[1, 1], [0, 0]], prior=[[[0], [0]], [[1], [1]]]))
    told = doubts(against, "benchmark")[0]
    assert told.startswith("prior outcomes give abilities their prior means, but score the models otherwise")


def test_what_it_cannot_use_is_refused():
    with pytest.raises(DataError, match="data for 'prior_mean_rasch' must have prior outcomes"):
        prior_mean_rasch(count_outcomes(Outcomes.from_array([[1, 0], [0, 1]])))
    counts = count_outcomes(Outcomes.from_array([[1, 0], [0, 1]], prior=[[1], [0]]))
    with pytest.raises(ValueError, match="prior_accuracy must be one of smoothed, clipped; got 'raw'"):
        prior_mean_rasch(counts, prior_accuracy="raw")


def test_maximum_likelihood_is_refused():
    data = Outcomes.from_array([[1, 0, 1], [0, 1, 0]], prior=np.array([[1.0], [0], [1]]))
    with pytest.raises(
        NotIdentifiedError, match=r"prior outcomes enter by the prior alone, .*; got maximum likelihood"
    ):
        fit(data, "prior_mean_rasch", inference="mle")
