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
        "top_right": np.arange(60) < np.array([[30], [60], [60]]),
        "all_right": np.arange(60) < np.array([[60], [59], [60]]),
        "reference_contests": 20_000,
        "random_seed": 0,
    }
    return ContestConvergence(**facts | changes)


def test_figures_by_hand():
    found = by_hand()
    assert found.frame()["p_top"].tolist() == [0.5, 1, 1]
    assert found.frame()["p_all"].tolist() == [1, 59 / 60, 1]
    assert found.enough(top=1) == 100
    assert found.enough() == 1000  # ten were enough by luck
    assert found.enough(0.9) == 10
    assert by_hand(all_right=np.zeros((3, 60), dtype=bool)).enough() is None
    # y and z: .1 apart, errors of the difference up to .2, of which .35 are no two either
    assert found.n_unsettled == 1
    assert by_hand(wins=np.array([3.0, 2.0, 1.65])).n_unsettled == 1
    assert by_hand(wins=np.array([3.0, 2.0, 1.55])).n_unsettled == 0
    assert by_hand(wins=np.array([3.0, 2.0, 2.0])).n_unsettled == 0
    assert repr(found) == (
        "ContestConvergence(3 models, eliminations 0, 10 to 1,000 contests, 60 batches, 1 neighbours "
        "unsettled in 20,000)"
    )


def test_an_order_is_right_by_the_lower_bound_of_its_probability():
    # all of b right: .05 ** (1 / b), .9513 for 60 batches and .9488 for 57; none right: 0
    assert by_hand().frame()["p_all_lower"].iloc[0] == pytest.approx(0.05 ** (1 / 60))
    few = by_hand(all_right=np.ones((3, 57), dtype=bool), top_right=np.zeros((3, 57), dtype=bool))
    assert few.enough() is None
    assert few.enough(0.94) == 10
    assert few.frame()["p_top_lower"].tolist() == [0, 0, 0]
    # 59 of 60: the chance of 59 or more at the bound p is p ** 60 + 60 p ** 59 (1 - p) = .05
    bound = by_hand().frame()["p_all_lower"].iloc[1]
    assert bound**60 + 60 * bound**59 * (1 - bound) == pytest.approx(0.05)


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
    assert (record["batches"], record["eliminate"], record["top"], record["reference_contests"]) == (3, "1", 3, 400)
    assert record["grid"][0]["n_contests"] == 20


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_contests": []}, r"n_contests must hold at least one number of contests; got none"),
        ({"n_contests": [1]}, r"n_contests must be a whole number of at least 2; got 1"),
        ({"top": 0}, r"top must be a whole number of at least 1; got 0"),
        ({"top": 9}, r"top must be at most 8, the models that there are; got 9"),
        ({"batches": 0}, r"batches must be a whole number of at least 1; got 0"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        contest_convergence(PLAYED, **options)


def test_another_number_of_first_models_was_not_looked_at():
    with pytest.raises(ValueError, match=r"top must be 1, as was looked at; got 3"):
        by_hand().enough(top=3)
