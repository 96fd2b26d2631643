"""Orders of one benchmark and simulated ones: which scores come when, and who is better in truth."""

import numpy as np
import pytest

from bayesrank import DataError
from bayesrank.studies.repeated_scores import orders_of, simulated_scores

SECONDS = np.array([[10, 40], [20, 30], [30, 20], [35, 25]])
IN_SECONDS = {"models": ["quick", "slow"], "score_range": (0, 50), "higher_is_better": False}


def test_orders_are_of_all_questions_and_all_different():
    repeated = orders_of(np.arange(40).reshape(20, 2) / 40, 4, 3, {})
    orders = [repeated.unit_scores(replication)[:, 0] * 20 for replication in range(4)]
    for order in orders:
        np.testing.assert_allclose(np.sort(order), np.arange(20), atol=1e-12)
    assert len({tuple(order) for order in orders}) == 4
    assert (repeated.population_size, repeated.n_questions, repeated.source) == (20, 20, "orders")


def test_first_orders_do_not_depend_on_how_many_there_are():
    few, many = (orders_of(SECONDS, number, 3, IN_SECONDS) for number in (1, 9))
    np.testing.assert_array_equal(few.unit_scores(0), many.unit_scores(0))


def test_lower_scores_that_are_better():
    repeated = orders_of(SECONDS, 1, 0, IN_SECONDS)
    assert repeated.models == ("quick", "slow")
    # Means 23.75 and 28.75 of at most 50, turned around: .525 and .425.
    np.testing.assert_allclose(repeated.unit_scores(0).mean(axis=0), [0.525, 0.425])
    assert repeated.better.tolist() == [[False, True], [False, False]]


def test_means_that_differ_by_rounding_are_tied():
    # .1 + .2 + .3 and .3 + .2 + .1 are different doubles.
    assert not orders_of([[0.1, 0.3], [0.2, 0.2], [0.3, 0.1]], 1, 0, {}).better.any()


def test_simulated_scores_are_taken_as_they_come():
    scores = np.random.default_rng(0).integers(0, 2, (3, 5, 2))
    repeated = simulated_scores(scores, [-1.0, 2.5], {})
    for replication in range(3):
        np.testing.assert_array_equal(repeated.unit_scores(replication), scores[replication])
    assert repeated.better.tolist() == [[False, False], [True, False]]
    assert (repeated.replications, repeated.population_size, repeated.random_seed) == (3, None, None)
    assert repeated.models == ("model 1", "model 2")
    assert repeated.reader.score_kind == "right_or_wrong"


def test_a_fresh_seed_is_kept():
    repeated = orders_of(SECONDS, None, None, IN_SECONDS)
    assert repeated.replications == 200
    again = orders_of(SECONDS, 200, repeated.random_seed, IN_SECONDS)
    np.testing.assert_array_equal(repeated.unit_scores(7), again.unit_scores(7))


@pytest.mark.parametrize(
    ("truth", "got"),
    [(None, "none"), ([0.5], r"an array of shape \(1,\)"), ([0.5, np.nan], r"an array of shape \(2,\)")],
)
def test_simulated_scores_need_their_true_means(truth, got):
    with pytest.raises(DataError, match=rf"truth must be 2 numbers, the true mean of each model, .*; got {got}"):
        simulated_scores(np.zeros((3, 5, 2)), truth, {})


def test_missing_scores_are_refused():
    with pytest.raises(DataError, match=r"every live model must have a score on every question"):
        orders_of([[1, np.nan], [0, 1]], 1, 0, {})
