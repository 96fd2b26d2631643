"""Outcomes and battles of the same models, by hand."""

import numpy as np
import pytest

from bayesrank import Comparisons, JointData, Outcomes
from bayesrank.statistics.joint_counts import JointCounts
from bayesrank.statistics.summarise import summarise


def data(order=(0, 1, 2), pairs=((0, 1), (0, 2))):
    """b beat c three times and tied d once, b first; a and b answered."""
    outcomes = Outcomes.from_array([[[1, 1], [0, 1]], [[0, 0], [1, np.nan]]], models=["a", "b"], questions=["p", "q"])
    names = ("b", "c", "d")
    place = [order.index(position) for position in range(3)]
    comparisons = Comparisons(
        tuple(names[position] for position in order),
        np.array([place[first] for first, _ in pairs]),
        np.array([place[second] for _, second in pairs]),
        np.array([1 if first == 0 else -1 for first, _ in pairs]) * np.array([1, 0]),
        np.array([3, 1]),
        side=np.array([1 if first == 0 else -1 for first, _ in pairs]),
    )
    return JointData(outcomes, comparisons)


def test_both_are_of_all_models():
    counts = summarise(data(), JointCounts)
    place = {name: counts.models.index(name) for name in "abcd"}
    assert counts.outcomes.models == counts.models == counts.battles.models
    question = [counts.outcomes.questions.index(name) for name in "pq"]
    right, wrong = counts.outcomes.counts[:, question, 1], counts.outcomes.counts[:, question, 0]
    assert right[[place[name] for name in "abcd"]].tolist() == [[2, 1], [0, 1], [0, 0], [0, 0]]
    assert wrong[[place[name] for name in "abcd"]].tolist() == [[0, 1], [2, 0], [0, 0], [0, 0]]
    pairs = counts.battles.pairs
    assert pairs.wins[place["b"], place["c"]] == 3
    assert pairs.ties[place["d"], place["b"]] == 1
    assert pairs.n_battles.sum() == 8  # each of the four seen from both sides
    assert (counts.battles.first < counts.battles.second).all()
    stood_first = np.where(counts.battles.side > 0, counts.battles.first, counts.battles.second)
    assert (stood_first == place["b"]).all()


def test_who_was_asked_and_who_fought():
    counts = summarise(data(), JointCounts)
    known = zip(counts.models, counts.asked, counts.fought, strict=True)
    by_name = {name: (asked, fought) for name, asked, fought in known}
    assert by_name == {"a": (True, False), "b": (True, True), "c": (False, True), "d": (False, True)}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
@pytest.mark.parametrize("pairs", [((0, 1), (0, 2)), ((1, 0), (2, 0))])
def test_no_order_of_models_or_sides_matters(order, pairs):
    one, other = summarise(data(), JointCounts), summarise(data(order, pairs), JointCounts)
    assert one.models == other.models
    np.testing.assert_array_equal(one.outcomes.counts, other.outcomes.counts)
    for name in ("first", "second", "counts", "side"):
        np.testing.assert_array_equal(getattr(one.battles, name), getattr(other.battles, name))


def test_models_that_answered_alike_are_told_apart_by_battles():
    # a and b answered alike and b won: the order is of content, so that exchanging the names exchanges the places.
    def counted(winner, loser):
        outcomes = Outcomes.from_array([[1, 0], [1, 0]], models=["a", "b"])
        won = Comparisons((winner, loser), np.array([0]), np.array([1]), np.array([1]), np.array([2]))
        return summarise(JointData(outcomes, won), JointCounts)

    assert counted("b", "a").models == counted("a", "b").models[::-1]
