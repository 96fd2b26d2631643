import re
from dataclasses import replace

import numpy as np
import pytest

from bayesrank.errors import NotIdentifiedError
from bayesrank.rules.graph.rank_centrality import rank_centrality
from tests.ballots import named, pair_votes


def test_two_models_by_hand():
    # Shares of the battles themselves: 3 : 1 with ties ignored, 3 + 2 : 1 + 2 with half of four ties each.
    counts = pair_votes("ab", ab=(3, 1, 4))
    assert named("ab", rank_centrality(counts, ties="ignore")) == pytest.approx({"a": 3 / 4, "b": 1 / 4})
    assert named("ab", rank_centrality(counts)) == pytest.approx({"a": 5 / 8, "b": 3 / 8})


def test_on_a_line_the_scores_are_the_odds():
    # a and c never met. In balance a : b = 3 : 1 and b : c = 1 : 2.
    found = rank_centrality(pair_votes("abc", ab=(6, 2), bc=(1, 2)))
    assert named("abc", found) == pytest.approx({"a": 3 / 6, "b": 1 / 6, "c": 2 / 6}, rel=1e-14)


def test_two_that_only_tied_are_not_compared_if_ties_are_ignored():
    one, other = (pair_votes("abc", ab=(6, 2), bc=(1, 2), **tied) for tied in ({}, {"ac": (0, 0, 5)}))
    options = {"ties": "ignore", "teleport": 0.1}  # where the number of opponents matters
    np.testing.assert_array_equal(rank_centrality(one, **options), rank_centrality(other, **options))


def test_teleport_by_hand():
    # c met nobody, and everybody else one model. Half of the time the walk jumps: 1/6 to each, and b to a 1/2 more.
    # In balance 2 c = a + b, so c = 1/3, and 2 a = 4 b + c, so a = 1/2.
    found = rank_centrality(pair_votes("abc", ab=(2, 0)), teleport=0.5)
    assert named("abc", found) == pytest.approx({"a": 1 / 2, "b": 1 / 6, "c": 1 / 3}, rel=1e-14)


def test_smoothing_adds_wins_to_all_pairs():
    # a beat b once: 2 : 1 with one win more for each; c, who met nobody, 1 : 1 with both.
    one = rank_centrality(pair_votes("abc", ab=(1, 0)), smoothing=1)
    other = rank_centrality(pair_votes("abc", ab=(2, 1), ac=(1, 1), bc=(1, 1)))
    np.testing.assert_allclose(one, other, rtol=1e-14)
    assert named("ab", rank_centrality(pair_votes("ab", ab=(1, 0)), smoothing=1)) == pytest.approx(
        {"a": 2 / 3, "b": 1 / 3}
    )


def test_worths_of_the_bradley_terry_model_are_found_again():
    # Battles exactly as worths 1 : 2 : 3 : 4 would have them: the chain is in balance in the worths.
    worth = np.arange(1.0, 5)
    pairs = {"ab": (0, 1), "ac": (0, 2), "ad": (0, 3), "bc": (1, 2), "bd": (1, 3), "cd": (2, 3)}
    counts = pair_votes("abcd", **{pair: tuple(7 * worth[list(at)]) for pair, at in pairs.items()})
    np.testing.assert_allclose(rank_centrality(counts), worth / 10, rtol=1e-14)


def test_one_model_has_it_all():
    assert rank_centrality(pair_votes("a")).tolist() == [1]


@pytest.mark.parametrize("ties", ["half", "ignore"])
def test_a_stack_is_scored_one_by_one(battles, ties):
    stack, singles = battles
    options = {"ties": ties, "teleport": 0.05}
    expected = [rank_centrality(one, **options) for one in singles]
    np.testing.assert_array_equal(rank_centrality(stack, **options), expected)


# Where some never lost


@pytest.mark.parametrize(
    ("models", "pairs", "options", "kept"),
    [
        ("abc", {"ba": (2, 0), "bc": (1, 1), "ca": (1, 0)}, {}, "'b', 'c'"),
        ("abc", {"ab": (1, 0, 3), "bc": (1, 2)}, {"ties": "ignore"}, "'a'"),
        ("abcd", {"ab": (1, 1), "cd": (1, 1)}, {}, "'a', 'b'"),
        ("cab", {"ca": (1, 1)}, {}, "'b'"),
        ("abcdefgh", {"ha": (1, 0)} | {one + two: (1, 1) for one, two in zip("bcdefg", "cdefgh", strict=True)}, {},
         "'b', 'c', 'd', 'e', 'f' and 2 more"),
    ],
    ids=["a group", "ties that do not count", "two groups", "one alone", "many"],
)  # fmt: skip
def test_models_that_never_lost_to_any_other_are_named(models, pairs, options, kept):
    message = (
        f"rank_centrality needs a chain of losses from every model to every other; {kept} never lost to any other "
        f"model. Set smoothing or teleport above zero, or rank the groups apart."
    )
    with pytest.raises(NotIdentifiedError, match=f"^{re.escape(message)}$"):
        rank_centrality(pair_votes(models, **pairs), **options)


def test_one_draw_of_a_stack_is_enough():
    fine, apart = pair_votes("ab", ab=(2, 1)), pair_votes("ab", ab=(2, 0))
    stack = replace(fine, wins=np.stack([fine.wins, apart.wins, apart.wins]), ties=np.zeros((3, 2, 2)))
    with pytest.raises(NotIdentifiedError, match=r"'a' never lost to any other model in the first of 2 such .* of 3\."):
        rank_centrality(stack)


# Options


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"ties": "skip"}, r"ties must be one of half, ignore; got 'skip'\."),
        ({"smoothing": -1}, r"smoothing must be a number of wins >= 0; got -1\."),
        ({"smoothing": np.inf}, r"smoothing must be a number of wins >= 0; got inf\."),
        ({"teleport": 1}, r"teleport must be a probability in \[0, 1\); got 1\."),
        ({"teleport": -0.1}, r"teleport must be a probability in \[0, 1\); got -0.1\."),
    ],
)
def test_options_are_checked(option, message):
    with pytest.raises(ValueError, match=message):
        rank_centrality(pair_votes("ab", ab=(1, 1)), **option)
