import numpy as np

from bayesrank.swiss.contests.idle_rounds import idle_doubts, with_few_matches, without_matches

NOBODY = (
    "at elimination {} nobody plays in {}, and scores there count for nothing: all models that are left have different "
    "points, or fewer than two are left. Play fewer rounds or more models."
)
FEW = (
    "at elimination {} fewer than half of the possible matches are played in {}: models that nobody equals in points "
    "have byes there."
)


def test_rounds_with_none_and_with_fewer_than_half_of_the_matches():
    # Nine models could play four matches: two are half of them. Three could play one.
    n_pairs = np.array([0, 1, 2, 4, 1, 0])
    n_active = np.array([9, 9, 9, 9, 3, 1])
    assert without_matches(n_pairs).tolist() == [True, False, False, False, False, True]
    assert with_few_matches(n_pairs, n_active).tolist() == [False, True, False, False, False, False]


def test_expected_numbers_may_be_off_by_rounding():
    # Four matches of which two are played, and none that is played.
    n_pairs, n_active = np.array([2 - 1e-12, 1e-15]), np.array([8 - 1e-12, 8])
    assert without_matches(n_pairs).tolist() == [False, True]
    assert not with_few_matches(n_pairs, n_active).any()


def test_schedules_and_rounds_are_named():
    n_pairs = np.array([[4, 1, 4, 1, 1], [4, 4, 0, 0, 0], [4, 4, 4, 4, 4], [4, 4, 4, 1, 0]])
    n_active = np.full((4, 5), 8)
    assert idle_doubts(("0", "1", "halving", "3"), n_pairs, n_active) == [
        FEW.format("0", "rounds 2, 4 and 5 of 5"),
        NOBODY.format("1", "rounds 3 to 5 of 5"),
        NOBODY.format("3", "round 5 of 5"),
        FEW.format("3", "round 4 of 5"),
    ]
