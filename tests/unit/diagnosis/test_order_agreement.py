import numpy as np
import pytest

from bayesrank.diagnosis.order_agreement import order_agreement


def agreement(observed, replicated, scores):
    return order_agreement(
        np.array(observed), np.array(replicated), np.array(scores), program="rasch", false_alarm_rate=0.01
    )


def test_observed_and_replicated_orders_are_compared_with_the_scores():
    # tau-b of three models: 1 for the same order, 1/3 with one pair turned over, -1/3 with two.
    scores = np.tile([3.0, 2.0, 1.0], (300, 1))
    replicated = np.where(np.arange(300)[:, None] % 2 == 0, [0.9, 0.5, 0.1], [0.5, 0.9, 0.1])
    (found,) = agreement([0.1, 0.9, 0.5], replicated, scores)
    assert found.judged.observed[0] == pytest.approx(-1 / 3)
    assert found.judged.expected[0] == pytest.approx(2 / 3, abs=0.01)  # 200 of the 300, evenly spaced
    assert found.judged.deviation[0] == pytest.approx((-1 / 3 - 2 / 3) / (1 / 3), abs=0.05)
    assert "agrees less" in found.sentences[0]
    (fine,) = agreement([0.9, 0.5, 0.1], replicated, scores)
    assert fine.sentences == [""]


def test_two_models_have_one_pair_only_and_are_left_out():
    assert agreement([0.1, 0.2], np.ones((5, 2)), np.ones((5, 2))) == []
