"""Preposterior analysis against closed forms."""

import numpy as np
import pytest
from scipy.stats import norm

import bayesrank as br
from bayesrank.diagnosis.plan import plan
from bayesrank.errors import DataError
from bayesrank.ranks.ranking import Ranking


def ranking(draws, target="benchmark"):
    models = tuple("abcdefgh"[: draws.shape[1]])
    return Ranking("rule", {}, models, draws.mean(axis=0), draws, "posterior", target, "", (), "", {}, 1)


def normal_draws(mean, sd, size=40_000):
    return np.random.default_rng(1).normal(mean, sd, (size, len(mean)))


def test_two_models_by_the_normal_distribution():
    # Gap 1, each sd 1: now Pr(a > b) = Phi(1 / sqrt 2) = .760. With four times the data the posterior sd of the gap is
    # sqrt(2) / 2, the mean gap of the future G ~ N(1, 2 - 1/2), and the expected certainty E Phi(|G| / sqrt(1/2)).
    found = plan(ranking(normal_draws([1.0, 0.0], 1.0)), factors=[1, 4], certainty=0.9)
    node = np.linspace(-9, 11, 20_001)
    future = norm.pdf(node, 1, np.sqrt(1.5)) * (node[1] - node[0])
    expected = [norm.cdf(1 / np.sqrt(2)), (future * norm.cdf(np.abs(node) / np.sqrt(0.5))).sum()]
    # standard error of the mean over 100 futures: at most .15 / 10
    np.testing.assert_allclose(found.table["p_best"], expected, atol=0.045)
    settled = [0.0, (future * (norm.cdf(np.abs(node) / np.sqrt(0.5)) > 0.9)).sum()]
    np.testing.assert_allclose(found.table["pairs_settled"], settled, atol=0.15)  # 3 standard errors of a share of 100


def test_what_is_certain_needs_nothing():
    found = plan(ranking(normal_draws([9.0, 0.0, -9.0], 1.0)))
    assert found.factor == 1
    assert repr(found) == "Plan(the best is known with 0.95 certainty already)"
    assert found.table["pairs_settled"].iloc[0] == 1


def test_equal_models_are_never_told_apart_by_much_data_of_one_truth():
    # Two models of one score in every draw: nothing that comes can separate them.
    draws = np.repeat(normal_draws([0.0], 1.0), 2, axis=1)
    found = plan(ranking(draws, "population"), factors=[1, 64])
    assert found.table["pairs_settled"].tolist() == [0, 0]
    assert found.factor is None
    assert "questions" in repr(plan(ranking(normal_draws([0.0, 0.0], 1.0), "population"), factors=[1, 2]))


def test_more_data_settle_more():
    table = plan(ranking(normal_draws([0.3, 0.1, 0.0], 0.2))).table
    assert (np.diff(table["p_best"]) > -0.02).all()
    assert table["p_best"].iloc[-1] > table["p_best"].iloc[0] + 0.2


def test_a_fit_is_planned_for():
    data = br.Outcomes.from_array(np.random.default_rng(2).integers(0, 2, (3, 20)).astype(float))
    assert plan(br.fit(data, random_seed=1)).more_of == "questions"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"certainty": 1}, "certainty must lie between 0 and 1; got 1"),
        ({"factors": [0.5]}, r"factors must be at least 1, .*; got \[0.5\]"),
        ({"factors": []}, r"factors must be at least 1, .*; got \[\]"),
    ],
)
def test_odd_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        plan(ranking(normal_draws([1.0, 0.0], 1.0, 100)), **options)


def test_one_model_has_no_rivals():
    with pytest.raises(DataError, match="a plan must have at least two models"):
        plan(ranking(normal_draws([1.0], 1.0, 100)))
