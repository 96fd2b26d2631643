"""Who takes part, has a bye and meets whom, by hand."""

from fractions import Fraction

from bayesrank.swiss.exact._meetings import active, byes, met

ZERO = Fraction(0)
PLAYED = {0b0111: Fraction(1, 2), 0b1011: Fraction(1, 2), 0b1000: Fraction(1, 2)}  # 3 alone, or in the place of 2


def test_who_takes_part():
    assert active(PLAYED, 4, ZERO) == (1, 1, Fraction(1, 2), 1)


def test_one_of_an_odd_number_has_a_bye():
    sixth = Fraction(1, 6)
    assert byes(PLAYED, 4, "swiss", ZERO) == (2 * sixth, 2 * sixth, sixth, Fraction(1, 2) + sixth)
    assert byes(PLAYED, 4, "round_robin", ZERO) == (0, 0, 0, 0)


def test_who_meets_whom():
    # Two of three meet, each two with probability 1 / 3.
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert met(PLAYED, 4, "swiss", ZERO) == (
        (0, third, sixth, sixth),
        (third, 0, sixth, sixth),
        (sixth, sixth, 0, 0),
        (sixth, sixth, 0, 0),
    )
    assert met({0b1111: Fraction(1)}, 4, "random", ZERO)[0] == (0, third, third, third)
    assert met(PLAYED, 4, "round_robin", ZERO)[0] == (0, 1, Fraction(1, 2), Fraction(1, 2))
