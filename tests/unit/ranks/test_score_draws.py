"""Draws of scores read off: the table, superiority, rank probabilities."""

import numpy as np
import pytest

from bayesrank.ranks.score_draws import ScoreDraws

# 20 draws by hand: a is first in 15, second in 5; b first in 5, second in 15; c is always last.
SCORES = np.array([[0.9, 0.8, 0.1]] * 15 + [[0.7, 0.8, 0.1]] * 5)


class Drawn(ScoreDraws):
    """Draws of the scores of a, b and c, with their mean as the centre."""

    models = ("a", "b", "c")
    draws = SCORES

    @property
    def centre(self):
        return self.draws.mean(axis=0)


def made(scores=SCORES):
    drawn = Drawn()
    drawn.draws = scores
    return drawn


def test_the_table_by_hand():
    table = made().ranking(ci_prob=0.9)
    assert table.columns.tolist() == [
        "model", "score", "lower", "upper", "rank", "rank_lower", "rank_upper", "p_best", "tier",
    ]  # fmt: skip
    assert table["model"].tolist() == ["a", "b", "c"]
    # Means .9 * 3/4 + .7 / 4 = .85, .8, .1; the 5 % quantile of a is .7, as a quarter of the draws are.
    np.testing.assert_allclose(table["score"], [0.85, 0.8, 0.1])
    np.testing.assert_allclose(table["lower"], [0.7, 0.8, 0.1])
    np.testing.assert_allclose(table["upper"], [0.9, 0.8, 0.1])
    assert table["rank"].tolist() == [1, 2, 3]
    assert table["rank_lower"].tolist() == [1, 1, 3]
    assert table["rank_upper"].tolist() == [2, 2, 3]
    np.testing.assert_allclose(table["p_best"], [0.75, 0.25, 0])
    # a and b exchange in a quarter of the draws; both are always above c.
    assert table["tier"].tolist() == [1, 1, 2]


def test_score_intervals_are_equal_tailed():
    # The 10 % and 90 % quantiles of 0, 1, ..., 39, linear between order statistics, are .1 * 39 and .9 * 39.
    scores = np.column_stack([np.arange(40.0), np.full(40, -1.0), np.full(40, -2.0)])
    first = made(scores).ranking(ci_prob=0.8).iloc[0]
    assert (first["lower"], first["upper"]) == pytest.approx((3.9, 35.1))


def test_marginal_and_simultaneous_sets_differ_where_they_should():
    # 36 draws of (1, 2, 3), two of (2, 1, 3), two of (1, 3, 2). At 90 % a tail of 2 of 40 may be cut for each model on
    # its own, so each marginal set is one rank; together they hold in 36 / 40 = 90 %: the simultaneous sets too.
    scores = np.array([[3.0, 2, 1]] * 36 + [[2.0, 3, 1]] * 2 + [[3.0, 1, 2]] * 2)
    marginal = made(scores).ranking(ci_prob=0.9, rank_sets="marginal")
    assert (marginal["rank_lower"] == marginal["rank_upper"]).all()
    joint = made(scores).ranking(ci_prob=0.92)
    assert joint["rank_upper"].tolist() == [2, 3, 3]


def test_rank_by_another_loss():
    scores = np.array([[1.0, 0, -20]] * 15 + [[-9.0, 0, -20]] * 5)
    assert made(scores).ranking(rank_by="mean")["model"].tolist() == ["b", "a", "c"]
    assert made(scores).ranking(rank_by="expected_rank")["model"].tolist() == ["a", "b", "c"]
    assert made(scores).ranking(rank_by="quantile", quantile=0.1)["model"].tolist() == ["b", "a", "c"]


def test_superiority_equivalence_and_rank_probabilities():
    fitted = made()
    assert fitted.superiority().loc["a", "b"] == 0.75
    assert fitted.superiority(rope=0.15).loc["a", "b"] == 0
    assert fitted.equivalence(rope=0.15).loc["a", "b"] == 1
    assert fitted.rank_probabilities().loc["b", 2] == 0.75
    assert fitted.top(2).tolist() == [1, 1, 0]


def test_bad_options():
    fitted = made()
    with pytest.raises(ValueError, match=r"ci_prob must lie between 0 and 1; got 95\."):
        fitted.ranking(ci_prob=95)
    with pytest.raises(ValueError, match="rank_sets must be one of simultaneous, marginal; got 'joint'"):
        fitted.ranking(rank_sets="joint")
    with pytest.raises(ValueError, match="rank_by must be one of mean, expected_rank, median, quantile, kendall"):
        fitted.ranking(rank_by="mode")
    with pytest.raises(ValueError, match=r"rope must be >= 0, in units of the score; got -0\.1\."):
        fitted.superiority(rope=-0.1)
    with pytest.raises(ValueError, match="k must be from 1 to 3, the number of models; got 4"):
        fitted.top(4)
    for k in (0, 1.5):
        with pytest.raises(ValueError, match=rf"k must be a whole number of at least 1; got {k}\."):
            fitted.top(k)
