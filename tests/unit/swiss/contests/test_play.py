"""Contests played by chance, against what is known of them; `contract/test_golden_swiss.py` has exact answers.

Simulated means are asked to lie within 4.5 standard errors of what is known: about 220 comparisons in this file, so
that a correct program fails for one of them with a probability of 220 x 6.8e-6 = 1.5e-3. The seeds are fixed.
"""

from dataclasses import fields
from itertools import permutations
from math import comb

import numpy as np
import pytest
from scipy.special import expit

from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

LIMIT = 4.5  # standard errors
PAPER = ContestRules()


def names(kind, number):
    return tuple(f"{kind} {position:02}" for position in range(number))


def tensor_of(win, draw=None):
    win = np.asarray(win, dtype=float)
    draw = np.zeros_like(win) if draw is None else draw
    return WinTensor(names("model", win.shape[1]), names("round", len(win)), win, draw)


def abilities(n_models, n_rounds, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n_models, n_rounds)) + rng.normal(size=(n_models, 1))


def probable(n_models, n_rounds, seed=0):
    """Return a tensor of probabilities."""
    by_round = abilities(n_models, n_rounds, seed).T
    return tensor_of(expit(by_round[:, :, None] - by_round[:, None, :]))


def strongest_first(n_models, n_rounds):
    return tensor_of(np.repeat(np.triu(np.ones((1, n_models, n_models)), 1), n_rounds, axis=0))


def coins(n_models, n_rounds):
    return tensor_of(np.full((n_rounds, n_models, n_models), 0.5))


def drawn(n_models, n_rounds, n_draws=9, match="logistic", seed=0):
    noise = np.random.default_rng(seed + 1).normal(size=(n_draws, n_models, n_rounds))
    scores = abilities(n_models, n_rounds, seed) + noise
    return WinDraws(names("model", n_models), names("round", n_rounds), scores, match)


def play(played, eliminate=(0,), rules=PAPER, **options):
    schedules = [read_schedule(each, len(played.models), len(played.rounds)) for each in eliminate]
    return expected_wins(played, schedules, rules, **{"n_contests": 3_000, "random_seed": 7, "cores": 1, **options})


def is_near(found, expected):
    return bool(np.all(np.abs(found.wins - expected) <= LIMIT * found.mcse + 1e-12))


def assert_same(one, other):
    for field in fields(one):
        np.testing.assert_array_equal(getattr(one, field.name), getattr(other, field.name), err_msg=field.name)


# Closed forms


@pytest.mark.parametrize("n_models", [4, 5, 9])
@pytest.mark.parametrize("bye_points", [0.0, 0.5, 1.0])
def test_one_round_is_the_mean_over_opponents(n_models, bye_points):
    # Each meets a random other, or with one in M, where M is odd, has a bye.
    tensor = probable(n_models, 1)
    bye = n_models % 2 / n_models
    expected = tensor.expected_points[0].sum(axis=1) / (n_models - 1) * (1 - bye) + bye * bye_points
    assert is_near(play(tensor, rules=ContestRules(bye_points=bye_points)), expected)


def test_two_models_have_what_the_first_round_gives():
    # After a match with a winner both are alone with their points, or one is left.
    tensor = probable(2, 5)
    found = play(tensor, (0, 1, 2, "halving"))
    assert is_near(found, [tensor.win[0, 0, 1], tensor.win[0, 1, 0]])
    assert (found.wins.sum(axis=1) == 1).all()


@pytest.mark.parametrize("rules", [PAPER, ContestRules(floats="down")])
def test_coins_share_the_points(rules):
    found = play(coins(7, 4), (0, 1, 2), rules)
    assert is_near(found, found.n_pairs.sum(axis=1, keepdims=True) / 7)
    assert found.opponents == pytest.approx(np.full((3, 7), 0.5))  # all are as strong


