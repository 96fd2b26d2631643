"""The loops that play contests; each function compiled, and as its source says.

Distributions are compared with what they must be by chi-square: a correct loop fails one of the 12 comparisons of this
file with a probability of 1e-4 each, and the seeds are fixed.
"""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chi2

from bayesrank.swiss.contests import _contest_kernels
from bayesrank.swiss.contests.match_tables import match_tables
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.contests.tally import add_to, empty_tally

FALSE_ALARM = 1e-4
SEED = 0
COUNTED = 16  # meetings, in every so many-th contest
SWISS = (0, 0, 0)  # the pairing, whether odd models go down, whether elimination cascades
FLOATS, CASCADE, RANDOM, ROUND_ROBIN = (0, 1, 0), (0, 0, 1), (1, 0, 0), (2, 0, 0)
POINTS = (1, 1, 0)  # units of a win, of a draw, of a bye


@pytest.fixture(params=["compiled", "source"])
def kernels(request, monkeypatch):
    """Return the module of the loops, with functions that are compiled, or with their sources."""
    if request.param == "source":
        for name, function in vars(_contest_kernels).items():
            if hasattr(function, "py_func"):
                monkeypatch.setattr(_contest_kernels, name, function.py_func)
    with np.errstate(over="ignore"):  # random numbers are what is left of products too large for 64 bits
        yield _contest_kernels


def strongest_first(n_models, n_rounds=1):
    """Return win probabilities with which each model beats all behind it."""
    return np.repeat(np.triu(np.ones((1, n_models, n_models)), 1), n_rounds, axis=0)


def coins(n_models, n_rounds=1):
    return np.full((n_rounds, n_models, n_models), 0.5)


def play(kernels, win, eliminate=0, *, rules=None, units=POINTS, draw=None, contests=(0, 1)):
    """Play contests under one schedule: by the loop of decided matches, or by that of all rules if they are given."""
    n_rounds, n_models = win.shape[:2]
    tables = match_tables(win, np.zeros_like(win) if draw is None else draw)
    leave = read_schedule(eliminate, n_models, n_rounds).leave[None]
    tally = empty_tally(1, n_rounds, n_models)
    if rules is None:
        kernels.play_decided(tables.win, tables.table, leave, SEED, (*contests, COUNTED), tally)
    else:
        parts = tables.win, tables.rest, tables.table
        kernels.play_by_rules(parts, leave, rules, units, SEED, (*contests, COUNTED), tally)
    return tally


both_loops = pytest.mark.parametrize("rules", [None, SWISS], ids=["decided", "by rules"])


def is_unlikely(counts, expected):
    """Say whether counts are further from those expected than in one of 10,000 samples."""
    counts, expected = np.asarray(counts, dtype=float), np.broadcast_to(expected, np.shape(counts))
    return ((counts - expected) ** 2 / expected).sum() > chi2.ppf(1 - FALSE_ALARM, counts.size - 1)


# Random numbers


def test_random_numbers_are_those_of_splitmix64(kernels):
    # The first numbers from the state 1234567, as they are published with implementations of SplitMix64.
    state, numbers = np.uint64(1234567), []
    for _ in range(5):
        state, bits = kernels.drawn(np.uint64(state))
        numbers.append(int(bits))
    assert numbers == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_contests_start_from_states_of_their_own(kernels):
    states = {int(kernels.first_state(seed, contest)) for seed in range(20) for contest in range(20)}
    assert len(states) == 400


def test_numbers_below_a_limit_are_equally_likely(kernels):
    counts, state = np.zeros(7), np.uint64(3)
    for _ in range(3_500):
        state, number = kernels.below(np.uint64(state), np.uint64(7))
        counts[number] += 1
    assert not is_unlikely(counts, 500)


# Pairing, byes and elimination are uniform


def met_in(kernels, n_models, rules, n_contests):
    """Return how often each perfect matching came up; in every sixteenth contest it is counted who meets."""
    counts = {}
    for contest in range(0, 16 * n_contests, 16):
        tally = play(kernels, coins(n_models), rules=rules, contests=(contest, contest + 1))
        met = tally.met.reshape(n_models, n_models)
        pairs = tuple((i, j) for i, j in combinations(range(n_models), 2) if met[i, j] + met[j, i])
        assert sorted(sum(pairs, ())) == list(range(n_models))  # each once
        counts[pairs] = counts.get(pairs, 0) + 1
    return counts


