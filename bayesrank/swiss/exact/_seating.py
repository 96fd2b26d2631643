"""Who may play among themselves in a round, and who may leave after it, with exact probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from bayesrank.swiss.contests.contest_rules import ContestRules, Overflow
from bayesrank.swiss.exact._group_gains import members_of

type Seating[N: (float, Fraction)] = tuple[list[int], N]


@dataclass(frozen=True)
class Way[N: (float, Fraction)]:
    """A way to seat models so far: tables, its probability, and the model that goes down, 0 for none, as a bit mask."""

    tables: list[int]
    share: N
    down: int

    def seated(self, group: int) -> list[int]:
        """Return the tables with one more, unless nobody sits at it."""
        return [*self.tables, group] if group else self.tables


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
    ways = [Way([], one, 0)]
    for group in groups[:-1]:
        ways = [longer for way in ways for longer in _with_floats(way, group)]
    return [(way.seated(groups[-1] | way.down), way.share) for way in ways]


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
        See :class:`~bayesrank.swiss.contests.contest_rules.ContestRules`.
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


def _with_floats[N: (float, Fraction)](way: Way[N], group: int) -> Iterator[Way[N]]:
    """Yield the ways to seat one more group, from which nobody or one model goes down."""
    merged = group | way.down
    members = members_of(merged)
    if len(members) % 2 == 0:
        yield Way(way.seated(merged), way.share, 0)
        return
    for odd in members:
        yield Way(way.seated(merged ^ 1 << odd), way.share / len(members), 1 << odd)