def test_every_point_is_of_a_match():
    # Exactly: the mean of the points over 3,000 contests of whole numbers is the mean number of matches.
    for rules in (PAPER, ContestRules(pairing="random"), ContestRules(floats="down"), ContestRules(overflow="cascade")):
        found = play(probable(9, 5), (0, 1, 2), rules)
        np.testing.assert_allclose(found.wins.sum(axis=1), found.n_pairs.sum(axis=1), rtol=1e-14)


def test_draws_and_byes_of_half_a_point():
    win = np.full((4, 5, 5), 0.25)
    found = play(tensor_of(win, 2 * win), (0, 1), ContestRules(bye_points=0.5))
    expected = found.n_pairs.sum(axis=1) + found.byes.sum(axis=1) / 2
    np.testing.assert_allclose(found.wins.sum(axis=1), expected, rtol=1e-14)
    assert found.byes.sum() > 0


def test_random_pairing_has_a_closed_form():
    # 29 models, 12 rounds: in each a random other, or with 1 in 29 a bye.
    tensor = probable(29, 12)
    expected = 28 / 29 * tensor.expected_points.sum(axis=(0, 2)) / 28
    assert is_near(play(tensor, rules=ContestRules(pairing="random"), n_contests=20_000), expected)


def test_a_round_robin_is_the_sum_of_all_matches():
    tensor = probable(6, 3)
    found = play(tensor, rules=ContestRules(pairing="round_robin"))
    assert is_near(found, tensor.expected_points.sum(axis=(0, 2)))
    assert found.n_pairs.tolist() == [[15, 15, 15]]


def test_the_knock_out_of_a_known_order():
    # Of 8, whose round-r match is won if the 2^r - 1 others of that part of the table are all weaker: i of 7 are.
    found = play(strongest_first(8, 4), (4, 5, 8, "halving"), n_contests=20_000)
    weaker = range(7, -1, -1)
    expected = [sum(comb(i, 2**r - 1) / comb(7, 2**r - 1) for r in (1, 2, 3)) for i in weaker]
    assert expected[0] == 3
    assert is_near(found, expected)
    assert (found.wins == found.wins[0]).all()  # half of the field goes, however many are to go
    assert found.wins[0, 0] == 3


def test_who_wins_all_idles_until_caught():
    # Of two, the winner is alone in all rounds but the first.
    assert play(strongest_first(2, 6)).byes.tolist() == [[5, 5]]


def test_totals_of_29_models_and_12_rounds():
    # 154, 130, 104, worked in test__contest_kernels.py by the sizes of groups; 97 where elimination cascades.
    tensor = probable(29, 12)
    found = play(tensor, (0, 1, 2), n_contests=50)
    np.testing.assert_allclose(found.wins.sum(axis=1), [154, 130, 104], rtol=1e-14)
    cascade = play(tensor, (2,), ContestRules(overflow="cascade"), n_contests=50)
    np.testing.assert_allclose(cascade.wins.sum(axis=1), [97], rtol=1e-14)


def test_all_draws_can_end_the_tournament():
    draw = np.ones((3, 4, 4))
    found = play(tensor_of(np.zeros_like(draw), draw), ("halving",))
    assert found.wins.tolist() == [[0.5] * 4]
    assert found.rounds_played.tolist() == [[1] * 4]
    assert found.p_eliminated.tolist() == [[1] * 4]


# Exchangeable rounds


def test_exchangeable_rounds_have_the_mean_over_rounds():
    # 'a' wins the first round and loses the second, so that either wins with 1/2.
    win = np.array([[[0, 1], [0, 0]], [[0, 0], [1, 0]]])
    assert play(tensor_of(win)).wins.tolist() == [[1, 0]]
    found = play(tensor_of(win), rounds="exchangeable")
    assert is_near(found, [0.5, 0.5])
    assert (found.mcse > 0).all()


def test_exchangeable_rounds_of_draws():
    # The same in every draw, by scores.
    scores = np.array([[[1.0, 0.0], [0.0, 1.0]]] * 4)
    found = play(WinDraws(("a", "b"), ("r", "s"), scores), rounds="exchangeable")
    assert np.abs(found.draws - 0.5).max() < LIMIT * 0.5 / np.sqrt(3_000)
    assert (found.spread > 0.49).all()


