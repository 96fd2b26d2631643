"""Wealths from counts of wins, against those bet question by question."""

import numpy as np
import pytest

from bayesrank.sequential.bets import GRID, Bets
from bayesrank.sequential.score_rows import ScoreReader, ScoreRows
from bayesrank.sequential.wealth import PairWealth
from bayesrank.sequential.win_counts import WinCounts
from tests.sequences import known

EXACT = {"rtol": 1e-12, "atol": 1e-13}


def right_or_wrong(n_questions=300, n_models=6):
    rng = np.random.default_rng(4)
    return (rng.random((n_questions, n_models)) < np.linspace(0.3, 0.8, n_models)).astype(np.float64)


def test_by_hand():
    # Three won, one lost, one tied.
    counts = WinCounts(2)
    counts.update(known([[1, 0], [1, 0], [1, 1]]))
    counts.update(known([[0, 1], [1, 0]]))
    expected = [sum((1 + b) ** 3 * (1 - b) for b in GRID) / 5, sum((1 - b) ** 3 * (1 + b) for b in GRID) / 5]
    np.testing.assert_allclose(np.exp(counts.log_wealth())[[0, 1], [1, 0]], expected, rtol=1e-14)
    assert counts.log_wealth().diagonal().tolist() == [-np.inf, -np.inf]


@pytest.mark.parametrize("bets", [Bets(), Bets(grid=(0.1, 0.4), prior=(0.3, 0.7))])
def test_they_are_the_wealths_of_betting(bets):
    counts, wealth = WinCounts(6, bets), PairWealth(6, bets)
    for one in (counts, wealth):
        one.update(known(right_or_wrong()))
        one.freeze(2)
        one.update(known(1 - right_or_wrong(50)))
    np.testing.assert_allclose(counts.log_wealth(), wealth.log_wealth(), **EXACT)


@pytest.mark.parametrize("missing", ["pessimistic", "skipped_without_looking"])
def test_missing_scores_count_the_same(missing):
    scores = right_or_wrong()
    scores[np.random.default_rng(5).random(scores.shape) < 0.2] = np.nan
    rows = ScoreReader(missing).rows(scores, np.ones(6, dtype=bool), tuple("abcdef"))
    counts, wealth = WinCounts(6), PairWealth(6)
    for one in (counts, wealth):
        one.update(rows)
    np.testing.assert_allclose(counts.log_wealth(), wealth.log_wealth(), **EXACT)


def test_a_restored_state_goes_on_as_if_nothing_had_been():
    counts, again = WinCounts(6), WinCounts(6)
    counts.update(known(right_or_wrong(20)))
    counts.freeze(1)
    again.restore(counts.state())
    for one in (counts, again):
        one.update(known(right_or_wrong(70)))
    assert again.log_wealth().tobytes() == counts.log_wealth().tobytes()


def test_sums_of_scores_do_not_matter():
    counts = WinCounts(2)
    counts.update(known([[1, 0]]))
    before = counts.log_wealth()
    counts.correct_sums(0, ScoreRows(np.zeros((1, 2)), np.zeros((1, 2)), np.ones((1, 2))))
    np.testing.assert_array_equal(counts.log_wealth(), before)


def test_bets_that_depend_on_the_order_are_refused():
    with pytest.raises(ValueError, match="bets must be a mixture to be read off counts of wins; got 'ons'"):
        WinCounts(2, Bets("ons"))
