"""Stacks of data sets: the laws that they are drawn from."""

import numpy as np
import pytest

from bayesrank import DataError, Orderings, Outcomes, ScoreTable
from bayesrank.observations.comparisons import Comparisons
from bayesrank.programs.outcomes import bayes, population
from bayesrank.ranks.stacks import STACKERS, question_bootstrap, question_posterior, trial_bootstrap
from bayesrank.statistics.games import Games, order_games
from bayesrank.statistics.outcome_counts import count_outcomes
from bayesrank.statistics.pair_counts import PairCounts, count_pairs
from bayesrank.statistics.profile import Profile, profile_orderings, profile_scores

NAN = float("nan")
TENSOR = np.array([[[1, 1, 0, 1], [0, 1, 0, 0], [1, 1, 1, 1]], [[1, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]]])
COUNTS = count_outcomes(Outcomes.from_array(TENSOR))
DRAWS = 40_000


def averages(stack):
    """Return the mean outcome of each model in each data set."""
    return stack.over_questions(stack.mean_outcome)


def rng(seed=0):
    return np.random.default_rng(seed)


def assert_moments(draws, mean, variance):
    """Compare sample mean and variance with the law's; 5 standard errors: 1 false alarm in 2 million a number."""
    n_draws = len(draws)
    np.testing.assert_allclose(draws.mean(axis=0), mean, atol=5 * np.sqrt(np.max(variance) / n_draws))
    spread = ((draws - draws.mean(axis=0)) ** 2).std(axis=0).max()
    np.testing.assert_allclose(draws.var(axis=0), variance, atol=5 * spread / np.sqrt(n_draws))


@pytest.mark.parametrize("weights", [None, [0, 0.3, 1]], ids=["binary", "graded"])
def test_cells_are_those_of_bayes(weights):
    # The same generator gives the program's own draws of the scores and the cells whose mean utility they are.
    data = Outcomes.from_array(TENSOR if weights is None else TENSOR + (TENSOR[:, ::-1] & TENSOR), weights=weights)
    counts = count_outcomes(data)
    np.testing.assert_allclose(
        averages(bayes.cell_draws(counts, 50, rng())), bayes.exact(counts, 50, rng()), rtol=1e-12
    )


def test_missing_cells_stay_missing():
    counts = count_outcomes(Outcomes.from_array([[1, NAN, 0], [0, 1, 1]], models=["a", "b"]))
    stack = bayes.cell_draws(counts, 5, rng())
    assert np.isnan(stack.mean_outcome).sum() == 5
    np.testing.assert_array_equal(stack.n_trials, np.broadcast_to(counts.n_trials, (5, 2, 3)))


@pytest.mark.parametrize("cluster", [[0, 1, 2], ["x", "y", "y"]], ids=["questions", "clusters"])
def test_weights_of_questions_are_those_of_population(cluster):
    # The mean outcome under these weights, the prior among them, is the program's own draw of the score.
    counts = count_outcomes(Outcomes.from_array(TENSOR, question_metadata={"cluster": cluster}))
    stack = question_posterior(counts, 50, rng())
    np.testing.assert_allclose(averages(stack), population.exact(counts, 50, rng()), rtol=1e-12)
    np.testing.assert_allclose(stack.question_weight.sum(axis=1), 4)  # three questions and the prior


def test_the_bootstrap_of_questions_has_its_variance():
    # Mean outcomes of the cells: y1 = 3/4, 1/4, 1 and y2 = 1/4, 1/2, 1/4. Drawing 3 of 3 with replacement gives
    # the mean the expectation y-bar and the variance (mean of y^2 - y-bar^2) / 3.
    y = TENSOR.mean(axis=2)
    stack = question_bootstrap(COUNTS, DRAWS, rng())
    assert (stack.question_weight.sum(axis=1) == 3).all()
    place = [COUNTS.models.index(name) for name in ("model 1", "model 2")]
    assert_moments(averages(stack)[:, place], y.mean(axis=1), y.var(axis=1) / 3)


def test_questions_of_one_cluster_are_drawn_together():
    data = Outcomes.from_array(TENSOR, question_metadata={"cluster": [7, 7, 8]})
    counts = count_outcomes(data)
    weight = question_bootstrap(counts, 200, rng()).question_weight
    pair = [counts.questions.index(name) for name in ("question 1", "question 2")]
    np.testing.assert_array_equal(weight[:, pair[0]], weight[:, pair[1]])
    assert set(np.unique(weight)) == {0, 1, 2}  # two clusters drawn twice


