import numpy as np

from bayesrank.swiss.contests.expected_wins import BY_MODEL
from tests.swiss_wins import made_up_wins

RANDOM = np.random.default_rng(0)


def test_who_leaves_after_the_last_round_is_not_counted():
    # 1/100, 2/100, .. after each of the five rounds at schedule 1: 0.01 + 0.02 + 0.03 + 0.04 before the last.
    wins = made_up_wins([[1, 2], [1, 1]])
    np.testing.assert_allclose(wins.p_eliminated, [[0, 0], [0.1, 0.1]], rtol=1e-15)


def test_models_are_picked_in_any_order():
    draws = RANDOM.normal(size=(2, 7, 3))
    covariance = RANDOM.normal(size=(3, 2, 2)) ** 2
    noise = covariance / 100
    wins = made_up_wins([[1, 2, 3], [4, 5, 6]], covariance=covariance, draws=draws, noise=noise, models=["a", "b", "c"])
    picked = wins.of_models(np.array([2, 0]))
    assert picked.models == ("c", "a")
    assert picked.wins.tolist() == [[3, 1], [6, 4]]
    assert (picked.covariance == covariance[[2, 0]]).all()
    assert (picked.samples == draws[:, :, [2, 0]]).all()
    assert (picked.noise == noise[[2, 0]]).all()
    assert (picked.draws == wins.draws[..., [2, 0]]).all()
    assert picked.n_pairs is wins.n_pairs
    for name in BY_MODEL:
        assert (getattr(picked, name) == getattr(wins, name)[..., [2, 0]]).all()
        assert getattr(picked, name).flags.c_contiguous


def test_without_draws_there_are_none_to_pick():
    picked = made_up_wins([[1, 2, 3]]).of_models(np.array([1]))
    assert picked.draws is None
    assert picked.noise_share is None
    assert picked.wins.tolist() == [[2]]
