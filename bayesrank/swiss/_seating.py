"""Who may play among themselves in a round, and who may leave after it, with exact probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from bayesrank.swiss._group_gains import members_of
from bayesrank.swiss.contest_rules import ContestRules, Overflow

type Seating[N: (float, Fraction)] = tuple[tuple[int, ...], N]


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
    list of (tuple of int, probability)
        One of an odd table has a bye; a model that goes down is not of a table before it stays.
    """
    if rules.pairing != "swiss":
        return [((sum(groups),), one)]
    if rules.floats == "none":
        return [(tuple(groups), one)]
    waiting: list[tuple[tuple[int, ...], N, int]] = [((), one, 0)]
    for group in groups[:-1]:
        waiting = [grown for before in waiting for grown in _seated(before[0], before[1], group | before[2])]
    return [((*before[0], groups[-1] | before[2]), before[1]) for before in waiting]


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


def _seated[N: (float, Fraction)](
    tables: tuple[int, ...], share: N, group: int
) -> Iterator[tuple[tuple[int, ...], N, int]]:
    """Yield the tables with one more, their probability, and the model that goes down from it, 0 for none."""
    members = members_of(group)
    if len(members) % 2 == 0:
        yield (*tables, group), share, 0
        return
    for odd in members:
        stay = group ^ 1 << odd
        yield (*tables, stay) if stay else tables, share / len(members), 1 << odd
