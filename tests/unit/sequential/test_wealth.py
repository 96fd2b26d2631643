"""Wealths of pairs: worked by hand, the same however rows come, and no more than one in the mean where nobody leads."""

import math
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bayesrank.sequential.bets import GRID, Bets, find_bets
from bayesrank.sequential.score_rows import ScoreReader, ScoreRows
from bayesrank.sequential.wealth import PairWealth
from tests.sequences import known

NAMES = ("mixture", "fixed", "agrapa", "ons")
ROUNDING = 1e-12


def after(scores, bets="mixture", **options):
    wealth = PairWealth(len(scores[0]), find_bets(bets), **options)
    wealth.update(known(scores))
    return wealth


# Worked by hand


def test_an_unlimited_supply_by_hand():
    # Won, won, lost: (1 + b)^2 (1 - b), and the other way round, in the mean over the five bets.
    log_wealth = after([[1, 0], [1, 0], [0, 1]]).log_wealth()
    assert math.exp(log_wealth[0, 1]) == pytest.approx(sum((1 + b) ** 2 * (1 - b) for b in GRID) / 5, rel=1e-14)
    assert math.exp(log_wealth[1, 0]) == pytest.approx(sum((1 - b) ** 2 * (1 + b) for b in GRID) / 5, rel=1e-14)
    assert log_wealth.diagonal().tolist() == [-math.inf, -math.inf]


def test_a_finite_benchmark_by_hand():
    # Of four questions 0 wins the first, ties the second, and wins the third. The bounds are 0, -1/3 and -1/2, the
    # gains 1, (0 + 1/3) / (2/3) = 1/2 and (1 + 1/2) / (1/2) = 3. For its rival the bounds are 0, 1/3 and 1/2, the
    # gains -1, (-1/3) / (4/3) = -1/4 and (-1 - 1/2) / (3/2) = -1. A quarter is bet each time.
    wealth = after([[1, 0], [1, 1], [1, 0]], "fixed", population_size=4)
    won, lost = 1.25 * 1.125 * 1.75, 0.75 * 0.9375 * 0.75
    assert np.exp(wealth.log_bets()[0, 1]) == pytest.approx(won, rel=1e-14)
    assert np.exp(wealth.log_bets()[1, 0]) == pytest.approx(lost, rel=1e-14)


def test_a_prior_weighs_the_wealths():
    wealth = after([[1, 0]], Bets(grid=(0.1, 0.5), prior=(0.25, 0.75)))
    assert np.exp(wealth.log_wealth()[0, 1]) == pytest.approx(0.25 * 1.1 + 0.75 * 1.5, rel=1e-14)


@pytest.mark.parametrize("bets", NAMES)
@pytest.mark.parametrize("population_size", [None, 60])
def test_equal_columns_have_a_wealth_of_one_for_ever(bets, population_size):
    column = np.random.default_rng(0).random(60)
    log_wealth = after(np.stack([column, column, 1 - column], axis=1), bets, population_size=population_size)
    assert log_wealth.log_wealth()[[0, 1], [1, 0]].tolist() == [0.0, 0.0]


def test_wealths_of_any_size_are_kept():
    # 5,000 wins in a row: the largest bet has 1.5^5000, which no float holds, a fifth of which is the mixture.
    log_wealth = after([[1, 0]] * 5_000).log_wealth()
    assert log_wealth[0, 1] == pytest.approx(5_000 * math.log(1.5) - math.log(5), rel=1e-12)
    assert log_wealth[1, 0] == pytest.approx(5_000 * math.log(0.97) - math.log(5), rel=1e-12)


# The same however rows come, and after a stop


@pytest.mark.parametrize("bets", NAMES)
@pytest.mark.parametrize("population_size", [None, 200])
def test_how_rows_are_grouped_changes_no_bit(bets, population_size, monkeypatch):
    scores = np.random.default_rng(1).random((180, 5)) ** np.arange(1, 6)
    whole = after(scores, bets, population_size=population_size)
    monkeypatch.setattr("bayesrank.sequential.wealth.BLOCK", 50)
    parts = after(scores[:1], bets, population_size=population_size)
    for first, last in ((1, 2), (2, 19), (19, 180)):
        parts.update(known(scores[first:last]))
    assert parts.log_wealth().tobytes() == whole.log_wealth().tobytes()


