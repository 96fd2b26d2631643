import numpy as np
import pytest

from bayesrank.rules.graph.pagerank import pagerank
from tests.ballots import named, pair_votes


def test_two_models_by_hand():
    # a won 3 of 4. Wherever the walk is, it moves on to a with 3/4, or jumps: 0.85 * 0.75 + 0.15 / 2.
    assert named("ab", pagerank(pair_votes("ab", ab=(2, 0, 2)))) == pytest.approx({"a": 0.7125, "b": 0.2875})


def test_three_models_by_hand():
    # a beat b, c met nobody. Damping 1/2: moves b to a 1/2 * 1/2 + 1/6 = 10/24, a to b 4/24, all others 7/24.
    # At c: 14 c = 7 (a + b), so c = 1/3. At a: 11 a = 10 b + 7 c, so 21 a = 9.
    found = pagerank(pair_votes("abc", ab=(2, 0)), damping=0.5)
    assert named("abc", found) == pytest.approx({"a": 9 / 21, "b": 5 / 21, "c": 7 / 21}, rel=1e-14)


def test_the_walk_is_at_rest_in_the_scores(battles):
    # The lazy walk of the definition: from j to i the share of i in their battles over L - 1, else it stays.
    counts = battles[0]
    share = counts.win_share * (1 - np.eye(7))
    moves = (share + share.sum(axis=-1)[..., None] * np.eye(7)) / 6
    scores = pagerank(counts, damping=0.6)
    np.testing.assert_allclose(0.6 * (moves @ scores[..., None])[..., 0] + 0.4 / 7, scores, rtol=1e-13)


def test_models_that_are_alike_tie_and_one_alone_has_it_all():
    assert named("abc", pagerank(pair_votes("abc", ab=(1, 0), bc=(1, 0), ca=(1, 0)))) == pytest.approx(
        dict.fromkeys("abc", 1 / 3), abs=1e-15
    )
    assert pagerank(pair_votes("a")).tolist() == [1]


def test_a_stack_is_scored_one_by_one(battles):
    stack, singles = battles
    np.testing.assert_array_equal(pagerank(stack), [pagerank(one) for one in singles])


@pytest.mark.parametrize("damping", [0, 1])
def test_damping_is_a_probability(damping):
    with pytest.raises(ValueError, match=rf"damping must lie between 0 and 1; got {damping}\."):
        pagerank(pair_votes("ab", ab=(1, 0)), damping=damping)