@both_loops
@pytest.mark.parametrize(("n_models", "n_matchings"), [(4, 3), (6, 15)])  # 3 x 1 and 5 x 3 x 1
def test_all_perfect_matchings_are_equally_likely(rules, n_models, n_matchings):
    counts = met_in(_contest_kernels, n_models, rules, 3_000)
    assert len(counts) == n_matchings
    assert not is_unlikely(list(counts.values()), 3_000 / n_matchings)


@both_loops
def test_the_source_pairs_each_model_once(kernels, rules):
    assert len(met_in(kernels, 4, rules, 60)) == 3  # one of three is missing by chance: 3 x (2/3)**60 = 8e-11


def test_meetings_are_counted_in_every_sixteenth_contest(kernels):
    assert play(kernels, coins(4), contests=(0, 16)).met.sum() == 2
    assert play(kernels, coins(4), contests=(1, 16)).met.sum() == 0
    assert play(kernels, coins(4), contests=(0, 33), rules=SWISS).met.sum() == 3 * 2


@both_loops
@pytest.mark.parametrize("n_models", [3, 5])
def test_byes_are_equally_likely(rules, n_models):
    byes = play(_contest_kernels, strongest_first(n_models), rules=rules, contests=(0, 6_000)).byes[0]
    assert byes.sum() == 6_000
    assert not is_unlikely(byes, 6_000 / n_models)


def test_results_are_as_likely_as_they_should_be():
    # The first of two wins with 0.3; by all rules it loses with 0.2, and a draw is 0.4. In units of half a point: 2, 1.
    win = np.array([[[0, 0.3], [0.7, 0]]])
    points = play(_contest_kernels, win, contests=(0, 10_000)).points[0]
    assert not is_unlikely(points, [3_000, 7_000])
    win[0, 1, 0] = 0.2
    draw = np.array([[[0, 0.4], [0.4, 0]]])
    results = np.zeros(4)
    for contest in range(4_000):
        one = play(
            _contest_kernels, win, rules=SWISS, units=(2, 1, 0), draw=draw, contests=(contest, contest + 1)
        ).points[0]
        results[[(2, 0), (0, 2), (1, 1), (0, 0)].index(tuple(one.tolist()))] += 1
    assert not is_unlikely(results, [1_200, 800, 1_600, 400])


def removed(kernels, size, n_leaving, cascade, contest):
    """Remove models from lists: 0, 1, .. stand on list 0, as many as ``size`` says, the next ones on list 1, ..."""
    n_models = sum(size)
    listed = np.zeros(len(size) * n_models, dtype=np.uint64)
    first = 0
    for group, number in enumerate(size):
        listed[group * n_models : group * n_models + number] = range(first, first + number)
        first += number
    left_after, points = np.zeros(n_models, np.int64), np.full(n_models, -1)
    eliminated = np.zeros((3, n_models), np.int64)
    n_left, _ = kernels.eliminate(
        n_leaving, n_models, cascade, 1, np.uint64(kernels.first_state(0, contest)), listed, np.array(size),
        left_after, points, eliminated,
    )  # fmt: skip
    assert n_left == n_models - eliminated.sum()
    assert (eliminated[[0, 2]] == 0).all()
    assert (left_after == 2 * eliminated[1]).all()  # after the second round
    return np.flatnonzero(eliminated[1]).tolist(), points.tolist()


def test_all_sets_that_can_leave_are_equally_likely():
    # Two of the five on list 1: 10 sets.
    counts = {}
    for contest in range(3_000):
        gone, _ = removed(_contest_kernels, [0, 5, 2], 2, 0, contest)
        counts[tuple(gone)] = counts.get(tuple(gone), 0) + 1
    assert set(counts) == set(combinations(range(5), 2))
    assert not is_unlikely(list(counts.values()), 300)


def test_those_who_leave_have_the_points_of_their_list(kernels):
    assert removed(kernels, [0, 2, 3], 2, 0, 0) == ([0, 1], [1, 1, -1, -1, -1])


def test_no_more_leave_than_have_the_fewest_points(kernels):
    assert removed(kernels, [1, 2, 3], 3, 0, 0) == ([0], [0, -1, -1, -1, -1, -1])


def test_a_cascade_goes_on_with_the_next_fewest(kernels):
    assert removed(kernels, [1, 0, 2, 3], 3, 1, 0) == ([0, 1, 2], [0, 2, 2, -1, -1, -1])
    assert removed(kernels, [1, 2], 9, 1, 0) == ([0, 1, 2], [0, 1, 1])
    gone = [removed(kernels, [1, 2, 1], 2, 1, contest)[0] for contest in range(50)]
    assert {tuple(each) for each in gone} == {(0, 1), (0, 2)}  # one of them never: 2 x 2**-50


# Numbers that are fixed


