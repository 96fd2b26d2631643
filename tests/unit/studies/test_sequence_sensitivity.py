"""Rounds in other orders: wins against exact contests, figures by hand, variance apart from noise."""

import json

import numpy as np
import pytest

from bayesrank.studies.sequence_sensitivity import SequenceSensitivity, sequence_sensitivity
from bayesrank.studies.tournament_scores import tensor_of_scores
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.exact.exact import exact_wins
from bayesrank.swiss.win_draws import WinDraws

PLAYED = tensor_of_scores(np.random.default_rng(8).normal(size=(5, 4)))


def by_hand(**changes):
    """Three models in four orders, of which two give one ranking."""
    facts = {
        "models": ("x", "y", "z"),
        "rounds": ("p", "q"),
        "eliminate": "0",
        "orders": np.array([[0, 1], [1, 0], [0, 1], [1, 0]]),
        "given": np.array([3.0, 2.0, 1.0]),
        "given_again": np.array([3.0, 1.9, 1.1]),
        "wins": np.array([[3.0, 2, 1], [1, 2, 3], [3, 2, 1], [3, 1, 2]]),
        "noise": np.full((4, 3), 0.5),
        "data_variance": None,
        "n_contests": 10,
        "random_seed": 1,
    }
    return SequenceSensitivity(**facts | changes)


def test_figures_by_hand():
    found = by_hand()
    # with x y z: itself 1, its reverse -1, one exchange 1/3
    np.testing.assert_allclose(found.tau, [1, -1, 1, 1 / 3])
    assert found.tau_by_chance == 1
    assert found.ranks.tolist() == [[1, 2, 3], [3, 2, 1], [1, 2, 3], [1, 3, 2]]
    assert found.top(1).tolist() == [3 / 4, 0, 1 / 4]
    lower, upper = found.rank_range()
    assert (lower.tolist(), upper.tolist()) == ([1, 2, 1], [3, 3, 3])
    # x: 3 1 3 3, squares about 2.5 sum to 3, over 3 is 1; y: 2 2 2 1, .75 / 3; z: 1 3 1 2, 2.75 / 3; less .5 of noise
    np.testing.assert_allclose(found.order_variance, [0.5, 0, 2.75 / 3 - 0.5])
    table = found.frame()
    assert table["model"].tolist() == ["x", "y", "z"]
    np.testing.assert_allclose(table["order_sd"], np.sqrt([0.5, 0, 2.75 / 3 - 0.5]))
    np.testing.assert_allclose(table["contest_sd"], 0.5**0.5)
    assert table["data_sd"].isna().all()
    assert table["p_first"].tolist() == [3 / 4, 0, 1 / 4]
    np.testing.assert_allclose(by_hand(data_variance=np.array([4.0, 1, 9])).frame()["data_sd"], [2, 1, 3])


def test_the_order_in_a_sentence():
    # taus -1, 1/3, 1, 1: median 2/3; ranges of 2, 1 and 2 places
    assert by_hand().summary == (
        "in 4 orders of the rounds, eliminations 0, Kendall's tau with the given order is 0.67 (-0.80 to 1.00; 1.00 by "
        "the luck of contests alone); ranks differ by 2 places for the median model, by 2 at most, and the first of "
        "the given order is first in 75%"
    )
    one = by_hand(orders=np.array([[1, 0]]), wins=np.array([[1.0, 2, 3]]), noise=np.zeros((1, 3)))
    # x and z change places, y stays
    assert one.summary == (
        "in one other order of the rounds, eliminations 0, Kendall's tau with the given order is -1.00 (1.00 by the "
        "luck of contests alone); the median model moves by 2 places, one by 2"
    )
    assert np.isnan(one.order_variance).all()
    assert repr(one) == (
        "SequenceSensitivity(3 models x 2 rounds, 1 order, eliminations 0, tau with the given order -1.00)"
    )


def test_where_all_have_the_same_wins_there_is_no_ranking():
    found = by_hand(given=np.ones(3), given_again=np.ones(3), wins=np.ones((4, 3)))
    assert found.summary == (
        "in 4 orders of the rounds, eliminations 0, there is no ranking to compare: all models have the same wins"
    )
    record = json.loads(json.dumps(found.record(), allow_nan=False))
    assert record["tau"] == {"mean": None, "lowest": None, "highest": None}
    assert record["tau_by_chance"] is None


def test_one_place_is_a_place():
    # x and y change places: moves 1, 1, 0
    one = by_hand(orders=np.array([[1, 0]]), wins=np.array([[2.0, 3, 1]]), noise=np.zeros((1, 3)))
    assert one.summary.endswith("the median model moves by 1 place, one by 1")


@pytest.mark.parametrize("eliminate", [0, 1])
def test_wins_are_those_of_exact_contests(eliminate):
    found = sequence_sensitivity(PLAYED, n_orders=5, eliminate=eliminate, n_contests=5_000, random_seed=2)
    schedule = read_schedule(eliminate, 5, 4)
    for order, wins, noise in zip(found.orders, found.wins, found.noise, strict=True):
        exact = exact_wins(PLAYED.in_order(order), [schedule], ContestRules())
        # 25 figures beyond 5 standard errors: once in 70,000 times
        assert (np.abs(wins - exact.wins[0]) <= 5 * np.sqrt(noise) + 1e-12).all()
    exact = exact_wins(PLAYED, [schedule], ContestRules())
    np.testing.assert_allclose(found.given, exact.wins[0], atol=0.1)
    assert (found.given != found.given_again).any()