# Nothing else changes results


EVERYTHING = {
    "one winner": probable(9, 5),
    "draws": tensor_of(probable(9, 5).win * 0.7, np.full((5, 9, 9), 0.2)),  # with 0.1 both lose
    "logistic": drawn(9, 5, 40),
    "higher wins": drawn(9, 5, 40, "higher_wins"),
}
everything = pytest.mark.parametrize("played", EVERYTHING.values(), ids=EVERYTHING)


@everything
def test_cores_change_nothing(played):
    one, *others = (play(played, (0, 1), cores=cores, n_contests=5_000) for cores in (1, 2, 3))
    for other in others:
        assert_same(one, other)


def test_all_cores_are_taken_unless_told():
    assert_same(play(coins(4, 2)), play(coins(4, 2), cores=None))


@everything
def test_schedules_change_nothing_for_each_other(played):
    alone = play(played, (1,), n_contests=300)
    together = play(played, (0, 1, 2), n_contests=300)
    assert together.schedules == ("0", "1", "2")
    for name in ("wins", "mcse", "spread", "byes", "rounds_played", "eliminated", "opponents", "n_pairs"):
        np.testing.assert_array_equal(getattr(alone, name)[0], getattr(together, name)[1], err_msg=name)
    np.testing.assert_array_equal(alone.covariance[:, 0, 0], together.covariance[:, 1, 1])
    if alone.draws is not None:
        np.testing.assert_array_equal(alone.draws[0], together.draws[1])
        np.testing.assert_array_equal(alone.noise_share[0], together.noise_share[1])


def renamed(played, order):
    """Return the same with models in another order and under other names."""
    picked = played.of_models(order)
    new = names("renamed", len(order))
    if isinstance(picked, WinDraws):
        return WinDraws(new, picked.rounds, picked.scores, picked.match)
    return WinTensor(new, picked.rounds, picked.win, picked.draw)


# The same mean over draws, and not the same draws.
EQUAL_MEANS = WinDraws(
    ("a", "b", "c"),
    ("r", "s"),
    np.array([[[0, 2.0]] * 3, [[2, 2]] * 3, [[3, 1], [2, 1], [1, 2]], [[1, 2], [2, 2], [3, 1]]]),
)


@pytest.mark.parametrize("played", [*EVERYTHING.values(), EQUAL_MEANS], ids=[*EVERYTHING, "equal means"])
def test_names_and_order_of_models_change_nothing(played):
    found = play(played, (0, 1), n_contests=200)
    forward = np.arange(len(played.models))
    for order in (forward, forward[::-1], np.random.default_rng(0).permutation(forward)):
        permuted = play(renamed(played, order), (0, 1), n_contests=200)
        expected = found.of_models(order)
        for field in fields(found):
            if field.name != "models":
                name = field.name
                np.testing.assert_array_equal(getattr(permuted, name), getattr(expected, name), err_msg=name)


def test_who_beats_whom_in_a_circle_keeps_its_order():
    # Rock, scissors, paper: nothing tells one from the others, so names say who comes first, and the circle the rest.
    circle = tensor_of(np.array([[[0, 1, 0], [0, 0, 1], [1, 0, 0]]] * 2))
    wins = play(circle).wins[0]
    assert len(set(wins)) == 3  # the luck of the draw
    turned = {tuple(np.roll(wins, by)) for by in range(3)}
    for order in permutations(range(3)):
        back = np.argsort(order)
        assert tuple(play(renamed(circle, np.array(order))).wins[0, back]) in turned


def test_models_that_are_alike_are_told_apart_by_their_names_alone():
    tensor = tensor_of(np.array([[[0, 0.5, 0.9], [0.5, 0, 0.9], [0.1, 0.1, 0]]] * 2))
    swapped = tensor.of_models(np.array([1, 0, 2]))
    assert_same(play(tensor, (0, 1)), play(swapped, (0, 1)).of_models(np.array([1, 0, 2])))


