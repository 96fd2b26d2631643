"""Two tournaments of the same scores: two models by hand, three by the exact law, and classes that switch."""

import json
from dataclasses import replace

import numpy as np
import pytest

from bayesrank import DataError, ScoreTable
from bayesrank.studies.margin_comparison import ClassedWins, MarginComparison, compare_binary_with_margins
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.exact.exact import exact_wins
from bayesrank.swiss.rounds.from_margins import win_tensor_from_margins
from bayesrank.swiss.rounds.from_scores import win_tensor_from_scores

GRID = (0, 1)


def board(scores, standard_errors=None):
    scores = np.array(scores, dtype=float)
    models = tuple("xyzuvw"[: len(scores)])
    rounds = tuple(f"round {k}" for k in range(scores.shape[1]))
    return ScoreTable(models, rounds, scores, np.ones(len(rounds), dtype=bool), standard_errors)


def test_two_models_by_hand():
    # After one game both have points of their own and meet nobody again: wins are the chances of the first round.
    # x leads by 1; with scale 1 / log 2 it wins with 1 / (1 + 1/2) = 2/3.
    found = compare_binary_with_margins(board([[6, 2], [5, 1]]), scale=1 / np.log(2), eliminate=GRID, random_seed=1)
    assert found.binary.wins.tolist() == [[1, 0], [1, 0]]
    assert np.all(np.abs(found.margins.wins - [2 / 3, 1 / 3]) <= 5 * found.margins.mcse)  # 6e-7 for each of four
    np.testing.assert_allclose(found.margins.mcse, np.sqrt(2 / 9 / 20_000), rtol=0.05)
    assert (found.binary.close_fraction, found.margins.close_fraction) == (0, 1)
    assert found.tau.tolist() == [1, 1]
    # Eliminations change nothing here. y has no wins to lose a share of, until its third of a point.
    assert found.binary.classes.labels == ("robust generalist", "indeterminate")
    assert found.margins.classes.labels == ("robust generalist", "unexposed")
    assert found.switched == ("y",)
    assert found.no_longer_specialists == ()


def test_wins_are_those_of_the_exact_law():
    table = board([[3, 1, 2], [2, 3, 1], [1, 2, 3], [0, 0, 2.5]])
    found = compare_binary_with_margins(table, scale=0.8, eliminate=GRID, random_seed=3)
    schedules = [read_schedule(number, 4, 3) for number in GRID]
    for side, tensor in (
        (found.binary, win_tensor_from_scores(table)),
        (found.margins, win_tensor_from_margins(table, scale=0.8)),
    ):
        exact = exact_wins(tensor, schedules, ContestRules()).wins
        assert np.all(np.abs(side.wins - exact) <= 5 * side.mcse + 1e-12)


def test_a_small_scale_leaves_the_better_score_to_win():
    table = board([[3, 1, 2], [2, 3, 1], [1, 2, 3]])
    found = compare_binary_with_margins(table, scale=1e-3, eliminate=GRID, random_seed=3)
    np.testing.assert_array_equal(found.binary.wins, found.margins.wins)
    assert found.switched == ()


def made_up(binary, margins, before, after):
    table = board([[2, 2], [1, 1], [0, 0]])
    played = compare_binary_with_margins(table, scale=1, eliminate=GRID, n_contests=2, random_seed=0)
    sides = [
        ClassedWins(np.array(wins, dtype=float), np.zeros((2, 3)), replace(played.binary.classes, labels=labels), 0.5)
        for wins, labels in ((binary, before), (margins, after))
    ]
    return replace(played, binary=sides[0], margins=sides[1])


def test_labels_that_disappear_are_named():
    robust, specialist, other = "robust generalist", "aggressive specialist", "indeterminate"
    found = made_up([[3, 2, 1]] * 2, [[3, 2, 1]] * 2, (specialist, specialist, robust), (other, specialist, specialist))
    assert found.switched == ("x", "z")
    assert found.no_longer_specialists == ("x",)
    assert "2 classes switch" in repr(found)


def test_tables_by_hand():
    # Without eliminations y and z change places: of three pairs one is turned, tau = (2 - 1) / 3; ranks move 0, 1, 1.
    # With one x, y and z have ranks 1, 2, 3 and 3, 2, 1: tau -1, moves 2, 0, 2.
    labels = ("indeterminate",) * 3
    found = made_up([[3, 2, 1], [2, 1, 0]], [[3, 1, 1.5], [0, 1, 2]], labels, labels)
    summary = found.summary()
    np.testing.assert_allclose(summary["tau"], [1 / 3, -1])
    assert summary["largest_rank_change"].tolist() == [1, 2]
    np.testing.assert_allclose(summary["mean_rank_change"], [2 / 3, 4 / 3])
    assert summary["largest_wins_change"].tolist() == [1, 2]
    assert summary["binary_first"].tolist() == ["x", "x"]
    assert summary["margin_first"].tolist() == ["x", "z"]
    table = found.frame()
    assert table["model"].tolist() == ["x", "x", "y", "y", "z", "z"]
    assert table["eliminate"].tolist() == [0, 1] * 3
    assert table["margin_wins"].tolist() == [3, 0, 1, 1, 1.5, 2]
    assert table["margin_rank"].tolist() == [1, 3, 3, 2, 2, 1]
    assert not table["switched"].any()


def test_the_record_is_plain():
    found = made_up([[1, 1, 1], [2, 1, 0]], [[3, 1, 2], [0, 1, 2]], ("exposed",) * 3, ("unexposed",) * 3)
    record = json.loads(json.dumps(found.record(), allow_nan=False))
    assert record["summary"][0]["tau"] is None  # all alike on one side
    assert record["close_fraction"] == 0.5
    assert record["switched"] == ["x", "y", "z"]
    assert len(record["models"]) == 6
    assert "conditional on the win tensor" in record["warnings"][0]


def test_options_reach_both_tensors():
    # Ties are a rule of the first alone, and the sequence is one of both.
    table = board([[1, 5, 3], [1, 4, 2]])
    found = compare_binary_with_margins(
        table, scale=1, eliminate=GRID, ties="half", sequence=["round 2", "round 0"], random_seed=0, n_contests=10
    )
    assert isinstance(found, MarginComparison)
    assert found.rounds == ("round 2", "round 0")
    assert found.tie_fraction == 0.5


def test_standard_errors_are_the_scale_by_default():
    # The scale is sqrt(2) * 1: x leads by sqrt(2) and wins with 1 / (1 + 1/e) = .7310586, a close call.
    table = board([[np.sqrt(2)] * 2, [0, 0]], np.ones((2, 2)))
    found = compare_binary_with_margins(table, eliminate=GRID, random_seed=1)
    assert np.all(np.abs(found.margins.wins[0] - [0.7310586, 0.2689414]) <= 5 * found.margins.mcse[0])
    assert found.margins.close_fraction == 1


def test_what_is_refused():
    table = board([[1.0, 2.0], [1.0, 3.0]])
    with pytest.raises(DataError, match="two scores in a round must differ, or ties= must say"):
        compare_binary_with_margins(table, scale=1)
    with pytest.raises(DataError, match="scale must be given where scores have no standard errors"):
        compare_binary_with_margins(table, ties="half")
    with pytest.raises(ValueError, match=r"options of 'compare_binary_with_margins' must be among .*; got 'tie'"):
        compare_binary_with_margins(table, scale=1, tie="half")
    with pytest.raises(ValueError, match="schedules must be 0 and larger numbers of models"):
        compare_binary_with_margins(table, scale=1, ties="half", eliminate=[1, 2])