@pytest.mark.parametrize("bets", NAMES)
def test_a_restored_state_goes_on_as_if_nothing_had_been(bets):
    scores = np.random.default_rng(2).random((90, 3))
    wealth = after(scores[:40], bets, population_size=100)
    wealth.freeze(2)
    again = PairWealth(3, find_bets(bets), population_size=100)
    again.restore(wealth.state())
    for one in (wealth, again):
        one.update(known(scores[40:]))
    assert again.log_wealth().tobytes() == wealth.log_wealth().tobytes()
    assert {name: array.tobytes() for name, array in again.state().items()} == {
        name: array.tobytes() for name, array in wealth.state().items()
    }


def test_frozen_wealths_stay():
    wealth = after([[1, 0, 0.5], [1, 0, 0.5]], population_size=10)
    before = wealth.log_wealth()
    wealth.freeze(0)
    wealth.update(known([[1, 0, 0.5], [0, 0, 1.0]]))
    log_wealth = wealth.log_wealth()
    np.testing.assert_array_equal(log_wealth[0], before[0])
    np.testing.assert_array_equal(log_wealth[:, 0], before[:, 0])
    assert (log_wealth[[1, 2], [2, 1]] != before[[1, 2], [2, 1]]).all()


# Certainty


def test_a_lead_that_no_question_left_can_take_away_is_certain():
    # Seven wins of ten questions: certain from the sixth on, 6 > 4. A tie of all is certain of nothing.
    wealth = PairWealth(2, population_size=10)
    infinite = []
    for scores in [[1, 0]] * 7 + [[0, 1]] * 3:
        wealth.update(known([scores]))
        infinite.append(math.isinf(wealth.log_wealth()[0, 1]))
    assert infinite == [False] * 5 + [True] * 5
    assert np.isfinite(wealth.log_bets()[0, 1])
    assert np.isfinite(wealth.log_wealth()[1, 0])


def test_a_lead_of_all_but_what_is_left_is_not_certain():
    assert np.isfinite(after([[1, 0]] * 5, population_size=10).log_wealth()[0, 1])


def test_rounding_makes_no_tie_certain():
    # The same three scores in either order, whose sums differ by one unit of the last digit.
    assert (0.1 + 0.2) + 0.3 > (0.3 + 0.2) + 0.1
    log_wealth = after([[0.1, 0.3], [0.2, 0.2], [0.3, 0.1]], population_size=3).log_wealth()
    assert np.isfinite(log_wealth[[0, 1], [1, 0]]).all()


def test_what_was_certain_before_a_model_retired_stays_so_and_nothing_else_becomes_so():
    wealth = after([[1, 0, 0]] * 6, population_size=10)
    wealth.freeze(0)
    wealth.update(known([[0, 1, 0]] * 4))
    assert np.argwhere(np.isposinf(wealth.log_wealth())).tolist() == [[0, 1], [0, 2], [1, 2]]
    wealth = after([[1, 0]] * 5, population_size=10)
    wealth.freeze(0)
    wealth.update(known([[0, 0]] * 5))
    assert np.isfinite(wealth.log_wealth()[0, 1])


# Missing scores


def test_a_missing_score_counts_as_the_worst_for_either_pair():
    # x_0 is missing, x_1 = 1/4: 0 loses by 1/4 against 1, and 1 by 3/4 against 0.
    rows = ScoreReader("pessimistic").rows(np.array([[np.nan, 0.25]]), np.ones(2, dtype=bool), ("a", "b"))
    wealth = PairWealth(2, Bets(grid=(0.5,)))
    wealth.update(rows)
    assert np.exp(wealth.log_wealth())[[0, 1], [1, 0]] == pytest.approx([1 - 0.25 / 2, 1 - 0.75 / 2])


def test_a_skipped_question_is_not_bet_on_but_can_have_brought_the_worst():
    # Of three questions the first is skipped by 0 while 1 scores 1/4. For the pair (0, 1) the lead so far is at least
    # -1/4, so that the bound of the next question is (1/4) / 2; for (1, 0) it is at least 1/4 - 1, bound (3/4) / 2.
    reader = ScoreReader("skipped_without_looking")
    wealth = PairWealth(2, Bets(grid=(0.5,)), population_size=3)
    wealth.update(reader.rows(np.array([[np.nan, 0.25]]), np.ones(2, dtype=bool), ("a", "b")))
    assert wealth.log_wealth()[[0, 1], [1, 0]].tolist() == [0.0, 0.0]
    wealth.update(known([[1, 0]]))
    won, lost = (1 - 1 / 8) / (1 + 1 / 8), (-1 - 3 / 8) / (1 + 3 / 8)
    assert np.exp(wealth.log_wealth())[[0, 1], [1, 0]] == pytest.approx([1 + won / 2, 1 + lost / 2])


