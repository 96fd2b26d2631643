import numpy as np
import pytest

from bayesrank.rules.voting import _elimination as module
from bayesrank.rules.voting._elimination import rounds_stayed
from bayesrank.statistics.profile import Profile
from bayesrank.statistics.summarise import summarise
from tests.ballots import named, orderings


def rounds(*ballots, line="minimum", rank_ties="average"):
    profile = summarise(orderings(*ballots), Profile)
    return named(profile.models, rounds_stayed(profile, line=line, rank_ties=rank_ties))


@pytest.mark.parametrize(
    ("rank_ties", "stayed"),
    [
        # 4 less the rank of each on a = b > c = d, 3 voters, and on c > d > b > a, 2 voters: 3 2 1 0.
        # average: 2.5 2.5 .5 .5: a 7.5, b 9.5, c 7.5, d 5.5. d leaves; then a = b > c and c > b > a: 1.5 1.5 0 and
        # 0 1 2: a 4.5, b 6.5, c 4. c leaves; then b 1.5 + 2, a 1.5.
        ("average", {"a": 2, "b": 3, "c": 1, "d": 0}),
        # min, both ranked 1, and both 3: 3 3 1 1: a 9, b 11, c 9, d 7. d; then 2 2 0: a 6, b 8, c 4. c; then b.
        ("min", {"a": 2, "b": 3, "c": 1, "d": 0}),
        # max, both ranked 2, and both 4: 2 2 0 0: a 6, b 8, c 6, d 4. d; then 1 1 0: a 3, b 5, c 4. a leaves;
        # then b > c 3, c > b 2: c leaves.
        ("max", {"a": 1, "b": 3, "c": 2, "d": 0}),
        # dense, ranks 1 1 2 2: 3 3 2 2: a 9, b 11, c 12, d 10. a; then b > c = d and c > d > b: 2 1 1 and 0 2 1:
        # b 6, c 7, d 5. d; then b 3, c 2: c leaves.
        ("dense", {"a": 0, "b": 3, "c": 2, "d": 1}),
    ],
)
def test_how_ranks_of_models_alike_are_counted(rank_ties, stayed):
    assert rounds("3 a = b > c = d", "2 c > d > b > a", rank_ties=rank_ties) == stayed


def test_those_with_the_same_count_leave_together_and_all_the_same_stay():
    # a 4, b 1, c 1: both leave. A cycle has the same count throughout: nobody leaves.
    assert rounds("1 a > b > c", "1 a > c > b") == {"a": 1, "b": 0, "c": 0}
    for line in ("mean", "minimum"):
        assert rounds("1 a > b > c", "1 b > c > a", "1 c > a > b", line=line) == {"a": 0, "b": 0, "c": 0}


def test_unranked_models_are_counted_by_share():
    # Shares of what could be had: a 2 of 2 (one voter), b 1 + 1 of 2 + 1, c 0 of 3. c leaves; a > b: b leaves.
    assert rounds("1 a > b > c", "1 b > c") == {"a": 2, "b": 1, "c": 0}


def test_a_model_that_meets_nobody_left_has_one_half():
    ballots = "1 a > b > c > d", "1 e > f"
    # Shares a 1, b 2/3, c 1/3, d 0, e 1, f 0: d and f leave. a 1, b 1/2, c 0, e, whom nobody compares, 1/2: c leaves.
    # a 1, b 0, e 1/2: b leaves. a and e are both at 1/2.
    assert rounds(*ballots) == {"a": 3, "b": 2, "c": 1, "d": 0, "e": 3, "f": 0}
    # The mean is 1/2: c, d and f leave. a 1, b 0, e 1/2: b and e leave.
    assert rounds(*ballots, line="mean") == {"a": 2, "b": 1, "c": 0, "d": 0, "e": 1, "f": 0}


def test_voters_count_by_their_weight_and_none_of_weight_zero():
    ranks = np.array([[1.0, 2, 3], [3, 2, 1], [2, 1, 3]])
    profile = Profile(tuple("abc"), tuple("uvw"), ranks, np.array([1.5, 1.25, 0]))
    # a 1.5 x 2, b 1.5 + 1.25, c 1.25 x 2: c leaves; a 1.5, b 1.25.
    np.testing.assert_array_equal(rounds_stayed(profile, line="minimum", rank_ties="average"), [2, 1, 0])


def test_rounding_of_fractional_weights_does_not_part_models():
    # a: 0.1 + 0.2, b: 0.3 points, which floats tell apart: both are alike and stay.
    ranks = np.array([[1.0, 2], [1, 2], [2, 1]])
    profile = Profile(tuple("ab"), tuple("uvw"), ranks, np.array([0.1, 0.2, 0.3]))
    np.testing.assert_array_equal(rounds_stayed(profile, line="minimum", rank_ties="average"), [0, 0])


def test_ranks_that_all_draws_share_need_no_stack():
    ranks = np.array([[1.0, 2, 3], [3, 1, 2]])
    weights = np.array([[2.0, 1], [1, 2]])
    stack = Profile(tuple("abc"), tuple("uv"), ranks, weights)
    singles = [Profile(stack.models, stack.voters, ranks, weight) for weight in weights]
    expected = [rounds_stayed(one, line="minimum", rank_ties="average") for one in singles]
    np.testing.assert_array_equal(rounds_stayed(stack, line="minimum", rank_ties="average"), expected)
    assert expected[0].tolist() != expected[1].tolist()


@pytest.mark.parametrize("line", ["mean", "minimum"])
@pytest.mark.parametrize("rank_ties", ["average", "min", "max", "dense"])
def test_a_stack_is_counted_one_by_one(profiles, line, rank_ties, interpreted):
    stack, singles = profiles
    compiled = rounds_stayed(stack, line=line, rank_ties=rank_ties)
    expected = [rounds_stayed(one, line=line, rank_ties=rank_ties) for one in singles]
    np.testing.assert_array_equal(compiled, expected)
    interpreted(module)
    np.testing.assert_array_equal(compiled, rounds_stayed(stack, line=line, rank_ties=rank_ties))


def test_options_are_checked():
    with pytest.raises(ValueError, match=r"^rank_ties must be one of average, min, max, dense; got 'first'"):
        rounds("1 a > b", rank_ties="first")
