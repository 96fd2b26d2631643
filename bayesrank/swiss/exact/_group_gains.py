"""What the members of a group gain in one round, with exact probabilities.

Groups are bit masks, bit i for model i. Points are in units, and the units of all models stand in one whole number, the
same number of bits for each: what two matches give is then a sum, and a dictionary merges what comes out the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from bayesrank.swiss.contests.contest_rules import Pairing
from bayesrank.swiss.win_tensor import ROUNDING

type Law[N: (float, Fraction)] = dict[int, N]


@dataclass(frozen=True)
class Units:
    """How points are written.

    Parameters
    ----------
    win, draw, bye : int
        Units of points.
    bits : int
        Bits for the units of one model.
    """

    win: int
    draw: int
    bye: int
    bits: int

    @property
    def ones(self) -> int:
        """The highest number that so many bits hold."""
        return (1 << self.bits) - 1

    def of(self, model: int, units: int) -> int:
        """Return the number in which one model has units and the others have none."""
        return units << (model * self.bits)


@dataclass(frozen=True, eq=False)
class GroupGains[N: (float, Fraction)]:
    """Laws of what groups gain in one round, each worked out once.

    Parameters
    ----------
    results : dict of (int, int) to law
        What two models gain of their match, by their numbers, the lower one first.
    units : Units
    one : float or Fraction
        One as a number of the kind that probabilities are.
    count : callable
        Is told the size of each law and raises an error when all together are too large.
    known : dict of int to law
        Filled as groups are asked for.
    """

    results: dict[tuple[int, int], Law[N]]
    units: Units
    one: N
    count: Callable[[int], None]
    known: dict[int, Law[N]] = field(default_factory=dict)

    def of(self, group: int, pairing: Pairing) -> Law[N]:
        """Return the law of a group whose members play among themselves."""
        if group not in self.known:
            self.known[group] = self._all_meet(group) if pairing == "round_robin" else self._in_pairs(group)
        return self.known[group]

    def _in_pairs(self, group: int) -> Law[N]:
        """Return the law of a group whose members meet in random pairs, one of an odd number having a bye.

        By recursion: of an even number, the first member meets each other with the same probability, and the rest are
        a smaller group. That takes as many steps as there are groups, not as there are ways to form pairs.
        """
        members = members_of(group)
        gains = {} if members else {0: self.one}
        if len(members) % 2 == 1:
            for alone in members:
                bye = {self.units.of(alone, self.units.bye): self.one / len(members)}
                self._add(bye, self.of(group ^ 1 << alone, "random"), gains)
        elif members:
            first = members[0]
            for other in members[1:]:
                match = {gain: share / (len(members) - 1) for gain, share in self.results[first, other].items()}
                self._add(match, self.of(group ^ 1 << first ^ 1 << other, "random"), gains)
        return gains

    def _all_meet(self, group: int) -> Law[N]:
        """Return the law of a group each of whose members meets all others."""
        gains = {0: self.one}
        for pair in combinations(members_of(group), 2):
            so_far, gains = gains, {}
            self._add(self.results[pair], so_far, gains)
        return gains

    def _add(self, match: Law[N], rest: Law[N], gains: Law[N]) -> None:
        """Add the law of the sum of two independent gains."""
        zero = self.one - self.one
        before = len(gains)
        for first, share in match.items():
            for second, probability in rest.items():
                gain = first + second
                gains[gain] = gains.get(gain, zero) + share * probability
        self.count(len(gains) - before)


def members_of(group: int) -> list[int]:
    """Return the models of a group in order."""
    return [model for model in range(group.bit_length()) if group >> model & 1]


def match_results[N: (float, Fraction)](
    win: Sequence[Sequence[N]], draw: Sequence[Sequence[N]], units: Units
) -> dict[tuple[int, int], Law[N]]:
    """Return what two models gain of their match in one round, for all pairs.

    What is left over from one by rounding is divided among the results in proportion: it is not a match that both lose.
    """
    results: dict[tuple[int, int], Law[N]] = {}
    for one, other in combinations(range(len(win)), 2):
        match = {
            units.of(one, units.win): win[one][other],
            units.of(other, units.win): win[other][one],
            units.of(one, units.draw) + units.of(other, units.draw): draw[one][other],
        }
        total = win[one][other] + win[other][one] + draw[one][other]
        if total < 1 - ROUNDING:
            match[0] = 1 - total
            total += match[0]
        results[one, other] = {gain: share / total for gain, share in match.items() if share > 0}
    return results
