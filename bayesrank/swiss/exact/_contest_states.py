"""The exact law of a contest, round by round, over the states that it can be in.

A state is the units of all models that are left, in one whole number (see ``_group_gains``), plus one, so that zero
means eliminated. What the eliminated have is booked when they leave: states that differ in it alone are one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.schedules import Schedule
from bayesrank.swiss.exact._group_gains import GroupGains, Law, Units, members_of
from bayesrank.swiss.exact._meetings import active, byes, met
from bayesrank.swiss.exact._seating import leavers, seatings
from bayesrank.swiss.exact.contest_law import ContestLaw

WAYS = 20  # from each state to those after the next round, on average: more would take minutes


@dataclass(eq=False)
class StateLimit:
    """Raises an error when a round has too many states, too many ways between them, or groups with too many gains.

    Parameters
    ----------
    max_states : int
    """

    max_states: int
    n_gains: int = 0

    def count(self, n_gains: int) -> None:
        """Count the gains of one more group."""
        self.n_gains += n_gains
        self.check(self.n_gains)

    def check(self, n_states: int) -> None:
        """Raise ``ValueError`` if there are too many."""
        if n_states > self.max_states:
            message = (
                f"an exact contest must have at most max_states={self.max_states:,} states in every round, and "
                f"{WAYS} times as many ways to the next; got more. Simulate contests, or give 10 models or fewer."
            )
            raise ValueError(message)


@dataclass(frozen=True, eq=False)
class ContestStates[N: (float, Fraction)]:
    """The states of one contest of M models, and a book of what has happened with which probability.

    Parameters
    ----------
    n_models : int
        M.
    units : Units
    rules : ContestRules
    one : float or Fraction
        One as a number of the kind that probabilities are.
    limit : StateLimit
    points : list of dict of int to probability, length M
        Of final units, for models that have left or whose contest has ended.
    played : list of dict of int to probability, one for each round so far
        That the members of a group play among themselves.
    eliminated : list of list of probability, shape (rounds so far, M)
    n_states : list of int, one for each round so far
    """

    n_models: int
    units: Units
    rules: ContestRules
    one: N
    limit: StateLimit
    points: list[Law[N]]
    played: list[Law[N]] = field(default_factory=list)
    eliminated: list[list[N]] = field(default_factory=list)
    n_states: list[int] = field(default_factory=list)

    def law(self, gains: list[GroupGains[N]], schedule: Schedule) -> ContestLaw[N]:
        """Play all rounds and return the law of the whole contest."""
        states = {sum(self.units.of(model, 1) for model in range(self.n_models)): self.one}
        for gains_of_round, numbers in zip(gains, schedule.leave.tolist(), strict=True):
            moved = self._play(states, gains_of_round)
            self.n_states.append(len(moved))
            self.eliminated.append([self._zero] * self.n_models)
            states = self._leave(moved, numbers) if any(numbers) else moved
        for state, chance in states.items():
            self._end(state, chance)
        size, pairing, zero = self.n_models, self.rules.pairing, self._zero
        return ContestLaw(
            self.units.win,
            tuple(self.points),
            tuple(byes(played, size, pairing, zero) for played in self.played),
            tuple(active(played, size, zero) for played in self.played),
            tuple(map(tuple, self.eliminated)),
            tuple(met(played, size, pairing, zero) for played in self.played),
            tuple(self.n_states),
        )

    @property
    def _zero(self) -> N:
        return self.one - self.one

    def _play(self, states: Law[N], gains: GroupGains[N]) -> Law[N]:
        """Return the states after a round is played, before anybody leaves."""
        zero = self._zero
        played: Law[N] = {}
        moved: Law[N] = {}
        n_ways = 0
        for state, mass in states.items():
            for tables, share in seatings(self._groups(state), self.rules, self.one):
                ends = [(state, mass * share)]
                for group in tables:
                    played[group] = played.get(group, zero) + mass * share
                    law = gains.of(group, self.rules.pairing).items()
                    self.limit.check(len(ends) * len(law))
                    ends = [(end + gain, chance * part) for end, chance in ends for gain, part in law]
                for end, chance in ends:
                    moved[end] = moved.get(end, zero) + chance
                n_ways += len(ends)
            self.limit.check(max(len(moved), n_ways // WAYS))
        self.played.append(played)
        return moved

    def _leave(self, moved: Law[N], numbers: list[int]) -> Law[N]:
        """Return the states after models have left; contests that have fewer than two left end."""
        zero = self._zero
        left: Law[N] = {}
        for state, mass in moved.items():
            groups = self._groups(state)
            n_active = sum(map(int.bit_count, groups))
            for leaving, share in leavers(groups, numbers[n_active], self.rules.overflow, self.one):
                stay, chance = state, mass * share
                for model in members_of(leaving):
                    stay -= self._booked(model, state, chance)
                    self.eliminated[-1][model] += chance
                if n_active - leaving.bit_count() < 2:
                    self._end(stay, chance)
                else:
                    left[stay] = left.get(stay, zero) + chance
        return left

    def _groups(self, state: int) -> list[int]:
        """Return the groups of models with equal points, from the most points to the fewest."""
        groups: dict[int, int] = {}
        bits, ones, model = self.units.bits, self.units.ones, 1
        while state:
            units = state & ones
            if units:
                groups[units] = groups.get(units, 0) | model
            state >>= bits
            model <<= 1
        return [groups[units] for units in sorted(groups, reverse=True)]

    def _end(self, state: int, chance: N) -> None:
        """Book the points of all that are left."""
        for model in range(self.n_models):
            if state >> model * self.units.bits & self.units.ones:
                self._booked(model, state, chance)

    def _booked(self, model: int, state: int, chance: N) -> int:
        """Book the points of one model that is left; return its part of the state."""
        part = state >> model * self.units.bits & self.units.ones
        law = self.points[model]
        law[part - 1] = law.get(part - 1, self._zero) + chance
        return self.units.of(model, part)
