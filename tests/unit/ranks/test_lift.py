"""Rules applied to drawn data sets."""

import numpy as np
import pytest

from bayesrank import DataError, Outcomes
from bayesrank.observations.comparisons import Comparisons
from bayesrank.ranks import lift
from bayesrank.ranks.lift import draw_scores, target_words
from bayesrank.rules.registry import find_rule

NAN = float("nan")
DATA = Outcomes.from_array([[[1, 1], [1, 0]], [[1, 0], [0, 1]], [[0, 0], [0, 1]]])


def drawn(data=DATA, rule="borda", options=None, *, uncertainty="bootstrap", target="population", draws=7, seed=0):
    return draw_scores(
        data, find_rule(rule), options or {}, uncertainty=uncertainty, target=target, draws=draws, random_seed=seed
    )


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
