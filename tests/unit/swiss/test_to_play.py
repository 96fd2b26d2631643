import numpy as np
import pytest

from bayesrank import Outcomes, ScoreTable
from bayesrank.swiss.rounds.round_counts import count_rounds
from bayesrank.swiss.to_play import to_play
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

BOARD = ScoreTable(("a", "b"), ("x",), np.array([[0.9], [0.4]]), np.array([True]))
WITH_ERRORS = ScoreTable(("a", "b"), ("x",), np.array([[0.9], [0.4]]), np.array([True]), np.full((2, 1), 0.1))
COUNTS = count_rounds([[9], [4]], [10])
OUTCOMES = Outcomes.from_array(np.array([[[1], [1]], [[0], [1]]]), question_metadata={"benchmark": ["x", "x"]})


def test_what_is_ready_is_played_as_it_is():
    tensor = to_play(BOARD, random_seed=0)
    assert to_play(tensor, random_seed=0) is tensor


@pytest.mark.parametrize(
    ("data", "kind"),
    [(BOARD, WinTensor), (WITH_ERRORS, WinDraws), (OUTCOMES, WinDraws), (COUNTS, WinDraws)],
    ids=lambda each: repr(each)[:12],
)
def test_each_kind_of_data_has_its_way(data, kind):
    assert isinstance(to_play(data, random_seed=0), kind)


def test_draws_come_from_the_seed():
    first, again, other = (to_play(WITH_ERRORS, random_seed=seed, draws=5).scores for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (BOARD, {"draws": 5}, "among missing, rounds, sequence, tie_tolerance, ties; got 'draws'"),
        (WITH_ERRORS, {"ties": "half"}, "among draws, missing, rounds, sequence; got 'ties'"),
        (COUNTS, {"sequence": ["x"]}, "among draws; got 'sequence'"),
        (OUTCOMES, {"missing": "half"}, "among draws, round_column, sequence; got 'missing'"),
        (to_play(BOARD, random_seed=0), {"ties": "half"}, "none for these data; got 'ties'"),
    ],
    ids=["scores", "standard errors", "counts", "outcomes", "tensor"],
)
def test_options_are_those_of_the_data(data, options, message):
    with pytest.raises(ValueError, match=message):
        to_play(data, random_seed=0, **options)
