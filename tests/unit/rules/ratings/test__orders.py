"""Orders in which games are played."""

from dataclasses import replace

import numpy as np
import pytest

from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.outcomes import Outcomes
from bayesrank.rules.ratings._orders import exchangeable_models, play_in_orders
from bayesrank.statistics.games import order_games, play_outcomes


def battles(*pairs, models="xyz", weight=None, **columns):
    """Games in which the first of each pair of positions beats the second."""
    a, b = np.array(pairs).T
    won = np.ones(len(pairs), dtype=np.int64)
    weights = None if weight is None else np.array(weight)
    return order_games(Comparisons(tuple(models), a, b, won, won, weight=weights, **columns))


def seen_by(games, **options):
    """Return what the loop was given."""
    seen = []

    def rounds(play):
        seen.append(play)
        return np.zeros((play.n_runs, play.n_models))

    defaults = {"ties": "skip", "permutations": None, "seed": 0}
    play_in_orders(games, rounds, **defaults | options)
    return seen[0]


def first_winner(play):
    """Score 1 for the winner of the game that is played first."""
    scores = np.zeros((play.n_runs, play.n_models))
    for run in range(play.n_runs):
        game = play.order[run % len(play.order), 0]
        entries = slice(play.start[game], play.start[game + 1])
        scores[run, play.player[entries]] = play.right[run % len(play.right), entries]
    return scores


def first_winners(games, **options):
    defaults = {"ties": "skip", "permutations": None, "seed": 0}
    return play_in_orders(games, first_winner, **defaults | options)


CHAIN = battles((0, 1), (1, 2))  # x beats y, y beats z, in an unknown order
TIMED = battles((0, 1), (1, 2), (0, 2), order=np.array([5.0, 3.0, 5.0]))


def test_games_of_known_order_are_played_once_and_those_of_a_period_together():
    play = seen_by(TIMED)
    assert play.order.tolist() == [[0, 1, 2]]
    assert play.batch.tolist() == [0, 1, 1]
    assert play.n_runs == 1


def test_games_of_unknown_order_are_played_in_twenty_orders_one_by_one():
    play = seen_by(battles((0, 1), (1, 2), (0, 2)))
    assert play.batch.tolist() == [0, 1, 2]
    assert play.n_runs == len(play.order) == 20
    np.testing.assert_array_equal(np.sort(play.order, axis=1), np.tile(np.arange(3), (20, 1)))
    assert len(np.unique(play.order, axis=0)) == 6  # all of them; one is missing with chance 6 (5/6)^20 = 0.16


def test_games_of_known_order_are_shuffled_where_permutations_are_asked_for():
    play = seen_by(TIMED, permutations=7)
    assert play.batch.tolist() == [0, 1, 2]
    assert play.n_runs == len(play.order) == 7
    assert len(np.unique(play.order, axis=0)) > 1


def test_each_draw_of_a_stack_has_its_own_orders():
    stack = replace(CHAIN, right=np.tile(CHAIN.right, (4, 1)), weight=np.ones((4, 2)))
    assert (seen_by(stack).n_runs, seen_by(stack).order.shape) == (4, (4, 2))
    assert (seen_by(stack, permutations=3).n_runs, seen_by(stack, permutations=3).order.shape) == (12, (12, 2))
    ordered = replace(stack, ordered=True)
    assert (seen_by(ordered).n_runs, seen_by(ordered).order.shape) == (4, (1, 2))


def test_what_all_draws_share_is_handed_over_once():
    shared = np.broadcast_to(CHAIN.right, (4, 4))
    play = seen_by(replace(CHAIN, right=shared, weight=np.ones((4, 2))))
    assert (play.right.shape, play.weight.shape) == ((1, 4), (4, 2))


def test_scores_are_averaged_over_orders():
    # x wins the first game in half of the orders, y in the other half. 4000 orders: standard error 0.008.
    scores = dict(zip(CHAIN.models, first_winners(CHAIN, permutations=4000), strict=True))
    assert scores["x"] == pytest.approx(0.5, abs=0.04)
    assert scores["x"] + scores["y"] == 1
    assert scores["z"] == 0


def test_a_stack_of_twenty_equal_draws_averages_to_the_single_one():
    stack = replace(CHAIN, right=np.tile(CHAIN.right, (20, 1)), weight=np.ones((20, 2)))
    draws = first_winners(stack)
    assert draws.shape == (20, 3)
    assert set(draws.ravel()) == {0, 1}
    np.testing.assert_allclose(draws.mean(axis=0), first_winners(CHAIN), atol=1e-15)


def test_a_draw_averages_over_its_own_orders():
    stack = replace(CHAIN, right=np.stack([CHAIN.right, 1 - CHAIN.right]), weight=np.ones((2, 2)))
    won = first_winners(stack, permutations=3000)  # in the second draw y beats x, z beats y; standard error 0.009
    by_name = {name: won[:, position] for position, name in enumerate(CHAIN.models)}
    assert by_name["z"][0] == by_name["x"][1] == 0
    np.testing.assert_allclose(by_name["y"], [0.5, 0.5], atol=0.046)


def test_the_seed_decides():
    assert first_winners(CHAIN, seed=1).tolist() == first_winners(CHAIN, seed=1).tolist()
    assert len({tuple(first_winners(CHAIN, seed=seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize("permutations", [None, 1, 3])
def test_models_that_nothing_tells_apart_share_a_score_whatever_the_orders(permutations):
    # Each beats the next, the last the first: the first game has one winner, by chance.
    circle = battles((0, 1), (1, 2), (2, 0))
    np.testing.assert_allclose(first_winners(circle, permutations=permutations), 1 / 3, rtol=1e-15)


@pytest.mark.parametrize(
    ("games", "groups"),
    [
        (battles((0, 1), (1, 2), (2, 0)), ["xyz"]),
        (CHAIN, ["x", "y", "z"]),
        (battles((0, 1), (0, 2)), ["x", "yz"]),
        (battles((0, 1), (0, 2), weight=[1.0, 2.0]), ["x", "y", "z"]),
        (battles((0, 1), (2, 3), models="wxyz"), ["wy", "xz"]),
        # x and y both win once and lose once: only that x loses to the unbeaten one tells them apart.
        (battles((0, 1), (1, 2), (2, 3), models="wxyz"), ["w", "x", "y", "z"]),
        # x is right on the first question, y on the second, where z is right too.
        (play_outcomes(Outcomes.from_array([[1, 0], [0, 1], [0, 1]], models="xyz")), ["x", "yz"]),
        (play_outcomes(Outcomes.from_array([[1, 0], [0, 1], [0, 0]], models="xyz")), ["xy", "z"]),
    ],
)
def test_models_are_told_apart_by_their_games(games, groups):
    group = exchangeable_models(games)
    members = {}
    for name, number in sorted(zip(games.models, group.tolist(), strict=True)):
        members[number] = members.get(number, "") + name
    assert sorted(members.values()) == groups


@pytest.mark.parametrize(("ties", "drawn"), [("skip", (0, 0)), ("draw", (1, 1)), ("draw_if_right", (1, 0))])
def test_equal_results_are_draws_or_not(ties, drawn):
    play = seen_by(CHAIN, ties=ties)
    assert (play.drawn_right, play.drawn_wrong) == drawn


def test_other_options_are_refused():
    with pytest.raises(ValueError, match="ties must be one of skip, draw, draw_if_right; got 'half'"):
        first_winners(CHAIN, ties="half")
    for number in (0, 2.5, "x"):
        with pytest.raises(ValueError, match=f"permutations must be a whole number of at least 1; got {number!r}"):
            first_winners(CHAIN, permutations=number)