def test_a_skipped_question_of_an_unlimited_supply_leaves_no_trace():
    rows = ScoreReader("skipped_without_looking").rows(
        np.array([[np.nan, 0.25], [1.0, 0.0]]), np.ones(2, dtype=bool), ("a", "b")
    )
    wealth = PairWealth(2)
    wealth.update(rows)
    np.testing.assert_array_equal(wealth.log_wealth(), after([[1, 0]]).log_wealth())


def test_corrected_sums_change_later_bounds_alone():
    # A late model 0 that is known to have lost both questions so far: bound 2 / 2 of the third of four, not 1/2 or so.
    late = ScoreRows(np.zeros((2, 2)), np.array([[1.0, 1.0]] * 2), np.zeros((2, 2)))
    wealth = PairWealth(2, Bets(grid=(0.5,)), population_size=4)
    wealth.update(ScoreRows(np.array([[0.0, 1.0]] * 2), np.array([[1.0, 1.0]] * 2), np.array([[0.0, 1.0]] * 2)))
    wealth.correct_sums(0, ScoreRows(np.ones((2, 2)), np.ones((2, 2)), late.plays))
    wealth.update(known([[1, 0]]))
    # it won both, as 1 did: no lead, bound 0, gain 1; without the correction bounds would be 1 and 0
    assert np.exp(wealth.log_wealth()[0, 1]) == pytest.approx(1.5)


# No more than one in the mean where the null hypothesis is true: over all orders of a finite benchmark

quarters = st.integers(0, 4).map(lambda score: score / 4)


def benchmarks(most_questions):
    return st.integers(2, most_questions).flatmap(
        lambda n: st.lists(st.lists(quarters, min_size=2, max_size=2), min_size=n, max_size=n).map(np.array)
    )


def mean_wealths(n_questions, orders, follow):
    """Return the mean wealth over the orders after each question, shape (n, M, M)."""
    paths = [follow(list(order)) for order in orders]
    assert all(len(path) == n_questions for path in paths)
    return np.mean(np.exp(paths), axis=0)


def path(wealth, rows, at_each=None):
    """Return the logarithms of the wealths after each row."""
    log_wealths = []
    for row in range(len(rows.low)):
        wealth.update(ScoreRows(*(part[row : row + 1] for part in rows)))
        log_wealths.append(wealth.log_wealth())
        if at_each is not None:
            at_each(wealth, row)
    return log_wealths


def no_better(scores, margin=0.0):
    """Return the pairs of which the first has no higher mean than the second, by more than the margin."""
    means = scores.mean(axis=0)
    return (means[:, None] <= means + margin + ROUNDING) & ~np.eye(len(means), dtype=bool)


def assert_fair(scores, follow, margin=0.0):
    orders = permutations(range(len(scores)))
    means = mean_wealths(len(scores), orders, follow)
    assert means[:, no_better(scores, margin)].max(initial=0.0) <= 1 + ROUNDING


@pytest.mark.parametrize("bets", NAMES)
@given(scores=benchmarks(5))
def test_over_all_orders_of_a_finite_benchmark_the_mean_wealth_is_at_most_one(bets, scores):
    size = len(scores)
    assert_fair(scores, lambda order: path(PairWealth(2, find_bets(bets), population_size=size), known(scores[order])))


@pytest.mark.parametrize("bets", NAMES)
@pytest.mark.parametrize("first", [[1, 1, 1, 0, 0, 0], [1, 0.5, 0.5, 0, 0, 0.25], [1, 1, 1, 1, 1, 0]])
def test_over_all_orders_of_six_questions_too(bets, first):
    scores = np.stack([np.array(first), np.array(first)[::-1] * 0.75 + 0.25, np.full(6, 0.5)], axis=1)
    assert_fair(scores, lambda order: path(PairWealth(3, find_bets(bets), population_size=6), known(scores[order])))


