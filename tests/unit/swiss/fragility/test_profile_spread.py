import numpy as np
import pytest
from scipy.stats import norm

from bayesrank.errors import DataError
from bayesrank.swiss.fragility.profile_spread import NORMAL_MAD, profile_spread, robust_z
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor


def tensor_of(scores):
    """Return the tensor of models x rounds, higher scores win, equal ones draw."""
    by_round = np.asarray(scores, dtype=float).T
    lead = by_round[:, :, None] - by_round[:, None, :]
    names = tuple("abcdefghij"[: by_round.shape[1]])
    draw = (lead == 0) * (1.0 - np.eye(by_round.shape[1]))
    return WinTensor(names, tuple("PQRSTU"[: len(by_round)]), (lead > 0).astype(float), draw)


def logit(p):
    return np.log(p / (1 - p))


def test_index_is_the_deviation_of_log_odds_over_the_rounds():
    # Three models, two rounds, orders a > b > c and c > b > a. Points 2 1 0 and 0 1 2; shares (2.5, 1.5, .5) / 3.
    # a: log odds of 5/6 and 1/6, log 5 and -log 5, of deviation sqrt(2) log 5; b: none.
    spread = profile_spread(tensor_of([[3, 1], [2, 2], [1, 3]]), n_worst=1)
    np.testing.assert_allclose(spread.index.value, [np.sqrt(2) * np.log(5), 0, np.sqrt(2) * np.log(5)], atol=1e-12)
    # The worst round of a and c brings no point of two, of b one of two.
    np.testing.assert_allclose(spread.worst.value, [0, 0.5, 0])
    assert np.isnan(spread.index.lower).all()


def test_draws_count_one_half():
    # a and b draw in the first round and a wins the second: points .5 and 1 of a, shares 1/2 and 3/4.
    spread = profile_spread(tensor_of([[1, 2], [1, 1]]))
    assert spread.index.value[0] == pytest.approx(logit(0.75) / np.sqrt(2))
    assert spread.n_worst == 2  # of three asked for there are two


def test_z_is_against_the_median_of_the_others():
    # Others of the first: 1, 2, 4; median 2, absolute deviations 1, 0, 2, their median 1: z = (9 - 2) / 1.4826.
    z = robust_z(np.array([[9.0, 1.0, 2.0, 4.0]]))
    assert z[0, 0] == pytest.approx(7 / 1.4826, rel=1e-4)
    # Others of the second: 9, 2, 4; median 4, deviations 5, 2, 0, their median 2: z = (1 - 4) / 2.9652.
    assert z[0, 1] == pytest.approx(-3 / 2.9652, rel=1e-4)


def test_unit_of_z_is_a_standard_deviation_of_normal_numbers():
    assert pytest.approx(1 / norm.ppf(0.75)) == NORMAL_MAD


def test_there_is_no_z_where_the_others_are_alike():
    z = robust_z(np.array([[9.0, 1.0, 1.0, 1.0]]))
    assert np.isnan(z[0, 0])


def test_order_of_rounds_changes_nothing():
    tensor = tensor_of(np.random.default_rng(0).normal(size=(6, 5)))
    there, back = profile_spread(tensor), profile_spread(tensor.in_order(np.array([3, 0, 4, 1, 2])))
    np.testing.assert_allclose(there.robust_z.value, back.robust_z.value)
    np.testing.assert_allclose(there.worst.value, back.worst.value)


def test_the_model_that_fails_in_some_rounds_is_the_most_uneven():
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(10, 1)) + 0.2 * rng.normal(size=(10, 6))
    scores[4] = [3, 3, 3, 3, -9, -9]  # best of all but for two rounds
    spread = profile_spread(tensor_of(scores))
    assert int(np.argmax(spread.robust_z.value)) == 4
    assert spread.robust_z.value[4] > 3
    assert repr(spread).startswith("ProfileSpread(10 models, most uneven 'e', robust z ")


def test_draws_that_are_all_alike_are_a_tensor():
    scores = np.random.default_rng(2).normal(size=(6, 5)).round(1)
    draws = WinDraws(tuple("abcdef"), tuple("PQRST"), np.repeat(scores[None], 4, axis=0))
    sure, drawn = profile_spread(tensor_of(scores)), profile_spread(draws)
    for name in ("index", "robust_z", "worst"):
        np.testing.assert_allclose(getattr(drawn, name).value, getattr(sure, name).value)
        np.testing.assert_allclose(getattr(drawn, name).lower, getattr(sure, name).value)


def test_intervals_are_quantiles_over_draws():
    # Two models: in one half of the draws a wins both rounds, in the other one each. Log odds of 3/4 twice, deviation
    # 0; or of 3/4 and 1/4, log 3 and -log 3, deviation sqrt(2) log 3. Each is half of the draws: limits are the two.
    scores = np.zeros((100, 2, 2))
    scores[:, 0] = 1
    scores[50:, 0, 1] = -1
    spread = profile_spread(WinDraws(("a", "b"), ("P", "Q"), scores))
    np.testing.assert_allclose(spread.index.lower, [0, 0], atol=1e-12)
    np.testing.assert_allclose(spread.index.upper, np.full(2, np.sqrt(2) * np.log(3)))
    assert repr(spread) == "ProfileSpread(2 models)"  # one other has no spread, so there is no z


def test_abilities_win_by_the_logistic_curve():
    # a is log 3 above b in the first round, log 3 below in the second: points 3/4 and 1/4, shares 5/8 and 3/8.
    scores = np.array([[np.log(3), 0.0], [0.0, np.log(3)]])
    draws = WinDraws(("a", "b"), ("P", "Q"), np.stack([scores, scores]), match="logistic")
    spread = profile_spread(draws, n_worst=1)
    np.testing.assert_allclose(spread.index.value, np.full(2, np.sqrt(2) * np.log(5 / 3)))
    np.testing.assert_allclose(spread.worst.value, [0.25, 0.25])


def test_frame_has_a_row_for_each_model():
    frame = profile_spread(tensor_of([[3, 1], [2, 2], [1, 3]])).frame()
    assert frame["model"].tolist() == ["a", "b", "c"]
    assert list(frame.columns[1:4]) == ["spread", "spread_lower", "spread_upper"]


def test_one_round_is_refused():
    with pytest.raises(DataError, match=r"a profile must have at least two rounds; got 'P' alone. Add benchmarks"):
        profile_spread(tensor_of([[3], [2]]))
