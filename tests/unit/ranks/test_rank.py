"""One call from data to the ranking by any method."""

import numpy as np
import pandas as pd
import pytest

import bayesrank as br
from bayesrank.rules.registry import find_rule, rule_families
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts

DATA = br.Outcomes.from_array(
    [[[1, 1], [1, 0], [1, 1]], [[1, 0], [1, 1], [0, 0]], [[0, 0], [0, 0], [0, 1]]], models=["a", "b", "c"]
)


def test_scores_are_under_their_names():
    # Means 5/6, 1/2, 1/6, whatever the order of the models inside.
    ranking = br.rank(DATA, "avg")
    np.testing.assert_allclose(ranking.scores, [5 / 6, 1 / 2, 1 / 6])
    assert ranking.names == ("a", "b", "c")
    assert ranking.warnings == ()
    assert ranking.random_seed is None


def test_a_rule_of_ones_own_is_ranked_as_any():
    @ranking_rule(ties="not compared", missing="left out", cost="L M", reference="nobody2000")
    def best_question(counts: OutcomeCounts):
        return np.nanmax(counts.mean_outcome, axis=-1)

    ranking = br.rank(DATA, best_question)
    assert ranking.method == "best_question"
    assert ranking.scores.tolist() == [1, 1, 0.5]


def test_options_go_to_the_rule_and_to_the_reduction():
    # Borda of a, over trials: against b 3 wins (question 1 trial 2, question 3 both), 2 ties: 4; against c 4 wins
    # and 2 ties (question 2 trial 2, question 3 trial 2): 5. Over questions: a beats b on 1 and 3: 2; c on all: 3.
    ranking = br.rank(DATA, "borda", voters="trials")
    by_question = br.rank(DATA, "borda")
    assert ranking.scores[0] == 9
    assert by_question.scores[0] == 5
    assert ranking.options == {"voters": "trials"}
    lower = br.rank(DATA, "minimax", ties="ignore")
    assert lower.options == {"ties": "ignore"}


def test_unknown_options_are_refused():
    with pytest.raises(ValueError, match=r"options of 'borda' must be among voters; got 'tie'\. Check the spelling\."):
        br.rank(DATA, "borda", tie="half")
    with pytest.raises(ValueError, match="options of 'avg' must be none for these data; got 'voters'"):
        br.rank(DATA, "avg", voters="trials")


def test_an_unknown_method_is_refused():
    with pytest.raises(ValueError, match=r"method must be one of .*; got 'bordo'"):
        br.rank(DATA, "bordo")


def test_data_that_the_rule_cannot_read_are_refused():
    table = br.ScoreTable(("a", "b"), ("x",), np.array([[1.0], [2.0]]), np.array([True]))
    with pytest.raises(br.DataError, match="OutcomeCounts must come from Outcomes; got ScoreTable"):
        br.rank(table, "avg")


# Uncertainty


def test_avg_lifted_to_the_cells_is_bayes():
    # The same seed and blocks: the same draws; and the exact mean in the place of theirs.
    lifted = br.rank(DATA, "avg", uncertainty="posterior", target="benchmark", random_seed=3)
    fitted = br.fit(DATA, "bayes", draws=500, random_seed=3)  # a chain; of 4
    np.testing.assert_allclose(lifted.draws, fitted.draws, rtol=1e-12)
    pd.testing.assert_frame_equal(lifted.ranking(), fitted.ranking().drop(columns="converged"), rtol=1e-12)
    np.testing.assert_allclose(lifted.diagnostics["standard_deviation"], fitted.moments.standard_deviation)


@pytest.mark.parametrize("name", [name for name in rule_families() if find_rule(name).moments is not None])
def test_exact_moments_are_those_of_the_draws(name):
    # 40,000 draws: the mean within 5 standard errors, 1 false alarm in 2 million each; the spread within 5 / sqrt(2 n)
    # of a normal law's, doubled for the tails of bounded laws.
    options = {"uncertainty": "posterior", "target": "benchmark", "draws": 40_000, "random_seed": 1}
    lifted = br.rank(br.Outcomes.from_array([[[1, 1, 0], [0, 1, 1]], [[0, 0, 1], [0, 0, 0]]]), name, **options)
    mean, deviation = (lifted.diagnostics[moment] for moment in ("mean", "standard_deviation"))
    np.testing.assert_array_equal(lifted.scores, mean)
    np.testing.assert_allclose(lifted.draws.mean(axis=0), mean, atol=5 * deviation.max() / 200)
    np.testing.assert_allclose(lifted.draws.std(axis=0), deviation, rtol=10 / np.sqrt(2 * 40_000))


def test_avg_lifted_to_the_population_is_the_program_population():
    lifted = br.rank(DATA, "avg", uncertainty="posterior", random_seed=3)
    np.testing.assert_allclose(lifted.draws, br.fit(DATA, draws=500, random_seed=3).draws, rtol=1e-12)
    assert lifted.target == "population"


def test_posterior_scores_are_the_mean_of_the_draws_and_bootstrap_scores_those_of_the_data():
    posterior = br.rank(DATA, "borda", uncertainty="posterior", random_seed=0)
    np.testing.assert_allclose(posterior.scores, posterior.draws.mean(axis=0))
    bootstrap = br.rank(DATA, "borda", uncertainty="bootstrap", random_seed=0)
    np.testing.assert_array_equal(bootstrap.scores, br.rank(DATA, "borda").scores)


