"""Ways of pairing against exact contests, and figures by hand."""

import json

import numpy as np
import pytest

from bayesrank.studies.pairing_ablation import RULES, PairingAblation, pairing_ablation
from bayesrank.studies.tournament_scores import tensor_of_scores
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.exact.exact import exact_wins
from bayesrank.swiss.win_draws import WinDraws

PLAYED = tensor_of_scores(np.random.default_rng(9).integers(0, 6, (5, 3)).astype(float))


def test_wins_are_those_of_exact_contests():
    found = pairing_ablation(PLAYED, eliminate=[0, 1], n_contests=20_000, random_seed=1)
    assert found.pairings == ("swiss", "floats_down", "random", "round_robin")
    schedules = [read_schedule(number, 5, 3) for number in (0, 1)]
    for p, pairing in enumerate(found.pairings):
        exact = exact_wins(PLAYED, schedules, RULES[pairing])
        # 40 figures beyond 5 standard errors: once in 45,000 times
        assert (np.abs(found.wins[p] - exact.wins) <= 5 * found.mcse[p] + 1e-12).all()
    assert not found.mcse[2:, 0].any()
    assert found.mcse[:2, 0].any(axis=1).all()


def test_a_schedule_that_is_no_number_is_played():
    found = pairing_ablation(PLAYED, pairings=["random"], eliminate=["halving", 0], n_contests=50, random_seed=1)
    assert found.schedules == ("halving", "0")
    assert found.mcse[0].any(axis=1).tolist() == [True, False]


def test_figures_by_hand():
    found = PairingAblation(
        models=("x", "y", "z"),
        rounds=("p",),
        pairings=("swiss", "random"),
        schedules=("0",),
        wins=np.array([[[2.0, 1.5, 0]], [[1.0, 3.0, 0.5]]]),
        mcse=np.array([[[0.1, 0.2, 0]], [[0.0, 0, 0]]]),
        borda=np.array([0.3, 0.7, 0.1]),
        n_contests=10,
        random_seed=0,
    )
    table = found.frame()
    np.testing.assert_allclose(table["tau_borda"], [1 / 3, 1])  # one exchange of three
    np.testing.assert_allclose(table["tau_swiss"], [1, 1 / 3])
    assert table["range"].tolist() == [2, 2.5]
    assert (table["lowest"].tolist(), table["highest"].tolist()) == ([0, 0.5], [2, 3])
    assert table["mcse"].tolist() == [0.2, 0]
    assert repr(found) == "PairingAblation(3 models x 1 rounds, swiss, random, eliminations 0)"


def test_pairing_at_random_has_the_order_of_the_borda_count():
    found = pairing_ablation(PLAYED, pairings=["random", "round_robin"], eliminate=[0], random_seed=0)
    table = found.frame()
    np.testing.assert_allclose(table["tau_borda"], 1)
    assert table["tau_swiss"].isna().all()
    record = json.loads(json.dumps(found.record()))
    assert record["agreement"][0]["tau_swiss"] is None
    # a round robin of 5 in 3 rounds shares out 30 points
    assert sum(record["wins"]["round_robin"]["0"]) == pytest.approx(30)


def test_draws_are_played_with_their_mean_probabilities():
    draws = WinDraws(tuple("abc"), tuple("pq"), np.random.default_rng(5).normal(size=(9, 3, 2)))
    options = {"eliminate": [0], "n_contests": 100, "random_seed": 2}
    np.testing.assert_array_equal(
        pairing_ablation(draws, **options).wins, pairing_ablation(draws.probabilities(), **options).wins
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pairings": ["greedy"]}, r"pairings must be different ones of swiss, floats_down, .*; got 'greedy'"),
        ({"pairings": []}, r"pairings must be different ones of .*; got none"),
        ({"pairings": ["swiss", "swiss"]}, r"pairings must be different ones of .*; got swiss, swiss"),
        ({"eliminate": []}, r"eliminate must hold at least one schedule; got none"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        pairing_ablation(PLAYED, **options)
