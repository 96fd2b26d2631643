"""Names of tournaments, matches of scores by hand, and exact wins against the exact contest."""

import numpy as np
import pytest

from bayesrank.studies.tournament_scores import (
    Tournament,
    random_pairing_wins,
    tensor_of_scores,
    tournament_of,
    tournament_wins,
)
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.exact.exact import exact_wins

SCORES = np.random.default_rng(2).integers(0, 4, (5, 4)).astype(float)


@pytest.mark.parametrize(
    ("name", "tournament"),
    [
        ("swiss_0", Tournament("swiss", 0)),
        ("random_12", Tournament("random", 12)),
        ("swiss", None),
        ("swiss_", None),
        ("swiss_02", None),
        ("swiss_-1", None),
        ("swiss_²", None),
        ("elo_1", None),
    ],
)
def test_names_of_tournaments(name, tournament):
    assert tournament_of(name) == tournament


def test_matches_by_hand():
    played = tensor_of_scores(np.array([[2.0, np.nan], [1.0, 3.0], [1.0, 2.0]]))
    assert played.win.tolist() == [[[0, 1, 1], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 1], [0, 0, 0]]]
    assert played.draw.tolist() == [[[0, 0, 0], [0, 0, 1], [0, 1, 0]], [[0, 1, 1], [1, 0, 0], [1, 0, 0]]]


@pytest.mark.parametrize("n_models", [4, 5])
def test_random_pairing_without_elimination_is_exact(n_models):
    played = tensor_of_scores(SCORES[:n_models])
    exact = exact_wins(played, [read_schedule(0, n_models, 4)], ContestRules(pairing="random"))
    np.testing.assert_allclose(random_pairing_wins(played), exact.wins[0], atol=1e-12)


def test_wins_are_those_of_the_exact_contest():
    played = tensor_of_scores(SCORES)
    tournaments = {name: tournament_of(name) for name in ("swiss_0", "swiss_1", "random_0", "random_1")}
    found = tournament_wins(played, tournaments, n_contests=20_000, random_seed=3, cores=1)
    assert sorted(found) == sorted(tournaments)
    for name, (pairing, eliminate) in tournaments.items():
        exact = exact_wins(played, [read_schedule(eliminate, 5, 4)], ContestRules(pairing=pairing))
        # 20 figures: beyond 5 standard errors once in 90,000 times; 1e-12 where there is no chance
        assert (np.abs(found[name].wins - exact.wins[0]) <= 5 * found[name].mcse + 1e-12).all()
    assert not found["random_0"].mcse.any()
