"""Contraction against variances worked by hand, in the order of names."""

from dataclasses import replace

import numpy as np
import pytest
import xarray as xr

import bayesrank as br
from bayesrank.diagnosis.information import _without_data, information
from tests.faulty_data import answers, chances


@pytest.fixture(scope="module")
def fitted():
    return br.fit(
        answers(chances(1, n_models=4)), "rasch", target="ability", inference="laplace", draws=50, random_seed=1
    )


def with_prior(fit, scores, name="score"):
    """Return the fit with draws from the prior, of the models in reversed order."""
    models = list(fit.models)[::-1]
    prior = xr.Dataset({name: (("chain", "draw", "model"), scores[None, :, ::-1])}, coords={"model": models})
    groups = {name: node.to_dataset() for name, node in fit.posterior.children.items()}
    return replace(fit, posterior=xr.DataTree.from_dict({**groups, "prior": prior}))


@pytest.mark.parametrize("name", ["score", "ability"])
def test_contraction_is_what_the_posterior_took_of_the_prior_variance(fitted, name):
    # prior variances of 1.25, 2.5, 4 and 100 times that of the posterior: contraction 1/5, 3/5, 3/4 and 99/100
    sides = np.where(np.arange(500)[:, None] % 2, 1.0, -1.0)  # variance 1
    deviation = np.sqrt(fitted.draws.var(axis=0) * [1.25, 2.5, 4, 100])
    found = information(with_prior(fitted, sides * deviation, name), random_seed=1)
    np.testing.assert_allclose(found.judged.observed, [0.2, 0.6, 0.75, 0.99])
    assert found.about == fitted.models
    assert [bool(sentence) for sentence in found.sentences] == [True, False, False, False]
    assert "of the scores of 'model 1' (contraction below 0.5)" in found.sentences[0]


def test_a_score_that_never_varies_has_no_contraction(fitted):
    found = information(with_prior(fitted, np.zeros((10, 4))), random_seed=1)
    assert np.isnan(found.judged.observed).all()
    assert not found.judged.alarming.any()


def test_without_data_a_prior_of_other_variables_says_nothing(fitted):
    read = replace(with_prior(fitted, np.ones((10, 4)), "ability"), basis=None)
    assert information(read, random_seed=1) is None
    assert information(replace(fitted, basis=None), random_seed=1) is None


def test_a_posterior_without_likelihood_has_no_prior():
    fit = br.fit(answers(chances(1, n_models=3)), "population", draws=50, random_seed=1)
    assert information(fit, random_seed=1) is None


def test_the_prior_is_drawn_where_no_sampler_did():
    # Bayes@N: a cell of n trials, k right, is Beta(1 + k, 1 + n - k) instead of Beta(1, 1), whose variance is 1/12.
    right = np.array([[1.0] * 8, [1.0] * 4 + [0.0] * 4])[:, None, :]
    fit = br.fit(br.Outcomes.from_array(right), "bayes", draws=10_000, random_seed=1)
    found = information(fit, random_seed=1)
    variances = np.array([9 * 1, 5 * 5]) / (10**2 * 11)  # a b / ((a + b)^2 (a + b + 1))
    # 500 draws from the prior: their variance strays by sqrt(0.8 / 500) = 4 % of itself
    np.testing.assert_allclose((1 - found.judged.observed) / (12 * variances), 1, atol=0.15)


def test_a_prior_is_scored_without_the_outcomes():
    fit = br.fit(answers(chances(1, n_models=3)), "bayes", draws=50, random_seed=1)
    emptied = _without_data(fit.basis.statistic)
    assert emptied.counts.sum() == 0
    assert emptied.counts.shape == fit.basis.statistic.counts.shape
    assert fit.basis.statistic.counts.sum() > 0
