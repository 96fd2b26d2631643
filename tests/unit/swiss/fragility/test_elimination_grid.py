import pytest

from bayesrank.swiss.fragility.elimination_grid import grid_doubts, natural_grid


@pytest.mark.parametrize(
    ("n_models", "n_rounds", "largest"),
    [
        (29, 12, 2),  # 27 / 11 = 2.45
        (24, 12, 2),  # 22 / 11 = 2 exactly
        (23, 12, 1),  # 21 / 11 = 1.9
        (8, 12, 0),  # 6 / 11: one after every round leaves nobody for the last rounds
        (2, 3, 0),  # two models: nobody may leave
        (2, 1, 0),
        (10, 1, 0),  # nobody can leave before the only round
        (10, 2, 8),  # two are left for the second round
    ],
)
def test_largest_number_that_cannot_end_a_contest_early(n_models, n_rounds, largest):
    assert natural_grid(n_models, n_rounds) == tuple(range(largest + 1))


@pytest.mark.parametrize(("n_models", "n_rounds"), [(29, 12), (24, 12), (7, 3), (10, 2), (3, 5), (64, 9)])
def test_two_models_are_left_for_the_last_round_and_with_one_more_they_need_not_be(n_models, n_rounds):
    largest = natural_grid(n_models, n_rounds)[-1]
    assert n_models - largest * (n_rounds - 1) >= 2
    assert n_models - (largest + 1) * (n_rounds - 1) < 2


def test_the_natural_grid_is_beyond_doubt():
    assert grid_doubts(natural_grid(29, 12), 29, 12) == []


def test_larger_numbers_are_doubtful_and_from_half_of_the_models_on_nothing_changes():
    beyond, flat = grid_doubts([0, 2, 3, 15, 16, 28], 29, 12)
    assert beyond == (
        "eliminations of 3, 15, 16, 28 may leave fewer than two of 29 models before the last of 12 rounds, which they "
        "then do not play; up to 2 cannot"
    )
    # Half of 29, rounded up, is 15: the first number of the flat part.
    assert flat.startswith("eliminations of 16, 28 give what 15 gives wherever every match has one winner")


def test_with_one_round_eliminations_change_nothing():
    assert grid_doubts([0, 1], 4, 1) == [
        "there is one round, and nobody can leave before it: eliminations change nothing"
    ]


@pytest.mark.parametrize(("n_models", "n_rounds", "name"), [(1, 3, "n_models"), (3, 0, "n_rounds")])
def test_no_tournament_is_refused(n_models, n_rounds, name):
    with pytest.raises(ValueError, match=f"{name} must be a whole number of at least"):
        natural_grid(n_models, n_rounds)
