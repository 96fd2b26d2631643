import numpy as np
import pytest

from bayesrank import DataError
from bayesrank.swiss.difficulty.difficulty_tiers import DifficultyTiers, rounds_of_tiers


def test_ten_tiers_of_equal_width():
    # Tier j has accuracies in (1 - (j + 1) / 10, 1 - j / 10], the last one 0 too: of ten models 10 right are in tier 0,
    # 9 in tier 1, ..., 1 and 0 in tier 9. Numbers of a computer put 3 of 10 above 1 - 0.7.
    found = DifficultyTiers().tiers_of(np.arange(11)[None], 10)
    assert found.tolist() == [[9, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]]


def test_accuracies_between_edges():
    # Of 29: 27 are .931, 26 are .897.
    assert DifficultyTiers().tiers_of(np.array([[27, 26, 2]]), 29).tolist() == [[0, 1, 9]]


def test_given_edges_are_decimal_fractions():
    tiers = DifficultyTiers([0.3, 0.7])
    assert tiers.tiers_of(np.array([[10, 8, 7, 4, 3, 0]]), 10).tolist() == [[0, 0, 1, 1, 2, 2]]
    names = rounds_of_tiers(tiers, np.full((1, 3), 20)).names
    assert names == ("0.7 to 1", "0.3 to 0.7", "0 to 0.3")


def test_quantiles_keep_equal_accuracies_together():
    # Three tiers of six questions: the third easiest, 4, opens the second and takes its equal along; 2 opens the third.
    found = DifficultyTiers("quantile", 3).tiers_of(np.array([[5, 4, 4, 3, 2, 1], [1, 2, 3, 4, 5, 6]]), 6)
    assert found.tolist() == [[0, 1, 1, 1, 2, 2], [2, 2, 1, 1, 0, 0]]


def rounds(items, **options):
    items = np.atleast_2d(items)
    found = rounds_of_tiers(DifficultyTiers(n_tiers=items.shape[1], **options), items)
    return found.names, found.round_of.tolist()


def test_few_questions_join_the_easier_ones():
    # 5 and 5 and 5 are too few for 20 and go on to 30.
    assert rounds([30, 5, 5, 5, 40]) == (("0.2 to 1", "0 to 0.2"), [0, 0, 0, 0, 1])
    assert rounds([30, 15, 5, 5, 40]) == (("0.8 to 1", "0.2 to 0.8", "0 to 0.2"), [0, 1, 1, 1, 2])  # 25 are enough
    assert rounds([40, 30, 3, 1]) == (("0.75 to 1", "0 to 0.75"), [0, 1, 1, 1])


def test_few_easy_questions_join_the_harder_ones():
    assert rounds([5, 40, 30, 20]) == (("0.5 to 1", "0.25 to 0.5", "0 to 0.25"), [0, 0, 1, 2])
    assert rounds([0, 0, 0, 20]) == (("0 to 1",), [0, 0, 0, 0])


def test_few_questions_are_dropped():
    assert rounds([30, 5, 5, 5, 40], too_few="drop") == (("0.8 to 1", "0 to 0.2"), [0, -1, -1, -1, 1])


def test_a_tier_has_too_few_if_it_has_by_any_group():
    # 40 and 30, but 15 by the other group; together 40 and 50.
    assert rounds([[40, 40, 30], [40, 25, 15]])[1] == [0, 1, 1]
    assert rounds([[40, 40, 30], [40, 25, 20]])[1] == [0, 1, 2]
    assert rounds([[40, 40, 30], [40, 25, 15]], too_few="drop")[1] == [0, 1, -1]


def test_quantiles_are_numbered():
    assert rounds([30, 5, 40], edges="quantile") == (("tier 1", "tier 2"), [0, 0, 1])


@pytest.mark.parametrize("too_few", ["merge", "drop"])
def test_too_few_questions_in_all_are_refused(too_few):
    with pytest.raises(DataError, match="a tier must have at least 20 questions; got 19 questions in all"):
        rounds([10, 9], too_few=too_few)


@pytest.mark.parametrize("edges", [[], [0.5, 0.5], [0, 0.5], [0.5, 1], [0.5, float("nan")], 0.5, ["a"]])
def test_edges_that_bound_nothing_are_refused(edges):
    with pytest.raises(ValueError, match="edges must be 'equal', 'quantile', or different accuracies between 0 and 1"):
        DifficultyTiers(edges)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"edges": "equal10"}, "edges must be one of equal, quantile"),
        ({"n_tiers": 0}, "n_tiers must be a whole number of at least 1"),
        ({"min_items": 0}, "min_items must be a whole number of at least 1"),
        ({"too_few": "keep"}, "too_few must be one of merge, drop"),
    ],
)
def test_other_options_are_refused(options, said):
    with pytest.raises(ValueError, match=said):
        DifficultyTiers(**options)
