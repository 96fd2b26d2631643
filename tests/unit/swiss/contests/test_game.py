import numpy as np
import pytest

from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.game import Game
from bayesrank.swiss.contests.match_tables import match_tables
from bayesrank.swiss.contests.tally import empty_tally

SURE = np.array([[[0, 1, 1], [0, 0, 1], [0, 0, 0]]], dtype=float)  # 0 beats 1 and 2, and 1 beats 2
DRAWN = np.array([[[0, 1, 1], [1, 0, 1], [1, 1, 0]]], dtype=float)
NOTHING = np.zeros_like(SURE)


def played(game, tables, n_contests=4):
    tally = empty_tally(1, 1, 3)
    game.play(tables, 0, n_contests, tally)
    return tally


@pytest.mark.parametrize(
    ("win", "draw", "bye_points", "unit"),
    [(SURE, NOTHING, 0, 1), (SURE, NOTHING, 1, 1), (SURE, NOTHING, 0.5, 2), (NOTHING, DRAWN, 0, 2)],
)
def test_points_come_in_halves_where_there_are_halves(win, draw, bye_points, unit):
    game = Game(np.zeros((1, 1, 4), dtype=np.int64), ContestRules(bye_points=bye_points), 0)
    assert game.units_in_a_point(match_tables(win, draw)) == unit


@pytest.mark.parametrize(
    ("win", "draw", "rules", "total"),
    [
        # Three models, one round, four contests: a match and a bye in each, in units of half a point where there are.
        (SURE, NOTHING, ContestRules(), 4),
        (SURE, NOTHING, ContestRules(bye_points=1), 8),
        (SURE, NOTHING, ContestRules(bye_points=0.5), 4 * 2 + 4),
        (NOTHING, DRAWN, ContestRules(), 4 * 2),
        (NOTHING, NOTHING, ContestRules(), 0),  # both lose
        (SURE, NOTHING, ContestRules(pairing="random"), 4),
        (SURE, NOTHING, ContestRules(pairing="round_robin"), 4 * 3),
        (SURE, NOTHING, ContestRules(floats="down"), 4),
        (SURE, NOTHING, ContestRules(overflow="cascade"), 4),
    ],
)
def test_all_rules_are_passed_on(win, draw, rules, total):
    game = Game(np.zeros((1, 1, 4), dtype=np.int64), rules, 0)
    assert played(game, match_tables(win, draw)).points.sum() == total


def test_who_cascades_leaves_with_the_next_group():
    # The loser and the model with a bye have no points; two of three are to leave, or three: with one group they are
    # both gone and the winner stays, and in a cascade it goes, too.
    leave = np.full((1, 1, 4), 3)
    tables = match_tables(SURE, NOTHING)
    assert played(Game(leave, ContestRules(), 0), tables).eliminated.sum() == 2 * 4
    assert played(Game(leave, ContestRules(overflow="cascade"), 0), tables).eliminated.sum() == 3 * 4


def test_the_seed_and_the_number_of_the_contest_make_the_contest():
    def byes(seed, first, last):
        tally = empty_tally(1, 1, 3)
        Game(np.zeros((1, 1, 4), dtype=np.int64), ContestRules(), seed).play(
            match_tables(SURE, NOTHING), first, last, tally
        )
        return tally.byes[0].tolist()

    each = [byes(7, contest, contest + 1) for contest in range(40)]
    assert byes(7, 0, 40) == np.sum(each, axis=0).tolist()
    assert each != [byes(8, contest, contest + 1) for contest in range(40)]  # alike by chance: 3**-40
