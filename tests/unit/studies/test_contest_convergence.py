"""More contests until the order is stable: figures by hand, errors as the root of the number, models that are equal."""

import json

import numpy as np
import pytest

from bayesrank.studies.contest_convergence import ContestConvergence, contest_convergence
from bayesrank.studies.tournament_scores import tensor_of_scores
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

PLAYED = tensor_of_scores(np.random.default_rng(11).integers(0, 9, (8, 6)).astype(float))


def by_hand(**changes):
    facts = {
        "models": ("x", "y", "z"),
        "eliminate": "0",
        "n_contests": (10, 100, 1000),
        "top": 1,
        "wins": np.array([3.0, 2.0, 1.9]),
        "mcse": np.array([0.1, 0.1, 0.1]),
        "batch_mcse": np.array([0.9, 0.3, 0.1]),
        "top_right": np.array([[True, False], [True, True], [True, True]]),
        "all_right": np.array([[True, True], [False, True], [True, True]]),
        "reference_contests": 20_000,
        "random_seed": 0,
    }
    return ContestConvergence(**facts | changes)


def test_figures_by_hand():
    found = by_hand()
    assert found.frame()["p_top"].tolist() == [0.5, 1, 1]
    assert found.frame()["p_all"].tolist() == [1, 0.5, 1]
    assert found.enough(top=1) == 100
    assert found.enough() == 1000  # ten were enough by luck
    assert found.enough(0.4) == 10
    assert by_hand(all_right=np.zeros((3, 2), dtype=bool)).enough() is None
    # y and z: .1 apart, errors of the difference .14
    assert found.n_unsettled == 1
    assert by_hand(wins=np.array([3.0, 2.0, 2.0])).n_unsettled == 0
    assert repr(found) == (
        "ContestConvergence(3 models, eliminations 0, 10 to 1,000 contests, 2 batches, 1 neighbours "
        "unsettled in 20,000)"
    )


def test_errors_fall_as_the_root_of_the_number():
    found = contest_convergence(PLAYED, n_contests=[4_000, 250], top=2, batches=20, random_seed=1)
    assert found.n_contests == (250, 4_000)
    assert found.reference_contests == 80_000
    assert found.batch_mcse[0] / found.batch_mcse[1] == pytest.approx(4, rel=0.1)  # sqrt(16)
    table = found.frame()
    assert (table["p_all"] <= table["p_top"]).all()
    assert table["p_all"].iloc[1] >= table["p_all"].iloc[0]
    assert found.top_right.shape == (2, 20)


def test_models_that_are_equal_may_have_any_order():
    # The first beats all others, which always draw: it has a point, the others a third of a point each by symmetry.
    win = np.zeros((1, 4, 4))
    win[0, 0, 1:] = 1
    draw = np.zeros((1, 4, 4))
    draw[0, 1:, 1:] = 1 - np.eye(3)
    found = contest_convergence(WinTensor(tuple("abcd"), ("p",), win, draw), n_contests=[50], top=1, random_seed=0)
    assert found.top_right.all()
    assert found.enough(top=1) == 50


def test_draws_and_the_record():
    draws = WinDraws(tuple("abc"), tuple("pq"), np.random.default_rng(5).normal(size=(9, 3, 2)))
    options = {"n_contests": [20], "batches": 3, "random_seed": 2, "eliminate": 1}
    found = contest_convergence(draws, **options)
    np.testing.assert_array_equal(found.wins, contest_convergence(draws.probabilities(), **options).wins)
    record = json.loads(json.dumps(found.record()))
    assert (record["batches"], record["eliminate"], record["top"], record["reference_contests"]) == (3, "1", 5, 400)
    assert record["grid"][0]["n_contests"] == 20


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_contests": []}, r"n_contests must hold at least one number of contests; got none"),
        ({"n_contests": [1]}, r"n_contests must be a whole number of at least 2; got 1"),
        ({"top": 0}, r"top must be a whole number of at least 1; got 0"),
        ({"batches": 0}, r"batches must be a whole number of at least 1; got 0"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        contest_convergence(PLAYED, **options)


def test_another_number_of_first_models_was_not_looked_at():
    with pytest.raises(ValueError, match=r"top must be 1, as was looked at; got 3"):
        by_hand().enough(top=3)