def test_the_seed_decides_the_draws():
    calls = [br.rank(DATA, "copeland", uncertainty="bootstrap", draws=50, random_seed=seed) for seed in (1, 1, 2)]
    np.testing.assert_array_equal(calls[0].draws, calls[1].draws)
    assert (calls[0].draws != calls[2].draws).any()
    fresh = br.rank(DATA, "copeland", uncertainty="bootstrap", draws=50)
    again = br.rank(DATA, "copeland", uncertainty="bootstrap", draws=50, random_seed=fresh.random_seed)
    np.testing.assert_array_equal(fresh.draws, again.draws)


def test_rules_that_draw_get_the_seed():
    one, same, other = (br.rank(DATA, "elo", games="questions", random_seed=seed).scores for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert (one != other).any()


def test_ratings_are_of_questions_in_the_data_as_in_the_draws():
    lifted = br.rank(DATA, "elo", uncertainty="bootstrap", draws=50, random_seed=1)
    np.testing.assert_array_equal(lifted.scores, br.rank(DATA, "elo", games="questions", random_seed=1).scores)


def test_rounding_is_no_certainty():
    # All models are alike, so that no draw tells them apart: each is best with certainty, and nobody is above anybody.
    lifted = br.rank(br.Outcomes.from_array(np.ones((3, 4, 2))), "spectral", uncertainty="bootstrap", random_seed=0)
    table = lifted.ranking()
    assert table["p_best"].tolist() == [1, 1, 1]
    assert table["tier"].tolist() == [1, 1, 1]
    assert (table["rank_upper"] == 1).all()


def test_draws_without_uncertainty_are_refused():
    with pytest.raises(ValueError, match="draws must be of an uncertainty, and none was asked for; got 7"):
        br.rank(DATA, "bayes", draws=7)


def test_a_target_without_uncertainty_is_refused():
    with pytest.raises(ValueError, match="target must be of an uncertainty, and none was asked for; got 'population'"):
        br.rank(DATA, "borda", target="population")


def test_odd_choices_are_refused():
    with pytest.raises(ValueError, match="uncertainty must be one of posterior, bootstrap; got 'jackknife'"):
        br.rank(DATA, "borda", uncertainty="jackknife")
    with pytest.raises(ValueError, match="target must be one of population, benchmark; got 'ability'"):
        br.rank(DATA, "borda", uncertainty="posterior", target="ability")
    with pytest.raises(ValueError, match="draws must be a whole number of at least 1; got 0"):
        br.rank(DATA, "borda", uncertainty="posterior", draws=0)


# Programs


def test_a_program_ranks_by_its_posterior_mean_or_a_quantile():
    # Bayes@N: mean over questions of (k + 1) / (N + 2): a (3 + 2 + 3) / 4 / 3, b (2 + 3 + 1) / 12, c (1 + 1 + 2) / 12
    ranking = br.rank(DATA, "bayes")
    np.testing.assert_allclose(ranking.scores, [8 / 12, 6 / 12, 4 / 12])
    # sd of a: each cell has p (1 - p) / (N + 3): (3/16 + 4/16 + 3/16) / 5, over 3^2
    lower = br.rank(DATA, "bayes", quantile=0.05)
    assert lower.scores[0] == pytest.approx(8 / 12 - 1.6448536269514722 * np.sqrt(10 / 16 / 5) / 3)


def test_uncertainty_of_a_program_is_its_fit():
    with pytest.raises(ValueError, match=r"'bayes' must be ranked without .* Use fit\(data, 'bayes'\)"):
        br.rank(DATA, "bayes", uncertainty="posterior")


def test_a_program_gives_the_cells_of_these_questions():
    # Each cell has one right trial of one under a uniform prior: Beta(2, 1), so that E[1 - (1 - p)^3] = 1 - 6 / 60 = .9
    # (the moments of 1 - p: 1 * 2 * 3 / (3 * 4 * 5)); sd of p^3 under Beta(1, 2) below .2, 25 cells, 2,000 draws.
    data = br.Outcomes.from_array(np.ones((2, 25)))
    found = br.rank(data, "pass_at_k", k=3, uncertainty="posterior", target="benchmark", program="bayes", random_seed=1)
    assert found.scores == pytest.approx([0.9, 0.9], abs=5 * 0.2 / np.sqrt(25 * 2_000))
    assert found.options == {"k": 3, "program": "bayes"}
    assert found.draws.shape == (2_000, 2)


def test_a_program_goes_with_the_posterior_of_cells():
    data = br.Outcomes.from_array(np.eye(2))
    with pytest.raises(ValueError, match="program must be of an uncertainty, and none was asked for; got 'bayes'"):
        br.rank(data, "avg", program="bayes")
    for options in ({"uncertainty": "bootstrap"}, {"uncertainty": "posterior", "target": "population"}):
        with pytest.raises(ValueError, match="program must go with uncertainty='posterior' and target='benchmark'"):
            br.rank(data, "avg", program="bayes", **options)
    with pytest.raises(ValueError, match="got method 'population', a program itself"):
        br.rank(data, "population", program="bayes")


def test_a_program_ranks_by_its_mode():
    # 3 x 3 cells of right and wrong: the mode of the posterior keeps the order of the right answers, 5, 3 and 1.
    ranking = br.rank(DATA, "rasch", inference="map", target="ability")
    assert ranking.ranks_of_scores.tolist() == [1, 2, 3]
    assert ranking.scores.sum() == pytest.approx(0, abs=1e-9)