def test_the_bootstrap_of_trials_has_its_variance():
    # k of 4 right: a resampled share has variance p (1 - p) / 4, and the mean of three cells their sum / 9.
    p = TENSOR.mean(axis=2)
    stack = trial_bootstrap(COUNTS, DRAWS, rng())
    assert (stack.counts.sum(axis=3) == 4).all()
    place = [COUNTS.models.index(name) for name in ("model 1", "model 2")]
    assert_moments(averages(stack)[:, place], p.mean(axis=1), (p * (1 - p)).sum(axis=1) / 4 / 9)


def test_no_trial_is_drawn_where_there_is_none():
    counts = count_outcomes(Outcomes.from_array([[1, NAN], [0, 1]]))
    assert (trial_bootstrap(counts, 3, rng()).n_trials == counts.n_trials).all()


def test_trials_of_fractions_are_refused():
    counts = count_outcomes(Outcomes.from_array([[0.5, 1.0], [0.2, 0.0]]))
    with pytest.raises(DataError, match="outcomes must be categories for their trials to be resampled; got fractions"):
        trial_bootstrap(counts, 3, rng())


@pytest.mark.parametrize("stacker", [question_posterior, question_bootstrap])
def test_prior_outcomes_are_refused_where_questions_are_exchanged(stacker):
    counts = count_outcomes(Outcomes.from_array(TENSOR, prior=[[1], [0], [1]]))
    with pytest.raises(DataError, match="prior outcomes"):
        stacker(counts, 3, rng())


ORDERINGS = Orderings(
    models=("a", "b"),
    voters=("v", "w"),
    voter_index=np.array([0, 0, 1, 1]),
    model_index=np.array([0, 1, 0, 1]),
    rank=np.array([1, 2, 2, 1]),
    multiplicity=np.array([30, 10]),
)


def test_voters_are_drawn_as_often_as_they_are():
    # Of 40 ballots, 30 like v's: the resampled number is Binomial(40, 3/4); the posterior one 40 Beta(30, 10).
    profile = profile_orderings(ORDERINGS)
    v = profile.voters.index("v")
    drawn = STACKERS[Profile, "bootstrap", "population"](profile, DRAWS, rng()).weights[:, v]
    assert_moments(drawn, 30, 40 * 0.75 * 0.25)
    weighed = STACKERS[Profile, "posterior", "population"](profile, DRAWS, rng()).weights[:, v]
    assert_moments(weighed, 30, 40**2 * 30 * 10 / (40**2 * 41))


def test_benchmarks_are_voters_too():
    table = ScoreTable(("a", "b"), ("x", "y", "z"), np.array([[1.0, 2, 3], [2, 1, 1]]), np.array([True] * 3))
    stack = STACKERS[Profile, "bootstrap", "population"](profile_scores(table), 4, rng())
    assert stack.ranks.shape == (4, 3, 2)
    assert (stack.weights.sum(axis=1) == 3).all()


BATTLES = Comparisons(
    models=("a", "b", "c"),
    model_a=np.array([0, 0, 1, 2]),
    model_b=np.array([1, 1, 2, 0]),
    winner=np.array([1, 0, -1, 0]),
    count=np.array([6, 2, 4, 8]),
    order=np.array([0.0, 1, 2, 3]),
)


def test_battles_are_drawn_as_often_as_they_are():
    # 20 battles, 6 of them won by a against b: Binomial(20, .3), and 20 Beta(6, 14) for the posterior.
    counts = count_pairs(BATTLES)
    a, b = (counts.models.index(name) for name in "ab")
    drawn = STACKERS[PairCounts, "bootstrap", "population"](counts, DRAWS, rng())
    assert_moments(drawn.wins[:, a, b], 6, 20 * 0.3 * 0.7)
    np.testing.assert_array_equal(drawn.ties, drawn.ties.swapaxes(1, 2))
    np.testing.assert_allclose(drawn.wins.sum(axis=(1, 2)) + drawn.ties.sum(axis=(1, 2)) / 2, 20)
    weighed = STACKERS[PairCounts, "posterior", "population"](counts, DRAWS, rng())
    assert_moments(weighed.wins[:, a, b], 6, 20**2 * 6 * 14 / (20**2 * 21))
    assert (weighed.wins[:, b, a] == 0).all()


def test_games_keep_their_order_and_are_weighed():
    games = order_games(BATTLES)
    stack = STACKERS[Games, "bootstrap", "population"](games, 10, rng())
    assert stack.weight.shape == (10, 20)
    assert (stack.weight.sum(axis=1) == 20).all()
    np.testing.assert_array_equal(stack.period, games.period)