def test_rounds_that_are_alike_have_no_order():
    played = tensor_of_scores(np.tile(np.random.default_rng(1).normal(size=(8, 1)), (1, 6)))
    found = sequence_sensitivity(played, n_orders=30, n_contests=400, random_seed=0)
    # the variance over 30 orders of pure noise exceeds twice its expectation with probability 1e-3
    assert (found.order_variance <= found.noise.mean(axis=0)).all()


def test_orders_that_are_given_and_effects_of_positions():
    found = sequence_sensitivity(PLAYED, n_orders=60, n_contests=200, random_seed=4)
    assert found.position_effects().effect.shape == (5, 4, 4)
    back = sequence_sensitivity(PLAYED, "reverse", n_contests=200, random_seed=4)
    same = sequence_sensitivity(PLAYED, [[3, 2, 1, 0]], n_contests=200, random_seed=4)
    np.testing.assert_array_equal(back.wins, same.wins)


def test_draws_say_how_sure_the_wins_are():
    # Two models meet once, in the round that is played first: 'a' wins it in 6 of 8 draws, and in 2 of 8 if the second
    # round comes first. Given a draw nothing is left to luck. The variance over draws is 8 / 7 x 3/4 x 1/4.
    lead = np.ones((8, 2))
    lead[:2, 0] = lead[:6, 1] = -1
    draws = WinDraws(("a", "b"), ("p", "q"), np.stack([lead, np.zeros((8, 2))], axis=1))
    found = sequence_sensitivity(draws, "reverse", n_contests=100, random_seed=6)
    assert found.given.tolist() == found.given_again.tolist() == [0.75, 0.25]
    assert found.wins.tolist() == [[0.25, 0.75]]
    assert found.noise.tolist() == [[0, 0]]
    np.testing.assert_allclose(found.data_variance, 1.5 / 7)
    assert sequence_sensitivity(draws.probabilities(), "reverse", n_contests=9, random_seed=6).data_variance is None


def test_draws_that_hang_together_over_rounds_are_played_each():
    # Strictly ordered models in two rounds, a b c d in three draws of four and d c b a in the other. The best wins both
    # matches, the worst none, and the others one each: b meets a once, in round 1 or as another winner, and wins the
    # other match. So a has (3 x 2 + 0) / 4, d (0 + 2) / 4, and b and c one. With mean probabilities b has more than c.
    up = np.arange(4.0)[:, None] * np.ones(2)
    draws = WinDraws(tuple("abcd"), ("p", "q"), np.stack([-up, -up, up, -up]))
    found = sequence_sensitivity(draws, "reverse", n_contests=40, random_seed=1)
    assert found.wins.tolist() == [[1.5, 1, 1, 0.5]]
    of_means = exact_wins(draws.probabilities(), [read_schedule(0, 4, 2)], ContestRules()).wins[0]
    assert of_means[1] - of_means[2] > 0.1


def test_draws_share_the_contests():
    # Two models of equal ability: a contest is a coin with a variance of 1/4. Of 500 draws 100 are played, 50 contests
    # each, and their mean has a 5,000th of it; with 10 contests, 5 draws play 2 each. The estimates of variance have
    # standard errors of about 0.4 % and 40 %.
    draws = WinDraws(("a", "b"), ("p", "q"), np.zeros((500, 2, 2)), match="logistic")
    noise = sequence_sensitivity(draws, "reverse", n_contests=5_000, random_seed=1).noise
    np.testing.assert_allclose(noise, 0.25 / 5_000, rtol=0.05)
    few = sequence_sensitivity(draws, "reverse", n_contests=10, random_seed=1)
    assert set((few.wins * 10).round(9).ravel() % 1) == {0}  # means of ten contests


def test_rules_are_those_given():
    # In a round robin all meet in every round, and no order changes anything.
    found = sequence_sensitivity(
        PLAYED, "reverse", rules=ContestRules(pairing="round_robin"), n_contests=2, random_seed=0
    )
    np.testing.assert_allclose(found.wins[0], PLAYED.expected_points.sum(axis=(0, 2)))
    assert found.record()["rules"] == {"pairing": "round_robin", "floats": "none", "bye_points": 0, "overflow": "group"}


def test_contests_are_at_least_two():
    with pytest.raises(ValueError, match="n_contests must be a whole number of at least 2; got 1"):
        sequence_sensitivity(PLAYED, n_contests=1)


def test_the_record_is_plain():
    record = json.loads(json.dumps(sequence_sensitivity(PLAYED, n_orders=3, n_contests=50, random_seed=4).record()))
    assert (record["n_orders"], record["n_contests"], record["random_seed"], record["eliminate"]) == (3, 50, 4, "0")
    assert record["tau"]["lowest"] <= record["tau"]["mean"] <= record["tau"]["highest"]
    assert record["models"][0]["data_sd"] is None
