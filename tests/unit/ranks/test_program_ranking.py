"""Rankings by one number of a posterior."""

from types import SimpleNamespace

import numpy as np
import pytest

import bayesrank as br
from bayesrank.ranks.program_ranking import rank_by_program

NAN = float("nan")
DATA = br.Outcomes.from_array([[1, 1, 0, NAN], [0, 1, 0, 0]], models=["a", "b"])


def test_exact_moments_need_no_draws():
    # population, complete: (S + 1) / (M + 2) for b: 2 / 6
    data = br.Outcomes.from_array([[1, 1, 0, 0], [0, 1, 0, 0]], models=["a", "b"])
    ranking = rank_by_program(data, "population", {}, random_seed=1)
    np.testing.assert_allclose(ranking.scores, [3 / 6, 2 / 6])
    assert ranking.random_seed is None


def test_without_them_the_posterior_is_drawn():
    # population, missing cells: the marginal of a is Beta(3, 2), of b Beta(2, 4); their 5 % quantiles by the
    # incomplete beta function: .2486 and .0764. The Monte-Carlo error of 40,000 draws is below .002 (5 se: .01).
    ranking = rank_by_program(DATA, "population", {}, random_seed=1)
    np.testing.assert_allclose(ranking.scores, [3 / 5, 2 / 6], atol=0.006)
    assert ranking.random_seed == 1
    lower = rank_by_program(DATA, "population", {"quantile": 0.05}, random_seed=1)
    np.testing.assert_allclose(lower.scores, [0.2486, 0.0764], atol=0.01)


def test_what_the_program_doubts_is_said():
    assert rank_by_program(DATA, "bayes", {}, random_seed=0).warnings


def test_a_quantile_lies_inside():
    with pytest.raises(ValueError, match="quantile must lie between 0 and 1; got 5"):
        rank_by_program(DATA, "bayes", {"quantile": 5}, random_seed=0)


def test_the_target_is_that_of_the_program():
    ranking = rank_by_program(DATA, "bayes", {}, random_seed=0)
    assert (ranking.target, ranking.target_words) == ("benchmark", "these questions")
    assert ranking.score_unit.startswith("mean utility on these questions")
    assert "Ranking('bayes' of 2 models, these questions, first: 'a')" in repr(ranking)
    with pytest.raises(ValueError, match="target of 'bayes' must be benchmark; got 'population'"):
        rank_by_program(DATA, "bayes", {}, target="population", random_seed=0)


def test_other_options_are_refused():
    with pytest.raises(ValueError, match="options of 'bayes' must be none for these data; got 'k'"):
        rank_by_program(DATA, "bayes", {"k": 2}, random_seed=0)


def test_one_model_is_told_to_have_no_rank():
    lone = br.Outcomes.from_array([[1] * 9 + [0]], models=["a"])
    assert "'a' is the only model" in rank_by_program(lone, "population", {}, random_seed=0).warnings[0]


def test_a_point_ranks_without_draws():
    # Rasch by maximum likelihood: two models and the questions that tell them apart, of which each wins one of two.
    data = br.Outcomes.from_array([[1, 0, 1, 1], [0, 1, 1, 0]], models=["a", "b"])
    ranking = rank_by_program(data, "rasch", {"inference": "map"}, target="ability", random_seed=0)
    assert ranking.options == {"inference": "map"}
    assert ranking.random_seed is None
    assert ranking.scores[0] == pytest.approx(-ranking.scores[1])
    assert ranking.scores[0] > 0
    with pytest.raises(ValueError, match=r"quantile must be left out where one point is asked for; got 0\.05\. Use"):
        rank_by_program(data, "rasch", {"inference": "map", "quantile": 0.05}, random_seed=0)


def test_asking_for_draws_makes_draws_though_moments_are_known():
    data = br.Outcomes.from_array([[1, 1, 0, 0], [0, 1, 0, 0]], models=["a", "b"])
    ranking = rank_by_program(data, "population", {"inference": "exact"}, random_seed=1)
    assert ranking.random_seed == 1
    np.testing.assert_allclose(ranking.scores, [3 / 6, 2 / 6])  # the exact means all the same


def unconverged(*_, **__):
    return SimpleNamespace(converged=False, warnings=("the sampler may not have converged: R-hat is 2",))


def test_chains_that_did_not_converge_are_no_ranking(monkeypatch):
    monkeypatch.setattr("bayesrank.ranks.program_ranking.fit", unconverged)
    with pytest.raises(br.ConvergenceError, match="R-hat is 2"):
        rank_by_program(DATA, "rasch", {}, random_seed=0)


def test_what_is_sampled_is_counted_once(monkeypatch):
    counted = []

    def fitted(data, *_, **__):
        counted.append(data)
        return unconverged()

    monkeypatch.setattr("bayesrank.ranks.program_ranking.fit", fitted)
    monkeypatch.setattr("bayesrank.ranks.program_ranking.chosen_program", counted.append)
    with pytest.raises(br.ConvergenceError):
        rank_by_program(DATA, "rasch", {}, random_seed=0)
    assert counted == [DATA]
