"""Tournaments of tiers: two models by hand, three by the exact law, tables of made up wins, and what is refused."""

import json
from dataclasses import replace

import numpy as np
import pytest

from bayesrank import DataError, Outcomes
from bayesrank.studies.difficulty_tier_study import DifficultyTierStudy, difficulty_tier_study
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.difficulty.difficulty_tiers import DifficultyTiers
from bayesrank.swiss.exact.exact import exact_wins

ANSWERS = np.random.default_rng(8).random((6, 60)) < np.linspace(0.2, 0.9, 60) * np.linspace(0.6, 1, 6)[:, None]
RIGHT = Outcomes.from_array(ANSWERS.astype(int))
TIERS = DifficultyTiers(n_tiers=3, min_items=5)


@pytest.fixture(scope="module")
def study():
    return difficulty_tier_study(RIGHT, TIERS, ties="half", eliminate=[0, 1], random_seed=2)


def test_wins_are_those_of_the_exact_law(study):
    schedules = [read_schedule(number, 6, 3) for number in (0, 1)]
    for (wins,), (tensor,) in ((study.wins, study.rounds.tensors), (study.in_sample, study.rounds.in_sample)):
        exact = exact_wins(tensor, schedules, ContestRules()).wins
        assert np.all(np.abs(wins.wins - exact) <= 5 * wins.mcse + 1e-12)


def test_accuracy_is_the_share_of_right_answers(study):
    np.testing.assert_allclose(study.accuracy[0], ANSWERS.mean(axis=1))
    table = study.frame()
    assert table["model"].tolist() == [f"model {number}" for number in range(1, 7)] * 2
    np.testing.assert_allclose(table["accuracy"], np.tile(ANSWERS.mean(axis=1), 2))


def test_two_models_by_hand():
    # In the first round x knows more: it wins it, and neither meets anybody again.
    found = difficulty_tier_study(
        Outcomes.from_array([[1, 1, 0, 0, 0], [1, 0, 1, 1, 0]], models=["x", "y"]),
        DifficultyTiers("quantile", 2, min_items=1),
        external=[1, 1, 2, 2, 3],
        eliminate=[0],
        ties="half",
        random_seed=0,
        n_contests=10,
    )
    assert found.wins[0].wins.tolist() == [[1, 0]]
    assert found.accuracy[0].tolist() == [0.4, 0.6]
    assert found.tau_accuracy.tolist() == [-1]
    assert found.frame()["rank"].tolist() == [1, 2]


def made_up(study, wins, in_sample, accuracy):
    """Return a study of the same models with these wins, one list of them a tournament."""
    sides = [
        tuple(replace(study.wins[0], wins=np.array(each, dtype=float)) for each in side) for side in (wins, in_sample)
    ]
    return DifficultyTierStudy(study.rounds, *sides, tuple(np.array(each) for each in accuracy))


def test_tables_by_hand(study):
    # Schedule 0: two neighbours change places, one of 15 pairs: tau 13/15, ranks move by 1. Schedule 1: reversed.
    up, down = [1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]
    found = made_up(study, [[up, up]], [[[2, 1, 3, 4, 5, 6], down]], [np.array(up) / 10])
    np.testing.assert_allclose(found.tau, [13 / 15, -1])
    np.testing.assert_allclose(found.tau_accuracy, [1, 1])
    summary = found.summary()
    assert summary["eliminate"].tolist() == ["0", "1"]
    assert summary["largest_rank_change"].tolist() == [1, 5]
    table = found.frame()
    assert table["in_sample_rank"].tolist() == [5, 6, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6]
    assert table["rank"].tolist() == [6, 5, 4, 3, 2, 1] * 2


def test_taus_of_halves_are_averaged(study):
    up, down = [[1, 2, 3, 4, 5, 6]] * 2, [[6, 5, 4, 3, 2, 1]] * 2
    found = made_up(study, [up, up], [up, down], [up[0], up[0]])
    assert found.tau.tolist() == [0, 0]
    assert found.frame()["tournament"].tolist() == [1] * 12 + [2] * 12


def test_halves_have_tournaments_of_their_own():
    found = difficulty_tier_study(RIGHT, TIERS, tiering="split_half", ties="half", random_seed=2, n_contests=50)
    assert [each.wins.shape for each in found.wins] == [(3, 3), (3, 3)]
    assert sorted(found.frame()["model"].unique()) == sorted(RIGHT.models)
    assert found.rounds.random_seed == 2


def test_the_record_is_plain(study):
    record = json.loads(json.dumps(study.record(), allow_nan=False))
    assert record["tiering"] == "leave_pair_out"
    assert record["rounds"][0]["items"] == int((ANSWERS.sum(axis=0) > 4).sum())  # above two thirds of six
    assert record["n_moved"] == study.rounds.n_moved
    assert len(record["models"]) == 12
    assert "Kendall's tau with tiers by all models" in repr(study)


def test_what_is_refused():
    with pytest.raises(DataError, match="or ties= must say who wins"):
        difficulty_tier_study(Outcomes.from_array(np.ones((3, 30), dtype=int)))
    with pytest.raises(ValueError, match=r"options of 'difficulty_tier_study' must be among .*; got 'cores'"):
        difficulty_tier_study(RIGHT, cores=1)
