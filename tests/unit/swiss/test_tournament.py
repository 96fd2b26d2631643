import json
import re

import numpy as np
import pytest

from bayesrank import DataError, ScoreTable
from bayesrank.swiss.swiss_tournament import swiss_tournament

SCORES = np.array([[0.9, 0.8, 0.7], [0.8, 0.9, 0.4], [0.5, 0.2, 0.6], [0.1, 0.3, 0.2]])
BOARD = ScoreTable(tuple("abcd"), ("x", "y", "z"), SCORES, np.array([True, True, True]))
NOISY = ScoreTable(BOARD.models, BOARD.benchmarks, SCORES, BOARD.higher_is_better, np.full(SCORES.shape, 0.15))


@pytest.fixture(scope="module")
def exact():
    return swiss_tournament(BOARD, eliminate=[0, 1], method="exact")


@pytest.fixture(scope="module")
def drawn():
    return swiss_tournament(NOISY, eliminate=[0, 1], n_contests=50, draws=200, random_seed=1)


def test_the_frame_has_the_most_wins_first_at_each_schedule(exact):
    table = exact.frame()
    assert table["eliminate"].tolist() == ["0"] * 4 + ["1"] * 4
    for e, (_, part) in enumerate(table.groupby("eliminate")):
        assert part["wins"].is_monotonic_decreasing
        assert dict(zip(part["model"], part["wins"], strict=True)) == dict(zip("abcd", exact.wins.wins[e], strict=True))
    # nobody can be eliminated with nobody to leave
    assert (table.loc[table["eliminate"] == "0", "p_eliminated"] == 0).all()
    assert table[["lower", "upper", "rank_lower", "rank_upper"]].isna().all(axis=None)


def test_with_draws_the_frame_has_quantiles_and_rank_sets(drawn):
    table = drawn.frame(ci_prob=0.8).query("eliminate == '1'").set_index("model")
    lower, upper = np.quantile(drawn.wins.draws[1], [0.1, 0.9], axis=0)
    np.testing.assert_allclose(table.loc[list("abcd"), "lower"], lower)
    np.testing.assert_allclose(table.loc[list("abcd"), "upper"], upper)
    sets = drawn.at(1).ranking(ci_prob=0.8).set_index("model")
    assert (table["rank_lower"] == sets.loc[table.index, "rank_lower"]).all()


def test_a_posterior_at_a_schedule_is_of_its_draws(drawn):
    assert np.array_equal(drawn.at("1").draws, drawn.wins.draws[1])
    assert np.array_equal(drawn.at(0).centre, drawn.wins.wins[0])


def test_what_cannot_be_asked(exact, drawn):
    with pytest.raises(DataError, match="must be one of 0, 1; got 7"):
        drawn.at(7)
    with pytest.raises(DataError, match="must have posterior draws; got scores"):
        exact.at(0)
    with pytest.raises(ValueError, match="ci_prob must lie between 0 and 1; got 2"):
        drawn.frame(ci_prob=2)


@pytest.mark.parametrize(
    ("eliminate", "shows"), [([0, 1], True), ([0], False), ([1, 2], False), ([0, 2, 1], False), ([0, "halving"], False)]
)
def test_which_schedules_show_sensitivity(eliminate, shows):
    assert swiss_tournament(BOARD, eliminate=eliminate, method="exact").shows_sensitivity == shows


@pytest.mark.parametrize(
    ("rounds", "eliminate", "why"),
    [
        (1, [0, 1], "there is one round, before which nobody can leave"),
        (3, [0], "it takes eliminations of 0 and then of larger numbers, the same after every round, .*; got 0"),
        (3, [1, 0], "it takes eliminations of 0 and then of larger numbers, the same after every round, .*; got 1,0"),
        (3, ["halving", 0], "it takes eliminations of 0 and then of larger numbers, .*; got halving,0"),
    ],
)
def test_why_there_is_no_sensitivity(rounds, eliminate, why):
    board = ScoreTable(BOARD.models, BOARD.benchmarks[:rounds], SCORES[:, :rounds], BOARD.higher_is_better[:rounds])
    found = swiss_tournament(board, eliminate=eliminate, method="exact")
    assert not found.shows_sensitivity
    assert re.fullmatch(why, found.why_no_sensitivity)
    with pytest.raises(ValueError, match=f"a tournament must have a sensitivity to eliminations; got none: {why}"):
        found.sensitivity()


def test_nothing_is_missing_where_there_is_a_sensitivity(exact):
    assert exact.why_no_sensitivity is None


def test_sensitivity_of_exact_wins_is_exact(exact):
    found = exact.sensitivity()
    # two points: wins at 1 less those at 0
    np.testing.assert_allclose(found.two_point.value, exact.wins.wins[1] - exact.wins.wins[0], atol=1e-12)
    assert found.uncertainty == "exact"
    # the reference: every round is the mean of the three, so one of a and b is above in all three with a mean of 2/3
    points = exact.played.exchangeable().win
    assert points[0, 0, 1] == pytest.approx(2 / 3)
    assert found.reference.wins.sum(axis=1) == pytest.approx(exact.wins.wins.sum(axis=1))


def test_sensitivity_with_draws_is_of_the_same_draws_in_other_contests(drawn):
    found = drawn.sensitivity()
    assert found.uncertainty == "posterior"
    assert found.reference.draws.shape == drawn.wins.draws.shape
    assert found.reference.random_seed == drawn.wins.random_seed
    # the reference of one round is that round: the same contests would have the same wins
    assert (found.reference.wins[0] != drawn.wins.wins[0]).any()


def test_the_record_is_plain(exact, drawn):
    for tournament in (exact, drawn):
        record = json.loads(json.dumps(tournament.record(), allow_nan=False))
        assert len(record["wins"]) == 8
        assert record["rules"] == {"pairing": "swiss", "floats": "none", "bye_points": 0.0, "overflow": "group"}
    assert exact.record()["wins"][0]["lower"] is None


def test_the_first_thing_said_is_what_intervals_are_of(exact, drawn):
    assert repr(exact).startswith("warning: results are conditional on scores")
    assert "posterior of" in repr(drawn)
