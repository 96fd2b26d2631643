import numpy as np
import pytest

from bayesrank.rules.graph.alpha_rank import alpha_rank
from tests.ballots import named, pair_votes

ONE_WAY = {"ab": (3, 1), "bc": (3, 1), "ac": (3, 1)}
CYCLE = {"ab": (3, 1), "bc": (3, 1), "ca": (3, 1)}


def test_two_models_by_hand():
    # The ratio of taking over to being taken over is exp((m - 1) u): here exp(m / 4), m = 4, for a share of 3/4.
    found = named("ab", alpha_rank(pair_votes("ab", ab=(2, 0, 2)), population=4))
    assert found == pytest.approx({"a": np.e / (1 + np.e), "b": 1 / (1 + np.e)}, rel=1e-14)


def test_three_models_by_hand():
    # Two players: (1 - exp(-u)) / (1 - exp(-2 u)) = 1 / (1 + exp(-u)). With intensity 2 log 2 a share of 3/4 has
    # exp(u) = 2: a takes over from b with 2/3, b from a with 1/3; c met nobody, and takes over or is with 1/2.
    # In balance 1 c = 1/2 (a + b), so c = 1/3, and (1/3 + 1/2) a = 2/3 b + 1/2 c, so a = 11/27.
    found = alpha_rank(pair_votes("abc", ab=(3, 1)), intensity=2 * np.log(2), population=2)
    assert named("abc", found) == pytest.approx({"a": 11 / 27, "b": 7 / 27, "c": 9 / 27}, rel=1e-14)


def test_without_selection_all_are_equal():
    np.testing.assert_allclose(alpha_rank(pair_votes("abc", **ONE_WAY), intensity=0), 1 / 3, rtol=1e-14)


@pytest.mark.parametrize("intensity", [1e-12, 1, 1e3, 1e6])
def test_a_cycle_is_even_under_any_selection(intensity):
    found = alpha_rank(pair_votes("abc", **CYCLE), intensity=intensity)
    np.testing.assert_allclose(found, 1 / 3, rtol=1e-12)


@pytest.mark.parametrize("models", ["abc", "acb", "bac", "bca", "cab", "cba"])
def test_strong_selection_leaves_the_best_alone(models):
    # Nothing else takes over with a probability above exp(-10^6 / 4), which no double can hold.
    assert named(models, alpha_rank(pair_votes(models, **ONE_WAY), intensity=1e6)) == {"a": 1, "b": 0, "c": 0}


def test_one_model_has_all_the_time():
    assert alpha_rank(pair_votes("a")).tolist() == [1]


def test_a_stack_is_scored_one_by_one(battles):
    stack, singles = battles
    np.testing.assert_array_equal(alpha_rank(stack), [alpha_rank(one) for one in singles])


@pytest.mark.parametrize("intensity", [-1, np.inf, np.nan])
def test_intensity_is_a_number_from_zero(intensity):
    with pytest.raises(ValueError, match=rf"intensity must be a number >= 0; got {intensity}\."):
        alpha_rank(pair_votes("ab", ab=(1, 0)), intensity=intensity)


@pytest.mark.parametrize("population", [1, 2.5, "x"])
def test_a_population_has_two_players(population):
    with pytest.raises(ValueError, match=f"population must be a whole number of at least 2; got {population!r}"):
        alpha_rank(pair_votes("ab", ab=(1, 0)), population=population)
