"""What is said before the ranking by a rule."""

import numpy as np

import bayesrank as br
from bayesrank.observations.comparisons import Comparisons
from bayesrank.ranks.rule_doubts import sampling_doubts

NAN = float("nan")


def test_models_in_pieces_are_told_first():
    # a and b met, c and d met, and nothing compares the two pairs.
    data = Comparisons(("a", "b", "c", "d"), np.array([0, 2]), np.array([1, 3]), np.array([1, 1]), np.array([2, 1]))
    (said,) = br.rank(data, "copeland").warnings
    assert said.startswith("models fall into 2 groups that nothing compares ('c' and 'a' are in different ones)")


def test_pairs_that_never_met_are_told_where_they_count_as_equal():
    # a met b and b met c: one of three pairs never met
    data = Comparisons(("a", "b", "c"), np.array([0, 1]), np.array([1, 2]), np.array([1, 1]), np.array([2, 1]))
    (said,) = br.rank(data, "nash").warnings
    assert said.startswith("33.3% of the pairs of models never met and are taken as equal here")
    assert br.rank(data, "hodge_rank").warnings == ()


def test_missing_cells_are_told_with_what_the_rule_does():
    data = br.Outcomes.from_array([[1, 0, NAN], [1, 1, 0]])
    (said,) = br.rank(data, "avg").warnings
    assert said.startswith("83.3% of the cells are observed; here what is missing takes part in nothing.")


def test_the_order_of_trials_is_told_to_decide():
    data = br.Outcomes.from_array([[[1, 0], [1, 1]], [[0, 1], [0, 0]]])
    (said,) = br.rank(data, "elo").warnings
    assert said.startswith("ratings depend on the order of trials and questions, which says nothing")
    assert br.rank(data, "elo", permutations=5).warnings == ()


def test_an_unknown_order_is_told():
    data = br.Outcomes.from_counts([[[1, 2], [3, 0]], [[0, 3], [2, 1]]])
    (said,) = br.rank(data, "elo").warnings
    assert said.startswith("ratings depend on the order of games, which is not known")


def test_battles_in_order_of_play_leave_no_doubt():
    data = Comparisons(
        ("a", "b"), np.array([0, 0]), np.array([1, 1]), np.array([1, -1]), np.array([1, 1]), order=np.array([0.0, 1])
    )
    assert br.rank(data, "elo").warnings == ()


def test_prior_outcomes_are_told_to_be_unused():
    data = br.Outcomes.from_array([[1, 0], [1, 1]], prior=[[1], [0]])
    (said,) = br.rank(data, "avg").warnings
    assert said.startswith("prior outcomes are not used here.")


def test_the_posterior_of_cells_has_the_doubts_of_bayes():
    data = br.Outcomes.from_array([[1, 0], [1, 1]])
    assert sampling_doubts(data, "posterior", "benchmark")[0].startswith("bayes puts a uniform prior on every question")
    assert sampling_doubts(data, "posterior", "population") == []


def test_few_trials_are_too_few_to_resample():
    two = br.Outcomes.from_array(np.ones((2, 3, 2)))
    assert sampling_doubts(two, "bootstrap", "benchmark")[0].startswith("there are 2 trials a cell (below 8)")
    assert sampling_doubts(br.Outcomes.from_array(np.ones((2, 3, 8))), "bootstrap", "benchmark") == []