def test_memory_order_of_draws_changes_nothing():
    draws = drawn(9, 5, 40)
    back = WinDraws(draws.models, draws.rounds, np.asfortranarray(draws.scores), draws.match)
    assert_same(play(draws, n_contests=50), play(back, n_contests=50))


def test_the_seed_changes_the_luck():
    one, two = (play(coins(5, 3), random_seed=seed) for seed in (0, 1))
    assert (one.wins != two.wins).any()
    assert (one.random_seed, two.random_seed) == (0, 1)


@pytest.mark.parametrize("seed", [2**63, 2**64 - 1, np.uint64(2**64 - 1), 2**64, 10**40])
def test_seeds_may_be_large(seed):
    found = play(coins(3, 2), random_seed=seed, n_contests=50)
    assert found.random_seed == int(seed)
    assert_same(found, play(coins(3, 2), random_seed=int(seed), n_contests=50))


def test_exchangeable_rounds_have_contests_of_their_own():
    # One round is the mean of itself: the same contests would have the same wins.
    one_round = coins(9, 1)
    in_order, exchangeable = (play(one_round, rounds=rounds) for rounds in ("in_order", "exchangeable"))
    assert in_order.random_seed == exchangeable.random_seed == 7
    assert (in_order.wins != exchangeable.wins).any()


def test_neighbouring_seeds_share_no_contest():
    # With states that are 1 apart, the exchangeable contests of a seed could be those in order of the next.
    one_round = coins(9, 1)
    after = play(one_round, random_seed=8)
    assert (play(one_round, rounds="exchangeable").wins != after.wins).any()


def test_few_contests_are_enough_to_know_the_opponents():
    # Three models, one round: in 16 contests everybody meets somebody, but for one in (2/3)**16 * 3 = 1/219 seeds.
    # The first has met one of two whom it beats; strengths are 1, 1/2, 0.
    found = play(strongest_first(3, 1), n_contests=16).opponents[0]
    assert np.isfinite(found).all()
    assert 0 <= found[0] <= 0.5
    draws = WinDraws(("a", "b"), ("r",), np.array([[[1.0], [0.0]], [[0.0], [1.0]]]))
    assert play(draws, n_contests=2).opponents.tolist() == [[0.5, 0.5]]  # each is as good in the mean over draws


def test_meetings_are_counted_in_every_sixteenth_of_many_contests():
    # 1,616 contests of two models: they always meet, so that it makes no difference to means.
    draws = WinDraws(("a", "b"), ("r",), np.array([[[1.0], [0.0]], [[1.0], [0.0]]]))
    for n_contests in (800, 808):
        assert play(draws, n_contests=n_contests).opponents.tolist() == [[0, 1]]


def test_rounds_and_models_keep_their_names():
    tensor = probable(5, 3)
    found = play(tensor, ("front:1:2",))
    assert (found.models, found.rounds, found.schedules) == (tensor.models, tensor.rounds, ("front:1:2",))
    assert found.n_contests == 3_000


# Options


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ({"n_contests": 1}, "n_contests must be a whole number of at least 2; got 1"),
        ({"n_contests": 10_000_001}, "n_contests must be at most 10,000,000; got 10,000,001. Play fewer"),
        ({"n_contests": 10**20}, "n_contests must be at most 10,000,000; got 100,000,000,000,000,000,000"),
        ({"n_contests": 10.5}, "n_contests must be a whole number of at least 2; got 10.5"),
        ({"random_seed": -1}, "random_seed must be a whole number of at least 0; got -1"),
        ({"cores": 0}, "cores must be a whole number of at least 1; got 0"),
        ({"rounds": "shuffled"}, "rounds must be one of in_order, exchangeable; got 'shuffled'"),
    ],
)
def test_options_that_are_refused(option, expected):
    with pytest.raises(ValueError, match=expected):
        play(coins(3, 2), **option)