@given(scores=benchmarks(4))
def test_over_all_draws_from_an_unlimited_supply_the_mean_wealth_is_at_most_one(scores):
    # Four questions, each drawn with the same chance from those of the benchmark.
    for bets in NAMES:

        def follow(draw, bets=bets):
            return path(PairWealth(2, find_bets(bets)), known(scores[list(draw)]))

        means = mean_wealths(4, product(range(len(scores)), repeat=4), follow)
        assert means[:, no_better(scores)].max(initial=0.0) <= 1 + ROUNDING


@given(scores=benchmarks(5), margin=st.sampled_from([-0.5, -0.25, 0.25, 0.5]))
def test_with_a_margin_too(scores, margin):
    size = len(scores)
    assert_fair(
        scores, lambda order: path(PairWealth(2, population_size=size, margin=margin), known(scores[order])), margin
    )


@example(scores=np.array([[0.5, 1.0], [0.5, 0.0]]), seed=0b10)  # 1 hides what it is best at
@given(scores=benchmarks(5), seed=st.integers(0, 2**10 - 1))
def test_scores_that_are_missing_because_of_what_they_are_do_no_harm_where_the_worst_is_taken(scores, seed):
    absent = np.array([seed >> bit & 1 for bit in range(scores.size)], dtype=bool).reshape(scores.shape)
    seen = np.where(absent, np.nan, scores)
    rows = ScoreReader("pessimistic").rows(seen, np.ones(2, dtype=bool), ("a", "b"))
    size = len(scores)
    assert_fair(
        scores,
        lambda order: path(PairWealth(2, population_size=size), ScoreRows(*(part[order] for part in rows))),
    )


@given(scores=benchmarks(5), seed=st.integers(0, 2**10 - 1))
def test_questions_that_are_skipped_by_their_turn_do_no_harm(scores, seed):
    absent = np.array([seed >> bit & 1 for bit in range(scores.size)], dtype=bool).reshape(scores.shape)
    reader, size = ScoreReader("skipped_without_looking"), len(scores)

    def follow(order):
        rows = reader.rows(np.where(absent, np.nan, scores[order]), np.ones(2, dtype=bool), ("a", "b"))
        return path(PairWealth(2, population_size=size), rows)

    assert_fair(scores, follow)


def test_dropping_what_is_missing_because_of_what_it_is_would_not_do():
    # What the tests above can find: 0 fails and hides it, and seems to be no worse on what is left.
    scores = np.array([[1.0, 0.0], [0.0, 1.0]])

    def follow(order):
        wealth = PairWealth(2, population_size=2)
        kept = [row for row in scores[order] if row[0] == 1.0]
        wealth.update(known(kept))
        return [wealth.log_bets()] * 2

    means = mean_wealths(2, permutations(range(2)), follow)
    assert means[-1, 0, 1] > 1.1


@given(scores=benchmarks(5))
def test_a_model_may_retire_when_scores_say_so(scores):
    def stop(wealth, row):
        if wealth.log_bets()[0, 1] > 0.3 or row == 3:
            wealth.freeze(0)

    size = len(scores)
    assert_fair(scores, lambda order: path(PairWealth(2, population_size=size), known(scores[order]), stop))


@pytest.mark.parametrize("caught_up", [True, False])
@given(scores=benchmarks(5))
@settings(max_examples=15)
def test_a_model_may_arrive_when_scores_say_so(caught_up, scores):
    # Model 0 arrives once 1 has scored 1 in all; until then its scores are unknown and nothing is bet on it.
    size = len(scores)

    def follow(order):
        given_scores = scores[order]
        arrival = int(np.argmax(np.append(given_scores[:, 1].cumsum() >= 1, True))) + 1
        seen = known(given_scores)
        early = np.arange(size)[:, None] < arrival
        late = early & (np.arange(2) == 0)
        rows = ScoreRows(np.where(late, 0.0, seen.low), np.where(late, 1.0, seen.high), np.where(late, 0.0, 1.0))

        def arrive(wealth, row):
            if caught_up and row + 1 == arrival:
                wealth.correct_sums(0, ScoreRows(*(part[:arrival] for part in seen)))

        return path(PairWealth(2, population_size=size), rows, arrive)

    assert_fair(scores, follow)
