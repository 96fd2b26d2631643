from itertools import product

import numpy as np
import pytest

from bayesrank.rules.graph.hodge_rank import hodge_rank
from tests.ballots import named, pair_votes

# a - b and b - c differ by 0.6 of 10 battles, a - c by nothing in 5 battles, one a tie: around the circle 1.2 is left.
# Of least squares the part in a circle is in proportion to 1 / weight: r = 1.2 / weight / (sum of 1 / weight).
CIRCLE = pair_votes("abc", ab=(8, 2), bc=(8, 2), ac=(2, 2, 1))
OPTIONS = [
    {"flow": flow, "weights": weights}
    for flow, weights in product(["share", "log_odds"], ["total", "decisive", "uniform"])
]


@pytest.mark.parametrize(
    ("weights", "lead", "residual", "cyclic"),
    [
        # 1 / weights 0.1, 0.1, 0.2 take 0.3, 0.3, 0.6 of 1.2. 10 * 0.3^2 * 2 + 5 * 0.6^2 = 3.6 of 10 * 0.6^2 * 2 = 7.2.
        ("total", 0.3, 3.6**0.5, 1 / 2),
        # 1 / weights 0.1, 0.1, 0.25 take 4/15, 4/15, 2/3. 20 * (4/15)^2 + 4 * (2/3)^2 = 3.2 of 7.2.
        ("decisive", 0.6 - 4 / 15, 3.2**0.5, 4 / 9),
        # A third each: 3 * 0.4^2 = 0.48 of 0.72.
        ("uniform", 0.2, 0.48**0.5, 2 / 3),
    ],
)
def test_a_circle_by_hand(weights, lead, residual, cyclic):
    assert named("abc", hodge_rank(CIRCLE, weights=weights)) == pytest.approx(
        {"a": lead, "b": 0, "c": -lead}, abs=1e-14
    )
    expected = {"residual": residual, "relative_residual": cyclic**0.5, "cyclic_share": cyclic}
    facts = hodge_rank.diagnose(CIRCLE, weights=weights)
    assert facts == pytest.approx(expected)
    assert all(isinstance(fact, float) for fact in facts.values())


def test_log_odds_by_hand():
    # Seven wins, two losses and a tie: a did not lose 8, b did not lose 3.
    counts = pair_votes("ab", ab=(7, 2, 1))
    for pseudo_count in (0.5, 2):
        lead = np.log((8 + pseudo_count) / (3 + pseudo_count))
        found = hodge_rank(counts, flow="log_odds", pseudo_count=pseudo_count)
        assert named("ab", found) == pytest.approx({"a": lead / 2, "b": -lead / 2})


def test_differences_without_a_circle_are_met_exactly():
    # Differences 0.2 and 0.6 along a line; a and c never met. Scores 1/3 of (2 * 0.2 + 0.6), ...
    counts = pair_votes("abc", ab=(6, 4), bc=(4, 1))
    found = named("abc", hodge_rank(counts))
    assert found == pytest.approx({"a": 1 / 3, "b": 2 / 15, "c": -7 / 15}, abs=1e-14)
    assert hodge_rank.diagnose(counts)["residual"] == pytest.approx(0, abs=1e-14)


def test_each_group_has_mean_zero():
    # a - b differ by 0.5, c - d by 1, and e met nobody.
    found = named("abcde", hodge_rank(pair_votes("abcde", ab=(3, 1), cd=(2, 0))))
    assert found == pytest.approx({"a": 0.25, "b": -0.25, "c": 0.5, "d": -0.5, "e": 0}, abs=1e-15)


def test_ties_weigh_nothing_among_decisive_battles():
    # Only ties connect c to the others.
    counts = pair_votes("abc", ab=(3, 1), bc=(0, 0, 8))
    assert named("abc", hodge_rank(counts, weights="decisive")) == pytest.approx({"a": 0.25, "b": -0.25, "c": 0})


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("pairs", [{}, {"ab": (0, 0, 3)}])
def test_without_a_difference_all_score_zero_and_nothing_is_cyclic(pairs, options):
    counts = pair_votes("abc", **pairs)
    assert hodge_rank(counts, **options).tolist() == [0, 0, 0]
    assert hodge_rank.diagnose(counts, **options) == {"residual": 0, "relative_residual": 0, "cyclic_share": 0}


@pytest.mark.parametrize("options", OPTIONS)
def test_a_stack_is_scored_one_by_one(battles, options):
    stack, singles = battles
    expected = [hodge_rank(one, **options) for one in singles]
    np.testing.assert_allclose(hodge_rank(stack, **options), expected, atol=1e-14)
    together = hodge_rank.diagnose(stack, **options)
    for fact, values in together.items():
        alone = [hodge_rank.diagnose(one, **options)[fact] for one in singles]
        np.testing.assert_allclose(values, alone, rtol=1e-12)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"flow": "binary"}, r"flow must be one of share, log_odds; got 'binary'\."),
        ({"weights": "equal"}, r"weights must be one of total, decisive, uniform; got 'equal'\."),
        ({"pseudo_count": 0}, r"pseudo_count must be a number above 0; got 0\."),
        ({"pseudo_count": np.inf}, r"pseudo_count must be a number above 0; got inf\."),
    ],
)
def test_options_are_checked(option, message):
    with pytest.raises(ValueError, match=message):
        hodge_rank(CIRCLE, **option)
    with pytest.raises(ValueError, match=message):
        hodge_rank.diagnose(CIRCLE, **option)
