"""The law of a contest, by hand."""

from fractions import Fraction

from bayesrank.swiss.exact.contest_law import ContestLaw, total

HALF = Fraction(1, 2)


def law(units):
    """Return the law of a contest of two models and one round, which is certain but for who wins."""
    points = ({0: Fraction(3, 4), 2: Fraction(1, 4)}, {0: Fraction(1, 4), 2: Fraction(3, 4)})
    nothing = ((Fraction(0),) * 2,)
    return ContestLaw(
        units, points, nothing, ((HALF * 2,) * 2,), nothing, (((Fraction(0), HALF), (HALF, Fraction(0))),), (2,)
    )


def test_wins_and_variance():
    assert law(2).wins == (Fraction(1, 4), Fraction(3, 4))
    assert law(2).variance == (Fraction(3, 16), Fraction(3, 16))
    assert law(1).wins == (HALF, 3 * HALF)
    assert law(1).variance == (Fraction(3, 4), Fraction(3, 4))


def test_a_match_is_counted_once():
    assert law(1).n_pairs == (HALF,)


def test_floats_are_summed_without_loss():
    assert total([1.0, 1e-16, 1e-16, 1e-16, 1e-16]) == 1 + 4e-16
