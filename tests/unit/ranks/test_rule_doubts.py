"""What is said before the ranking by a rule."""

import numpy as np
import pytest

import bayesrank as br
from bayesrank.observations.comparisons import Comparisons
from bayesrank.ranks.lift import DrawnScores
from bayesrank.ranks.rule_doubts import sampling_doubts
from bayesrank.rules.registry import find_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.summarise import summarise

NAN = float("nan")
AVG = find_rule("avg")


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


def test_prior_outcomes_that_are_used_leave_no_doubt():
    data = br.Outcomes.from_array(np.ones((2, 3, 9)), prior=[[1], [0], [1]])
    lifted = br.rank(data, "borda", uncertainty="posterior", target="benchmark", draws=5, random_seed=0)
    assert not any("prior outcomes are not used" in doubt for doubt in lifted.warnings)


def drawn(data, in_pieces=0.0, statistic=OutcomeCounts):
    return DrawnScores(summarise(data, statistic), np.zeros((1, 2)), in_pieces)


def test_the_posterior_of_cells_has_the_doubts_of_its_prior():
    data = br.Outcomes.from_array([[1, 0] * 6, [1, NAN] * 6])
    (said,) = sampling_doubts(data, AVG, drawn(data), "posterior", "benchmark")  # of filled cells no word: none is
    assert said.startswith("bayes puts a uniform prior on every question and there are 1 trials a cell (below 8)")
    assert said.endswith("Use target='population' for questions like these.")
    assert sampling_doubts(data, AVG, drawn(data), "posterior", "population") == []


def test_few_trials_are_too_few_to_resample():
    two = br.Outcomes.from_array(np.ones((2, 3, 2)))
    (said,) = sampling_doubts(two, AVG, drawn(two), "bootstrap", "benchmark")
    assert said.startswith("there are 2 trials a cell (below 8)")
    eight = br.Outcomes.from_array(np.ones((2, 3, 8)))
    assert sampling_doubts(eight, AVG, drawn(eight), "bootstrap", "benchmark") == []


def test_few_units_say_little_of_others():
    two = br.Outcomes.from_array(np.ones((2, 2, 8)))
    (said,) = sampling_doubts(two, AVG, drawn(two), "bootstrap", "population")
    assert said.startswith("there are 2 units to exchange (below 10)")
    assert br.rank(two, "avg", uncertainty="bootstrap", draws=5, random_seed=0).warnings[0] == said


def test_draws_in_pieces_are_told():
    data = br.Outcomes.from_array(np.ones((2, 12, 8)))
    (said,) = sampling_doubts(data, AVG, drawn(data, in_pieces=0.25), "bootstrap", "population")
    assert said.startswith("in 25.0% of the drawn data sets models fall into groups that nothing compares")


def test_battles_of_one_question_are_told_to_be_taken_as_independent():
    battles = Comparisons(
        ("a", "b"), np.array([0]), np.array([1]), np.array([1]), np.array([30]),
        questions=("q",), question_index=np.array([0]),
    )  # fmt: skip
    (said,) = sampling_doubts(battles, AVG, drawn(battles, statistic=PairCounts), "bootstrap", "population")
    assert said.startswith("battles are drawn as if they were independent; those of one question or judge are not")


@pytest.mark.parametrize("rule", ["nanson", "schulze"])
def test_pieces_and_gaps_of_a_score_table_are_told(rule):
    table = br.ScoreTable(
        ("a", "b", "c", "d"), ("x", "y"), np.array([[1, NAN], [2, NAN], [NAN, 1], [NAN, 2]]), np.array([True, True])
    )
    pieces, gaps = br.rank(table, rule).warnings
    assert pieces.startswith("models fall into 2 groups that nothing compares")
    assert gaps.startswith("50.0% of the cells are observed")


def test_pieces_of_games_are_told():
    data = Comparisons(
        ("a", "b", "c", "d"), np.array([0, 2]), np.array([1, 3]), np.array([1, 1]), np.array([2, 1]),
        order=np.array([0.0, 1.0]),
    )  # fmt: skip
    (said,) = br.rank(data, "elo").warnings
    assert said.startswith("models fall into 2 groups that nothing compares")


def test_one_model_has_no_rank():
    (said,) = br.rank(br.Outcomes.from_array(np.ones((1, 3)), models=["a"]), "avg").warnings
    assert said == "'a' is the only model: its score stands, its rank says nothing."


def test_votes_on_these_questions_can_be_certain_and_wrong():
    # docs/explanations/uncertainty-of-rules.md has the figures: as few as 3 % of the sets of 95 % hold
    data = br.Outcomes.from_array(np.random.default_rng(0).integers(0, 2, (2, 12, 40)))
    lifted = br.rank(data, "schulze", uncertainty="bootstrap", target="benchmark", draws=5, random_seed=0)
    assert lifted.warnings[0].startswith("the noise of trials turns the votes of questions on which models are close")
    assert br.rank(data, "schulze", uncertainty="bootstrap", draws=5, random_seed=0).warnings == ()
