import numpy as np
import pytest

from bayesrank.swiss.difficulty.tier_results import (
    bootstrap_in_rounds,
    leads_in_rounds,
    pairs_of,
    tensor_of_leads,
    tensor_of_probabilities,
)

SHARE = np.array([[1, 1, 0, 2], [0, 1, 1, 0], [1, 0, 1, 1]])
TIER = np.array([[0, 0, 1, 1], [0, 1, 1, -1], [1, 1, 0, 0]])  # of pairs (0, 1), (0, 2), (1, 2)
MODELS, ROUNDS = ("a", "b", "c"), ("easy", "hard")


def test_pairs_in_order():
    first, second = pairs_of(3)
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == [(0, 1), (0, 2), (1, 2)]


def test_leads_by_hand():
    # (0, 1): 1, 0 | -1, 2. (0, 2): 0 | 1, -1, the last question in no round. (1, 2): 0, -1 in the first two questions,
    # its second round; -1, 1 in the others: 0, 1 - 1 = 0; 0 - 1 = -1.
    leads = leads_in_rounds(SHARE, TIER, 2)
    assert leads.tolist() == [[1, 1], [0, 0], [-1, 0]]


def test_equal_ones_do_as_they_are_told():
    leads = np.array([[1, 1], [0, 0], [-1, 0]])
    for ties, (win, draw) in {"half": (0, 1), "random": (0.5, 0), "both_lose": (0, 0)}.items():
        tensor = tensor_of_leads(MODELS, ROUNDS, leads, ties)
        assert tensor.win[0].tolist() == [[0, 1, win], [0, 0, 0], [win, 1, 0]]
        assert tensor.draw[0].tolist() == [[0, 0, draw], [0, 0, 0], [draw, 0, 0]]
        assert tensor.win[1].tolist() == [[0, 1, win], [0, 0, win], [win, win, 0]]
        assert tensor.n_ties.tolist() == [1, 2]
        assert repr(ties) in tensor.source


def chances(lead, cluster=None, draws=40_000):
    share = np.stack([np.array(lead), np.zeros(len(lead), dtype=np.int64)])
    cluster = np.arange(len(lead)) if cluster is None else np.array(cluster)
    tier = np.zeros((1, len(lead)), dtype=np.int16)
    better, worse = bootstrap_in_rounds(share, tier, 1, cluster, draws, np.random.default_rng(5))
    return better.item(), worse.item()


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        ([1, -1], 1 / 2),
        # Weights of three questions are uniform on the triangle: the third is below one half with 1 - (1/2)^2.
        ([1, 1, -1], 3 / 4),
        ([1, 1, -1, 0, 0], 3 / 4),  # questions that both answered alike decide nothing
        ([2, -1], 2 / 3),  # 2 w > 1 - w: w > 1/3
    ],
)
def test_the_chance_to_be_better(lead, expected):
    better, worse = chances(lead)
    assert better + worse == 1
    assert abs(better - expected) <= 5 * np.sqrt(expected * (1 - expected) / 40_000)  # 6e-7


def test_questions_of_a_cluster_share_their_weight():
    assert chances([1, -1], cluster=[0, 0], draws=100) == (0, 0)
    assert chances([1, 1, -1], cluster=[0, 0, 0], draws=100) == (1, 0)
    # Two clusters, 1 - 2 and 2: -w + 2 (1 - w) > 0 where w < 2/3.
    better, _ = chances([1, -2, 2], cluster=[0, 0, 1])
    assert abs(better - 2 / 3) <= 5 * np.sqrt(2 / 9 / 40_000)


def test_each_pair_has_its_rounds_in_the_bootstrap():
    better, worse = bootstrap_in_rounds(SHARE, TIER, 2, np.arange(4), 4_000, np.random.default_rng(1))
    # (0, 1): +1 for certain | -1 and +2: 2/3. (0, 2): nothing | +1 and -1. (1, 2): 0 and -1 | -1 and +1.
    assert better[:, 0].tolist() == [1, 0, 0]
    assert worse[:, 0].tolist() == [0, 0, 1]
    assert np.all(np.abs(better[:, 1] - [2 / 3, 1 / 2, 1 / 2]) < 5 * 0.5 / np.sqrt(4_000))


def test_what_is_left_is_a_draw():
    tensor = tensor_of_probabilities(("a", "b"), ("only",), np.array([[0.25]]), np.array([[0.5]]))
    assert tensor.win[0].tolist() == [[0, 0.25], [0.5, 0]]
    assert tensor.draw[0].tolist() == [[0, 0.25], [0.25, 0]]
    shares = np.array([[0.1]]), np.array([[0.9]])
    assert tensor_of_probabilities(("a", "b"), ("only",), *shares).one_winner
