"""Who may play among themselves in a round, and who may leave after it, with exact probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from bayesrank.swiss._group_gains import members_of
from bayesrank.swiss.contest_rules import ContestRules, Overflow

type Seating[N: (float, Fraction)] = tuple[list[int], N]


def seatings[N: (float, Fraction)](groups: list[int], rules: ContestRules, one: N) -> list[Seating[N]]:
    """Return the ways to divide models into tables, whose members play among themselves, with probabilities.

    Parameters
    ----------
    groups : list of int
        Models of equal points, as bit masks, from the most points to the fewest.
    rules : ContestRules
    one : float or Fraction
        One as a number of the kind that probabilities are.

    Returns
    -------
    list of (list of int, probability)
        One of an odd table has a bye; a model that goes down is not of a table before it stays.
    """
    if rules.pairing != "swiss":
        return [([sum(groups)], one)]
    if rules.floats == "none":
        return [(groups, one)]
    ways: list[tuple[list[int], N, int]] = [([], one, 0)]
    for group in groups[:-1]:
        ways = _with_floats(ways, group)
    return _with_last(ways, groups[-1])


def leavers[N: (float, Fraction)](
    groups: list[int], number: int, overflow: Overflow, one: N
) -> Iterator[tuple[int, N]]:
    """Yield the sets of models that may leave, as bit masks, with probabilities.

    Parameters
    ----------
    groups : list of int
        Models of equal points, as bit masks, from the most points to the fewest.
    number : int
        How many are to leave.
    overflow : {"group", "cascade"}
        See :class:`~bayesrank.swiss.contest_rules.ContestRules`.
    one : float or Fraction
        One as a number of the kind that probabilities are.
    """
    sure, lowest = 0, len(groups) - 1
    while lowest >= 0 and 0 < groups[lowest].bit_count() <= number:
        sure |= groups[lowest]
        number = number - groups[lowest].bit_count() if overflow == "cascade" else 0
        lowest -= 1
    drawn = members_of(groups[lowest]) if lowest >= 0 and number > 0 else []
    sets = list(combinations(drawn, number if drawn else 0))
    for chosen in sets:
        yield sure | sum(1 << model for model in chosen), one / len(sets)


def _with_floats[N: (float, Fraction)](
    ways: list[tuple[list[int], N, int]], group: int
) -> list[tuple[list[int], N, int]]:
    """Return tables with one more, their probability, and the model that goes down from it, or 0, as a bit mask."""
    grown = []
    for tables, share, down in ways:
        merged = group | down
        members = members_of(merged)
        if len(members) % 2 == 0:
            grown.append(([*tables, merged], share, 0))
            continue
        for odd in members:
            stay = merged ^ 1 << odd
            grown.append(([*tables, stay] if stay else tables, share / len(members), 1 << odd))
    return grown


def _with_last[N: (float, Fraction)](ways: list[tuple[list[int], N, int]], group: int) -> list[Seating[N]]:
    """Return tables with the lowest group, from which nobody goes down, and their probability."""
    return [([*tables, group | down], share) for tables, share, down in ways]
