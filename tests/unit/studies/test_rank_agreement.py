import numpy as np
import pytest
from scipy import stats

from bayesrank.studies.rank_agreement import agreement, order_signs, resampled_tau


def ranks(*given):
    return stats.rankdata(given, method="average")


def test_agreement_by_hand():
    # Came 1 2 3 4. Predicted 2 1 3.5 3.5: pair (1, 2) is wrong, (3, 4) tied, the other four right: 4.5 of 6;
    # tau-b (4 - 1) / sqrt(5 * 6). Of the best three, 1 and 2 are predicted for certain, and 3 with one half.
    found = agreement(ranks(2, 1, 3, 3), ranks(1, 2, 3, 4), top=3)
    assert found.tau == pytest.approx(3 / np.sqrt(30))
    assert found.pair_accuracy == 4.5 / 6
    assert found.top_overlap == pytest.approx(2.5 / 3)
    # Deviations -.5 -1.5 1 1 and -1.5 -.5 .5 1.5: products .75 .75 .5 1.5 = 3.5; squares 4.5 and 5.
    assert found.spearman == pytest.approx(3.5 / np.sqrt(22.5))


def test_pairs_that_came_as_ties_are_not_predicted():
    # Came 1 2.5 2.5: the pairs with the first count, one of them right.
    assert agreement(ranks(2, 1, 3), ranks(1, 2, 2), top=1).pair_accuracy == 1 / 2


def test_other_implementations_agree():
    rng = np.random.default_rng(3)
    for _ in range(20):
        one, other = (stats.rankdata(rng.integers(0, 6, 15)) for _ in range(2))
        found = agreement(one, other, top=4)
        assert found.tau == pytest.approx(stats.kendalltau(one, other).statistic)
        assert found.spearman == pytest.approx(stats.spearmanr(one, other).statistic)


def test_all_alike_are_no_ranking():
    found = agreement(ranks(1, 1, 1), ranks(1, 2, 3), top=1)
    assert np.isnan([found.tau, found.spearman]).all()
    assert found.pair_accuracy == 1 / 2
    assert found.top_overlap == pytest.approx(1 / 3)
    assert np.isnan(agreement(ranks(1, 2, 3), ranks(1, 1, 1), top=1).pair_accuracy)


def test_copies_are_models_that_tie_in_both():
    rng = np.random.default_rng(4)
    one, other = stats.rankdata(rng.integers(0, 5, 9)), stats.rankdata(rng.integers(0, 5, 9))
    copies = rng.multinomial(9, np.full(9, 1 / 9), size=10).astype(float)
    found = resampled_tau(order_signs(one), order_signs(other), copies)
    for tau, drawn in zip(found, copies.astype(int), strict=True):
        assert tau == pytest.approx(stats.kendalltau(np.repeat(one, drawn), np.repeat(other, drawn)).statistic)


def test_one_model_alone_has_no_tau():
    signs = order_signs(ranks(1, 2, 3))
    assert np.isnan(resampled_tau(signs, signs, np.array([[0, 3.0, 0]]))).all()


@pytest.mark.parametrize(("top", "complaint"), [(0, "a whole number of at least 1"), (4, "at most 3, the models that")])
def test_the_best_are_no_more_than_there_are(top, complaint):
    with pytest.raises(ValueError, match=f"top must be {complaint}"):
        agreement(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0]), top)
