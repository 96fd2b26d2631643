"""What who meets whom does to a tournament: Swiss pairing against floats, random pairing and round robins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.options import check_at_least, seed_or_fresh
from bayesrank.plain_records import plain_records
from bayesrank.ranks.agreement import kendall_tau
from bayesrank.studies.tournament_scores import Wins, random_pairing_wins
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import Eliminations, Schedule, read_schedules
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

if TYPE_CHECKING:
    import pandas as pd

type PairingName = Literal["swiss", "floats_down", "random", "round_robin"]

WAYS: tuple[PairingName, ...] = get_args(PairingName.__value__)
RULES: Mapping[PairingName, ContestRules] = {
    "swiss": ContestRules(),
    "floats_down": ContestRules(floats="down"),
    "random": ContestRules(pairing="random"),
    "round_robin": ContestRules(pairing="round_robin"),
}


@dataclass(frozen=True, eq=False, repr=False)
class PairingAblation:
    """Expected wins of M models by p ways of pairing and E schedules of eliminations.

    Parameters
    ----------
    models, rounds, pairings, schedules : tuple of str
        Names.
    wins, mcse : array, shape (p, E, M)
        Expected points and their Monte-Carlo standard errors, zero where they are exact. In a round robin there are
        up to M - 1 points a round, else one.
    borda : array, shape (M,)
        Mean points of a match with a random other in a random round: the order of the Borda count.
    n_contests, random_seed : int
    """

    models: tuple[str, ...]
    rounds: tuple[str, ...]
    pairings: tuple[str, ...]
    schedules: tuple[str, ...]
    wins: FloatArray
    mcse: FloatArray
    borda: FloatArray
    n_contests: int
    random_seed: int

    def __repr__(self) -> str:
        return (
            f"PairingAblation({len(self.models)} models x {len(self.rounds)} rounds, {', '.join(self.pairings)}, "
            f"eliminations {', '.join(self.schedules)})"
        )

    def frame(self) -> pd.DataFrame:
        """Return a row for each way of pairing and schedule.

        Returns
        -------
        DataFrame
            Columns ``pairing``, ``eliminate``, ``tau_borda`` and ``tau_swiss`` (Kendall's tau-b with the Borda count,
            and with Swiss pairing at the same schedule, NaN without it), ``lowest`` and ``highest`` expected wins,
            ``range`` between these, and ``mcse``, the largest.
        """
        import pandas as pd

        rows = []
        for p, pairing in enumerate(self.pairings):
            for e, schedule in enumerate(self.schedules):
                wins = self.wins[p, e]
                swiss = self.wins[self.pairings.index("swiss"), e] if "swiss" in self.pairings else None
                rows.append(
                    {
                        "pairing": pairing,
                        "eliminate": schedule,
                        "tau_borda": kendall_tau(wins, self.borda),
                        "tau_swiss": np.nan if swiss is None else kendall_tau(wins, swiss),
                        "lowest": wins.min(),
                        "highest": wins.max(),
                        "range": np.ptp(wins),
                        "mcse": self.mcse[p, e].max(),
                    }
                )
        return pd.DataFrame(rows)

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers."""
        return {
            "models": list(self.models),
            "rounds": list(self.rounds),
            "n_contests": self.n_contests,
            "random_seed": self.random_seed,
            "agreement": plain_records(self.frame()),
            "wins": {
                pairing: dict(zip(self.schedules, self.wins[p].tolist(), strict=True))
                for p, pairing in enumerate(self.pairings)
            },
        }


def pairing_ablation(
    played: WinTensor | WinDraws,
    *,
    pairings: Sequence[PairingName] = WAYS,
    eliminate: Eliminations = (0, 1, 2),
    n_contests: int = 20_000,
    random_seed: int | None = None,
) -> PairingAblation:
    """Play the same rounds with other ways of pairing.

    Without elimination, random pairing and round robins only average over opponents: they have the order of the Borda
    count and are worked out without a contest.

    Parameters
    ----------
    played : WinTensor or WinDraws
        Draws are played with their mean probabilities.
    pairings : sequence of {"swiss", "floats_down", "random", "round_robin"}
        Models of equal points meet, an odd one having a bye or joining the next lower group; all that are left meet at
        random; or each meets all.
    eliminate : sequence of int, or of other forms of a schedule
        See :func:`bayesrank.swiss.contests.schedules.read_schedule`.
    n_contests : int
        Contests of each way and schedule that is not exact.
    random_seed : int, optional
        A fresh one, kept in the result, by default.

    Returns
    -------
    PairingAblation

    Raises
    ------
    ValueError
        If an option is not as stated.

    References
    ----------
    liu2025
    """
    seed = seed_or_fresh(random_seed)
    chosen = tuple(pairings)
    unknown = [name for name in chosen if name not in WAYS]
    if unknown or not chosen or len(set(chosen)) < len(chosen):
        got = repr(unknown[0]) if unknown else ", ".join(chosen) or "none"
        message = f"pairings must be different ones of {', '.join(WAYS)}; got {got}. Check the spelling."
        raise ValueError(message)
    check_at_least("n_contests", n_contests, 2)
    tensor = played.probabilities() if isinstance(played, WinDraws) else played
    schedules = read_schedules(eliminate, len(played.models), len(played.rounds))
    found = [_wins(tensor, name, schedules, n_contests, seed) for name in chosen]
    return PairingAblation(
        models=played.models,
        rounds=played.rounds,
        pairings=chosen,
        schedules=tuple(schedule.name for schedule in schedules),
        wins=np.stack([each.wins for each in found]),
        mcse=np.stack([each.mcse for each in found]),
        borda=tensor.expected_points.mean(axis=0).sum(axis=1) / (len(played.models) - 1),
        n_contests=n_contests,
        random_seed=seed,
    )


def _wins(played: WinTensor, pairing: PairingName, schedules: Sequence[Schedule], n_contests: int, seed: int) -> Wins:
    """Return expected wins and errors by one way of pairing, both of shape (E, M)."""
    wins, mcse = (np.zeros((len(schedules), len(played.models))) for _ in range(2))
    averages = {"random": random_pairing_wins, "round_robin": _round_robin_wins}
    exact = [pairing in averages and schedule.constant == 0 for schedule in schedules]
    for e in np.flatnonzero(exact):
        wins[e] = averages[pairing](played)
    left = [e for e, known in enumerate(exact) if not known]
    if left:
        simulated = expected_wins(
            played, [schedules[e] for e in left], RULES[pairing], n_contests=n_contests, random_seed=seed
        )
        wins[left], mcse[left] = simulated.wins, simulated.mcse
    return Wins(wins, mcse)


def _round_robin_wins(played: WinTensor) -> FloatArray:
    return np.asarray(played.expected_points.sum(axis=(0, 2)))