def sizes_by_recursion(n_models, n_rounds, eliminate, *, cascade):
    """Return pairs in each round and the numbers of active models at each score, which no result changes.

    Of n models with s points, half rounded down go up by a point; the others stay, the one with the bye among them.
    """
    size, pairs = {0: n_models}, []
    for _ in range(n_rounds):
        pairs.append(sum(n // 2 for n in size.values()))
        scores = range(max(size) + 2)
        size = {s: (size.get(s, 0) + 1) // 2 + size.get(s - 1, 0) // 2 for s in scores}
        to_leave = eliminate
        for s in scores:
            gone = min(to_leave, size[s])
            size[s] -= gone
            if gone:
                to_leave = to_leave - gone if cascade else 0
        size = {s: n for s, n in size.items() if n}
    return pairs, size


def test_group_sizes_worked_by_hand():
    # 5: 2 pairs, 2 with a point and 3 without. Then 1 pair each: 1, 1 + 1, 2 have 2, 1 and 0 points.
    assert sizes_by_recursion(5, 2, 0, cascade=False) == ([2, 2], {0: 2, 1: 2, 2: 1})
    # Three of the five are to leave, and three have no points; of the two that are left one wins and one goes.
    assert sizes_by_recursion(5, 2, 3, cascade=False) == ([2, 1], {2: 1})


@pytest.mark.parametrize(
    ("rules", "eliminate", "total"),
    [
        # Totals: 154, 130 and 104 points at T = 0, 1, 2 (by enumeration of sizes, liu2025 with 29 models, 12 rounds).
        (None, 0, 154),
        (None, 1, 130),
        (None, 2, 104),
        (SWISS, 0, 154),
        (SWISS, 2, 104),
        (CASCADE, 0, 154),
        (CASCADE, 2, 97),
    ],
)
def test_group_sizes_are_fixed(kernels, rules, eliminate, total):
    pairs, active = sizes_by_recursion(29, 12, eliminate, cascade=rules == CASCADE)
    assert sum(pairs) == total
    win = np.random.default_rng(0).uniform(size=(12, 29, 29))
    win = np.triu(win, 1) + np.tril(1 - win.swapaxes(1, 2), -1)
    for contest in range(3):
        tally = play(kernels, win, eliminate, rules=rules, contests=(contest, contest + 1))
        assert tally.pairs[0].tolist() == pairs
        assert tally.points.sum() == total
        is_active = tally.eliminated[0].sum(axis=0) == 0
        points, number = np.unique(tally.points[0][is_active], return_counts=True)
        assert dict(zip(points.tolist(), number.tolist(), strict=True)) == active
        assert tally.byes.sum() + 2 * sum(pairs) == tally.rounds_played.sum()
        assert (tally.products[0, 0] == tally.points[0] ** 2).all()


@both_loops
def test_a_contest_freezes_when_all_points_differ(kernels, rules):
    # Of four models 2 and 2 have 0 and 1 point after 2 matches; 1, 2 and 1 have 0, 1 and 2 after 2 more; the two alike
    # meet, so that 1, 1 and 2 have 0, 1 and 2; the two alike meet, and all differ.
    tally = play(kernels, coins(4, 6), rules=rules)
    assert tally.pairs[0].tolist() == [2, 2, 1, 1, 0, 0]
    assert sorted(tally.points[0].tolist()) == [0, 1, 2, 3]
    assert (tally.rounds_played == 6).all()


# Forced contests


@both_loops
@pytest.mark.parametrize(
    ("eliminate", "pairs", "byes", "rounds_played"),
    [
        (0, [1, 0, 0], [2, 2], [3, 3]),  # after the first match both are alone with their points
        (1, [1, 0, 0], [0, 0], [1, 1]),  # one is left: the contest is over
        (2, [1, 0, 0], [0, 0], [1, 1]),  # two are to leave, and one has the fewest points
        ([0, 1, 0], [1, 0, 0], [1, 1], [2, 2]),
    ],
)
def test_two_models_meet_once(kernels, rules, eliminate, pairs, byes, rounds_played):
    tally = play(kernels, strongest_first(2, 3), eliminate, rules=rules, contests=(0, 3))
    assert tally.points[0].tolist() == [3, 0]
    assert tally.pairs[0].tolist() == [3 * number for number in pairs]
    assert tally.byes[0].tolist() == [3 * number for number in byes]
    assert tally.rounds_played[0].tolist() == [3 * number for number in rounds_played]
    assert tally.eliminated[0, :, 0].sum() == 0


@both_loops
def test_two_are_left_and_play_on(kernels, rules):
    # Four models, two leave: the losers of round 0. Two are left and meet; the loser leaves, and there is no round 2.
    tally = play(kernels, strongest_first(4, 3), 2, rules=rules)
    assert tally.pairs[0].tolist() == [2, 1, 0]
    assert tally.points[0, 0] == 2
    assert sorted(tally.points[0].tolist()) == [0, 0, 1, 2]
    assert sorted(tally.rounds_played[0].tolist()) == [1, 1, 2, 2]
    assert tally.eliminated[0].sum(axis=1).tolist() == [2, 1, 0]
    assert not tally.byes.any()


@pytest.mark.parametrize("rules", [SWISS, CASCADE, RANDOM, ROUND_ROBIN])
def test_all_leave_and_the_contest_is_over(kernels, rules):
    # All draw, so that all four have the fewest points.
    draw = np.ones((3, 4, 4))
    tally = play(kernels, np.zeros_like(draw), 4, rules=rules, units=(2, 1, 0), draw=draw)
    n_matches = 3 if rules == ROUND_ROBIN else 1
    assert tally.points[0].tolist() == [n_matches] * 4
    assert tally.eliminated[0].tolist() == [[1] * 4, [0] * 4, [0] * 4]
    assert tally.rounds_played[0].tolist() == [1] * 4
    assert tally.pairs[0].tolist() == [2 * n_matches, 0, 0]


def test_a_cascade_can_take_the_winner(kernels):
    tally = play(kernels, strongest_first(2, 2), 2, rules=CASCADE)
    assert tally.eliminated[0].tolist() == [[1, 1], [0, 0]]
    assert tally.points[0].tolist() == [1, 0]


@both_loops
def test_who_leaves_after_the_last_round_changes_no_points(kernels, rules):
    found = [play(kernels, coins(7, 3), [1, 1, last], rules=rules, contests=(0, 20)) for last in (0, 3)]
    assert (found[0].points == found[1].points).all()
    assert (found[0].rounds_played == found[1].rounds_played).all()
    assert (found[1].eliminated[0, 2].sum()) > found[0].eliminated[0, 2].sum() == 0


@both_loops
def test_who_beats_all_wins_the_knock_out(kernels, rules):
    # Eight models, the losers leave: three rounds, 4 + 2 + 1 matches.
    for eliminate in (4, "halving"):
        tally = play(kernels, strongest_first(8, 5), eliminate, rules=rules)
        assert tally.pairs[0].tolist() == [4, 2, 1, 0, 0]
        assert sorted(tally.points[0].tolist()) == [0, 0, 0, 0, 1, 1, 2, 3]
        assert tally.points[0, 0] == 3
        assert tally.rounds_played[0, 0] == 3


# Byes and draws


@pytest.mark.parametrize(
    ("bye_units", "byes_pay"), [((1, 1, 0), 0), ((2, 1, 1), 1), ((1, 1, 1), 1)], ids=["nothing", "half", "one"]
)
def test_points_are_those_of_matches_and_byes(kernels, bye_units, byes_pay):
    tally = play(kernels, coins(5, 3), rules=SWISS, units=bye_units, contests=(0, 10))
    assert tally.points.sum() == tally.pairs.sum() * bye_units[0] + tally.byes.sum() * byes_pay
    assert tally.byes.sum() > 0


def test_draws_share_the_point_and_two_losers_have_none(kernels):
    # Two of three matches are drawn or lost by both: units are still whole.
    draw = np.full((4, 6, 6), 0.4)
    win = np.full_like(draw, 0.3)
    tally = play(kernels, win, rules=SWISS, units=(2, 1, 0), draw=draw, contests=(0, 10))
    assert tally.points.sum() == 2 * tally.pairs.sum()
    none = play(kernels, np.zeros_like(win), rules=SWISS, units=(2, 1, 0), draw=np.zeros_like(win), contests=(0, 10))
    assert none.points.sum() == 0
    assert none.pairs[0].tolist() == [30, 30, 30, 30]  # they stay together


# Other pairings


@pytest.mark.parametrize(("n_models", "byes"), [(5, 4), (6, 0)])
def test_where_odd_models_go_down_there_is_one_bye_a_round_at_most(kernels, n_models, byes):
    for contest in range(10):
        tally = play(kernels, coins(n_models, 4), rules=FLOATS, contests=(contest, contest + 1))
        assert tally.byes.sum() == byes
        assert tally.pairs[0].tolist() == [n_models // 2] * 4


def test_where_odd_models_go_down_a_winner_of_all_rounds_has_all_points(kernels):
    assert play(kernels, strongest_first(10, 12), rules=FLOATS, contests=(0, 5)).points[0, 0] == 12 * 5


def test_odd_models_pass_over_empty_lists(kernels):
    # Three rounds of two models: 1 and 0 points, so that the first goes down and they meet again: 3 and 0; the second
    # is two lists below.
    tally = play(kernels, strongest_first(2, 3), rules=FLOATS)
    assert tally.points[0].tolist() == [3, 0]
    assert tally.byes.sum() == 0


def test_random_pairing_has_no_groups(kernels):
    tally = play(kernels, strongest_first(5, 4), 1, rules=RANDOM)
    assert tally.pairs[0].tolist() == [2, 2, 1, 1]  # 5, 4, 3 and 2 models
    assert tally.byes.sum() == 1 + 0 + 1 + 0
    assert tally.points.sum() == 6


def test_in_a_round_robin_all_meet(kernels):
    # 3 + 2, 2 + 1, 1 + 0 and 0: the last of four leaves after the first round. 6 pairs, then 3.
    tally = play(kernels, strongest_first(4, 2), 1, rules=ROUND_ROBIN)
    assert tally.points[0].tolist() == [5, 3, 1, 0]
    assert tally.pairs[0].tolist() == [6, 3]
    assert tally.eliminated[0].tolist() == [[0, 0, 0, 1], [0, 0, 1, 0]]
    assert tally.byes.sum() == 0
    met = tally.met.reshape(4, 4)
    assert (met + met.T).tolist() == [[0, 2, 2, 1], [2, 0, 2, 1], [2, 2, 0, 1], [1, 1, 1, 0]]


@pytest.mark.parametrize(
    ("pairing", "units", "most"), [(0, (1, 1, 0), 1), (1, (2, 1, 1), 2), (0, (1, 1, 1), 1), (2, (2, 1, 0), 8)]
)
def test_the_most_units_of_a_round(kernels, pairing, units, most):
    assert kernels.most_units(pairing, units, 5) == most  # 4 wins of 2 units in a round robin


# Contests and schedules do not depend on each other


@both_loops
def test_contests_are_the_same_in_one_go_or_in_parts(kernels, rules):
    whole = play(kernels, coins(7, 4), 1, rules=rules, contests=(0, 20))
    parts = [play(kernels, coins(7, 4), 1, rules=rules, contests=part) for part in ((0, 7), (7, 20))]
    add_to(*parts)
    for count, total in zip(parts[0], whole, strict=True):
        assert (count == total).all()


@both_loops
def test_schedules_are_the_same_alone_or_together(kernels, rules):
    tables = match_tables(coins(7, 4), np.zeros((4, 7, 7)))
    leave = np.stack([read_schedule(eliminate, 7, 4).leave for eliminate in (0, 1, 2)])
    together = empty_tally(3, 4, 7)
    if rules is None:
        kernels.play_decided(tables.win, tables.table, leave, SEED, (0, 20, COUNTED), together)
    else:
        parts = tables.win, tables.rest, tables.table
        kernels.play_by_rules(parts, leave, rules, POINTS, SEED, (0, 20, COUNTED), together)
    for position, eliminate in enumerate((0, 1, 2)):
        alone = play(kernels, coins(7, 4), eliminate, rules=rules, contests=(0, 20))
        for name in ("points", "byes", "rounds_played", "eliminated", "met", "pairs"):
            assert (getattr(alone, name)[0] == getattr(together, name)[position]).all()
        assert (alone.products[0, 0] == together.products[position, position]).all()
    assert (together.products == together.products.swapaxes(0, 1)).all()


def test_both_loops_agree():
    # 29 models x 3 schedules by two streams: one of 87 differences above 4.5 standard errors by chance, 6e-4.
    rng = np.random.default_rng(4)
    ability = rng.normal(size=(12, 29)) + rng.normal(size=29)
    win = 1 / (1 + np.exp(ability[:, None, :] - ability[:, :, None]))
    n_contests = 4_000
    for eliminate in (0, 1, 2):
        one, two = (
            play(_contest_kernels, win, eliminate, rules=rules, contests=(0, n_contests)) for rules in (None, SWISS)
        )
        mean = [tally.points[0] / n_contests for tally in (one, two)]
        variance = [tally.products[0, 0] / n_contests - (tally.points[0] / n_contests) ** 2 for tally in (one, two)]
        error = np.sqrt((variance[0] + variance[1]) / n_contests)
        assert np.abs(mean[0] - mean[1]).max() > 0  # two streams
        assert np.all(np.abs(mean[0] - mean[1]) < 4.5 * error)
        assert (one.pairs == two.pairs).all()
