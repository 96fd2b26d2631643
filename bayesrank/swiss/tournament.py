"""The result of a Swiss tournament: what each model can expect to win, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.errors import DataError
from bayesrank.options import check_probability
from bayesrank.plain_records import plain_records
from bayesrank.ranks.posterior_ranks import simultaneous_rank_sets
from bayesrank.ranks.score_ranks import rank_scores
from bayesrank.swiss.contest_wins import contest_wins
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.schedules import Schedule
from bayesrank.swiss.fragility.failure_sensitivity import Coefficient, FailureSensitivity, failure_sensitivity
from bayesrank.swiss.fragility.profile_spread import profile_spread
from bayesrank.swiss.schedule_wins import ScheduleWins
from bayesrank.swiss.tournament_doubts import tournament_doubts
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class SwissTournament:
    """What models can expect of contests, at each schedule of eliminations.

    Parameters
    ----------
    played : WinTensor or WinDraws
        Who beats whom; from draws, results have credible intervals.
    rules : ContestRules
    schedules : tuple of Schedule
        E of them.
    wins : ExpectedWins
    """

    played: WinTensor | WinDraws
    rules: ContestRules
    schedules: tuple[Schedule, ...]
    wins: ExpectedWins

    def __repr__(self) -> str:
        said = "".join(f"warning: {warning}\n" for warning in self.warnings)
        first = self.models[int(np.argmax(self.wins.wins[0]))]
        return (
            f"{said}SwissTournament({len(self.models)} models x {len(self.wins.rounds)} rounds, eliminations "
            f"{', '.join(self.wins.schedules)}, {self.uncertainty_words}; most wins at {self.wins.schedules[0]}: "
            f"{first!r})"
        )

    @property
    def models(self) -> tuple[str, ...]:
        """Names, M of them."""
        return self.wins.models

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know before reading the result."""
        return tournament_doubts(self.played, self.schedules, self.wins)

    @property
    def uncertainty_words(self) -> str:
        """What intervals are of."""
        if self.wins.draws is None:
            return f"conditional on {self.played.source}"
        return f"posterior of {self.played.source}"

    def frame(self, *, ci_prob: float = 0.95) -> pd.DataFrame:
        """Return one row for each model at each schedule, the most wins first.

        Parameters
        ----------
        ci_prob : float
            Probability of the intervals of wins, each on its own, and of the rank sets of all models at once.

        Returns
        -------
        DataFrame
            Columns ``eliminate`` (the schedule), ``model``, ``wins``, ``mcse``, ``rank``, ``lower``, ``upper``,
            ``rank_lower`` and ``rank_upper`` (missing without posterior draws), ``spread`` (of one contest), ``byes``,
            ``rounds_played``, ``p_eliminated`` and ``opponents``, their mean strength.
        """
        import pandas as pd

        check_probability("ci_prob", ci_prob)
        return pd.concat([self._rows(e, ci_prob) for e in range(len(self.schedules))], ignore_index=True)

    def at(self, schedule: str | int) -> ScheduleWins:
        """Return the posterior of expected wins at a schedule, with rankings, tiers and superiority.

        Parameters
        ----------
        schedule : str or int
            Its name, or the number of models that leave after each round.

        Raises
        ------
        DataError
            If there is no such schedule, or there are no posterior draws.
        """
        names = self.wins.schedules
        if str(schedule) not in names:
            message = f"schedule must be one of {', '.join(names)}; got {schedule!r}. Play it first."
            raise DataError(message)
        if self.wins.draws is None:
            message = (
                f"a ranking with probabilities must have posterior draws; got {self.played.source}. Give counts, "
                f"questions, standard errors or a fit to win_draws, and play these."
            )
            raise DataError(message)
        e = names.index(str(schedule))
        return ScheduleWins(self.models, self.wins.wins[e], self.wins.draws[e])

    @property
    def shows_sensitivity(self) -> bool:
        """Whether there can be a :meth:`sensitivity`."""
        return self.why_no_sensitivity is None

    @property
    def why_no_sensitivity(self) -> str | None:
        """Why this tournament does not say how much eliminations cost, None if it does."""
        if len(self.wins.rounds) < 2:
            return "there is one round, before which nobody can leave"
        numbers = [schedule.constant for schedule in self.schedules]
        rising = all(one is not None and other is not None and one < other for one, other in pairwise(numbers))
        if numbers[0] == 0 and len(numbers) > 1 and rising:
            return None
        return (
            f"it takes eliminations of 0 and then of larger numbers, the same after every round, such as 0,1,2; got "
            f"{','.join(self.wins.schedules)}"
        )

    def sensitivity(
        self, *, coefficient: Coefficient = "two_point", ci_prob: float = 0.95, cores: int | None = None
    ) -> FailureSensitivity:
        """Say how much eliminations cost each model, and how much of that its strength alone explains.

        Plays the reference, in which what models win and lose is spread over the rounds at random, in ``cores`` threads
        (all by default). Other parameters and errors are those of
        :func:`bayesrank.swiss.fragility.failure_sensitivity.failure_sensitivity`.

        Raises
        ------
        ValueError
            If there is none, and why.
        """
        if self.why_no_sensitivity is not None:
            message = f"a tournament must have a sensitivity to eliminations; got none: {self.why_no_sensitivity}."
            raise ValueError(message)
        wins = self.wins
        reference = contest_wins(  # its contests are of their own, so that the two errors are independent
            self.played,
            self.schedules,
            self.rules,
            n_contests=wins.n_contests,
            random_seed=wins.random_seed,
            rounds="exchangeable",
            cores=cores,
        )
        spread = profile_spread(self.played, ci_prob=ci_prob)
        return failure_sensitivity(wins, reference, spread, coefficient=coefficient, ci_prob=ci_prob)

    def record(self, *, ci_prob: float = 0.95) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers."""
        rules = self.rules
        return {
            "rounds": list(self.wins.rounds),
            "played": repr(self.played),
            "uncertainty": self.uncertainty_words,
            "ci_prob": ci_prob,
            "rules": {name: getattr(rules, name) for name in ("pairing", "floats", "bye_points", "overflow")},
            "n_contests": self.wins.n_contests,
            "random_seed": self.wins.random_seed,
            "warnings": list(self.warnings),
            "wins": plain_records(self.frame(ci_prob=ci_prob)),
        }

    def _rows(self, e: int, ci_prob: float) -> pd.DataFrame:
        import pandas as pd

        wins = self.wins
        columns: dict[str, Any] = {
            "eliminate": wins.schedules[e],
            "model": self.models,
            "wins": wins.wins[e],
            "mcse": wins.mcse[e],
            "rank": rank_scores(wins.wins[e]).astype(np.int64),
        }
        columns |= dict.fromkeys(("lower", "upper", "rank_lower", "rank_upper"), np.nan)
        if wins.draws is not None:
            tails = (1 - ci_prob) / 2, (1 + ci_prob) / 2
            columns["lower"], columns["upper"] = np.quantile(wins.draws[e], tails, axis=0)
            sets = simultaneous_rank_sets(self.at(wins.schedules[e]).ranks, ci_prob)
            columns["rank_lower"], columns["rank_upper"] = sets.lower, sets.upper
        for name in ("spread", "byes", "rounds_played", "p_eliminated", "opponents"):
            columns[name] = getattr(wins, name)[e]
        return pd.DataFrame(columns).sort_values(["rank", "model"])
