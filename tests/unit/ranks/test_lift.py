"""Rules applied to drawn data sets."""

import numpy as np
import pytest

from bayesrank import DataError, Outcomes, ScoreTable
from bayesrank.observations.comparisons import Comparisons
from bayesrank.ranks import lift
from bayesrank.ranks.lift import draw_scores, number_of_units, resampled_options, target_words
from bayesrank.rules.registry import find_rule

NAN = float("nan")
DATA = Outcomes.from_array([[[1, 1], [1, 0]], [[1, 0], [0, 1]], [[0, 0], [0, 1]]])


def drawn(data=DATA, rule="borda", options=None, *, uncertainty="bootstrap", target="population", draws=7, seed=0):
    found = draw_scores(
        data, find_rule(rule), options or {}, uncertainty=uncertainty, target=target, draws=draws, random_seed=seed
    )
    return found.counts.models, found.scores


def test_every_draw_scores_every_model():
    models, scores = drawn()
    assert sorted(models) == ["model 1", "model 2", "model 3"]
    assert scores.shape == (7, 3)
    # every data set has two questions, on each of which three models share 2 + 1 + 0 points
    np.testing.assert_allclose(scores.sum(axis=1), 6)


def test_large_data_are_drawn_in_small_blocks(monkeypatch):
    # The largest array of the counts has 3 x 2 x 2 = 12 numbers: blocks of two for a limit of 24 numbers.
    sizes = []
    monkeypatch.setattr(lift, "LARGEST_STACK", 24)

    def recorded(draw, total, *, block, random_seed):
        sizes.append(block)
        return draw(total, np.random.default_rng(random_seed))

    monkeypatch.setattr(lift, "draw_blocks", recorded)
    drawn()
    assert sizes == [2]


def test_drawn_outcomes_have_no_order_so_ratings_take_questions_as_games():
    _, scores = drawn(rule="elo", uncertainty="posterior", target="benchmark")
    assert np.isfinite(scores).all()
    np.testing.assert_allclose(scores.sum(axis=1), 3 * 1500)  # what one model gains another loses


def test_voters_and_battles_have_no_benchmark_of_their_own():
    battles = Comparisons(("a", "b"), np.array([0]), np.array([1]), np.array([1]), np.array([3]))
    with pytest.raises(DataError, match=r"target must be 'population' for these data, .*; got 'benchmark'"):
        drawn(battles, "pagerank", target="benchmark")


def test_blocks_of_draws_play_in_orders_of_their_own(monkeypatch):
    # Every data set is the same: certain cells. Only the orders of the games tell the draws apart.
    monkeypatch.setattr(lift, "LARGEST_STACK", 1)
    data = Outcomes.from_counts([[[0, 500], [500, 0]], [[500, 0], [0, 500]]])
    _, scores = drawn(data, "elo", uncertainty="bootstrap", target="benchmark", draws=20)
    assert len(np.unique(scores[:, 0])) == 2  # who wins the last game is ahead


def test_pieces_and_units_are_counted():
    # a beat b once, and b beat c once: a resampled pair of battles lacks one of the two with probability 1/2.
    battles = Comparisons(("a", "b", "c"), np.array([0, 1]), np.array([1, 2]), np.array([1, 1]), np.array([1, 1]))
    options = {"target": "population", "draws": 4_000, "random_seed": 0}
    found = draw_scores(battles, find_rule("win_rate"), {}, uncertainty="bootstrap", **options)
    assert found.in_pieces == pytest.approx(0.5, abs=5 * 0.5 / np.sqrt(4_000))  # 1 false alarm in 2 million
    assert number_of_units(found.counts) == 2
    assert draw_scores(battles, find_rule("win_rate"), {}, uncertainty="posterior", **options).in_pieces == 0


@pytest.mark.parametrize(
    ("data", "rule", "n_units"),
    [
        (Outcomes.from_array(np.eye(3), question_metadata={"cluster": [0, 0, 1]}), "avg", 2),
        (ScoreTable(("a", "b"), ("x",), np.array([[1.0], [2.0]]), np.array([True])), "nanson", 1),
        (Comparisons(("a", "b"), np.array([0]), np.array([1]), np.array([1]), np.array([4])), "elo", 4),
    ],
    ids=["clusters", "benchmarks", "battles"],
)
def test_units_are_what_is_exchanged(data, rule, n_units):
    options = {"uncertainty": "bootstrap", "target": "population", "draws": 2, "random_seed": 0}
    if rule == "avg":
        options["uncertainty"] = "posterior"
    assert number_of_units(draw_scores(data, find_rule(rule), {}, **options).counts) == n_units


def test_trials_are_no_games_of_drawn_outcomes():
    with pytest.raises(DataError, match=r"games must be 'questions' with uncertainty, .*; got 'trials'"):
        resampled_options(DATA, find_rule("elo"), {"games": "trials"})
    assert resampled_options(DATA, find_rule("elo"), {"ties": "draw"}) == {"ties": "draw", "games": "questions"}
    assert resampled_options(DATA, find_rule("borda"), {"voters": "trials"}) == {"voters": "trials"}


def test_the_target_is_named_after_what_is_exchanged():
    battles = Comparisons(("a", "b"), np.array([0]), np.array([1]), np.array([1]), np.array([3]))
    assert target_words(battles, "population") == "battles like these"
    assert target_words(DATA, "population") == "questions like these"
    assert target_words(DATA, "benchmark") == "these questions"


def test_weighted_battles_are_refused():
    battles = Comparisons(
        ("a", "b"), np.array([0]), np.array([1]), np.array([1]), np.array([3]), weight=np.array([2.0])
    )
    with pytest.raises(DataError, match="battles must have no weights to be drawn anew from their counts"):
        drawn(battles, "pagerank")


def test_matched_trials_have_no_cells_to_draw():
    with pytest.raises(DataError, match=r"voters and pairing must be .* for target='benchmark'; got voters='trials'"):
        drawn(options={"voters": "trials"}, target="benchmark")
    _, scores = drawn(options={"voters": "trials"})
    np.testing.assert_allclose(scores.sum(axis=1), 12)  # 4 trials vote


def test_a_model_that_was_drawn_no_question_is_refused():
    # b was asked one of four questions, which a resampled benchmark lacks with probability (3 / 4)^4 = 32 %
    data = Outcomes.from_array([[1, 0, 1, 0], [1, NAN, NAN, NAN]], models=["a", "b"])
    with pytest.raises(DataError, match=r"every model must have a question in every drawn benchmark; got none of 'b'"):
        drawn(data, "avg", draws=200)
    assert np.isfinite(drawn(data, "avg", uncertainty="posterior")[1]).all()
