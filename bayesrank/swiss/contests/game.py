"""Contests of one set of match tables, by the compiled loop that fits the rules."""

from __future__ import annotations

from dataclasses import dataclass

from bayesrank.arrays import IntArray
from bayesrank.swiss.contests._contest_kernels import PAIRINGS, play_by_rules, play_decided
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.match_tables import MatchTables
from bayesrank.swiss.contests.tally import Tally

SIMPLE_RULES = ContestRules()


@dataclass(frozen=True, eq=False)
class Game:
    """How contests are played.

    Parameters
    ----------
    leave : array of int, shape (E, K, M + 1)
        See :class:`~bayesrank.swiss.contests.schedules.Schedule`; E schedules.
    rules : ContestRules
    random_seed : int
        Below 2**63.
    counted : int
        Of every so many-th contest it is counted who met whom: in all that would take much of the time, and the mean
        over opponents needs few.
    """

    leave: IntArray
    rules: ContestRules
    random_seed: int
    counted: int = 1

    def play(self, tables: MatchTables, first: int, last: int, tally: Tally) -> None:
        """Play the contests ``first`` to ``last`` - 1 and add them to the tally."""
        contests = first, last, self.counted
        if tables.one_winner and self.rules == SIMPLE_RULES:
            play_decided(tables.win, tables.table, self.leave, self.random_seed, contests, tally)
            return
        unit = self.units_in_a_point(tables)
        rules = self.rules
        play_by_rules(
            (tables.win, tables.rest, tables.table),
            self.leave,
            (PAIRINGS.index(rules.pairing), int(rules.floats == "down"), int(rules.overflow == "cascade")),
            (unit, 1, int(unit * rules.bye_points)),
            self.random_seed,
            contests,
            tally,
        )

    def units_in_a_point(self, tables: MatchTables) -> int:
        """Return how many units of the tally a point is: two where there are halves of one."""
        return 2 if tables.has_draws or self.rules.bye_points == 0.5 else 1
