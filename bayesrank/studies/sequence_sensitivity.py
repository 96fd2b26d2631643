"""How much a Swiss tournament depends on the order of its rounds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.counted import counted
from bayesrank.inference.progress import tracked
from bayesrank.options import check_at_least, check_probability, seed_or_fresh
from bayesrank.plain_records import plain_records
from bayesrank.ranks.agreement import kendall_tau
from bayesrank.studies.mean_ranks import mean_ranks
from bayesrank.studies.position_effects import PositionEffects, position_effects
from bayesrank.studies.round_orders import Orders, round_orders
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import Eliminate, read_schedule
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

if TYPE_CHECKING:
    import pandas as pd

MIDDLE = 0.9  # of orders that a rank range holds
CONTESTS_A_DRAW = 100  # by which the variance of posterior draws is measured
PAPER = ContestRules()
MOST_DRAWS = 100  # that share the contests of an order


@dataclass(frozen=True, eq=False, repr=False)
class SequenceSensitivity:
    """Expected wins of M models in n orders of the K rounds.

    Parameters
    ----------
    models, rounds : tuple of str
        Names, rounds in the given order.
    eliminate : str
        Name of the schedule of eliminations.
    orders : array of int, shape (n, K)
        Positions of the rounds in the given order, as they were played.
    given, given_again : array, shape (M,)
        Wins in the given order, in two runs that share no contest.
    wins : array, shape (n, M)
        Wins in each order.
    noise : array, shape (n, M)
        Squared Monte-Carlo standard errors of ``wins``.
    data_variance : array, shape (M,), or None
        Variance of the wins in the given order over the posterior of the data; None where the data are no posterior.
    n_contests, random_seed : int
    rules : ContestRules
    """

    models: tuple[str, ...]
    rounds: tuple[str, ...]
    eliminate: str
    orders: IntArray
    given: FloatArray
    given_again: FloatArray
    wins: FloatArray
    noise: FloatArray
    data_variance: FloatArray | None
    n_contests: int
    random_seed: int
    rules: ContestRules = PAPER

    def __repr__(self) -> str:
        return (
            f"SequenceSensitivity({len(self.models)} models x {counted(len(self.rounds), 'round')}, "
            f"{counted(len(self.orders), 'order')}, eliminations {self.eliminate}, tau with the given order "
            f"{self.tau.mean():.2f})"
        )

    @cached_property
    def ranks(self) -> FloatArray:
        """Rank of each model in each order, 1 best, tied ones sharing the mean, shape (n, M)."""
        return mean_ranks(self.wins)

    @cached_property
    def tau(self) -> FloatArray:
        """Kendall's tau-b of the ranking in each order with that in the given one, shape (n,).

        NaN where all models have the same wins.
        """
        return np.array([kendall_tau(wins, self.given) for wins in self.wins])

    @property
    def tau_by_chance(self) -> float:
        """The same of two runs in the given order: what the luck of contests leaves."""
        return kendall_tau(self.given_again, self.given)

    def rank_range(self, prob: float = MIDDLE) -> tuple[FloatArray, FloatArray]:
        """Return the lowest and the highest rank in the middle share of the orders, both of shape (M,)."""
        check_probability("prob", prob)
        tails = (1 - prob) / 2, (1 + prob) / 2
        lower, upper = np.quantile(self.ranks, tails, axis=0, method="closest_observation")
        return lower, upper

    def top(self, k: int) -> FloatArray:
        """Return in what share of the orders each model is among the first k, shape (M,)."""
        check_at_least("k", k, 1)
        return np.asarray((self.ranks <= k).mean(axis=0))

    @property
    def order_variance(self) -> FloatArray:
        """Variance of a model's wins over orders, without the noise of contests; NaN for one order, shape (M,)."""
        if len(self.wins) < 2:
            return np.full(len(self.models), np.nan)
        return np.maximum(0.0, self.wins.var(axis=0, ddof=1) - self.noise.mean(axis=0))

    def position_effects(self) -> PositionEffects:
        """Return what it does to each model where a round is played, by least squares; see there for its limits.

        Raises
        ------
        DataError
            If there are no more than (K - 1)**2 + 1 orders.
        """
        return position_effects(self.orders, self.wins)

    @property
    def summary(self) -> str:
        """What the order does to ranks, in a sentence."""
        number = len(self.orders)
        of = "one other order" if number == 1 else f"{number:,} orders"
        where = f"in {of} of the rounds, eliminations {self.eliminate},"
        tau = self.tau[np.isfinite(self.tau)]
        if len(tau) == 0:
            return f"{where} there is no ranking to compare: all models have the same wins"
        luck = f"{self.tau_by_chance:.2f} by the luck of contests alone"
        if number == 1:
            moved = np.abs(self.ranks[0] - mean_ranks(self.given))
            return (
                f"{where} Kendall's tau with the given order is {tau[0]:.2f} ({luck}); the median model moves by "
                f"{_places(np.median(moved))}, one by {moved.max():.0f}"
            )
        lower, upper = self.rank_range()
        places = upper - lower
        low, high = np.quantile(tau, ((1 - MIDDLE) / 2, (1 + MIDDLE) / 2))
        first = float(self.top(1)[int(np.argmax(self.given))])
        return (
            f"{where} Kendall's tau with the given order is {np.median(tau):.2f} ({low:.2f} to {high:.2f}; {luck}); "
            f"ranks differ by {_places(np.median(places))} for the median model, by {places.max():.0f} at most, and "
            f"the first of the given order is first in {first:.0%}"
        )

    def frame(self) -> pd.DataFrame:
        """Return a row for each model, in the order of wins in the given order of rounds.

        Returns
        -------
        DataFrame
            Columns ``model``, ``wins`` and ``rank`` in the given order, ``mean_wins`` over orders, ``rank_lower`` and
            ``rank_upper`` of the middle nine tenths of the orders, ``p_first``, the share of orders in which it is
            first, and the standard deviations ``order_sd``,
            ``contest_sd`` (noise of one run) and ``data_sd`` (NaN where the data are no posterior).
        """
        import pandas as pd

        lower, upper = self.rank_range()
        data = np.full(len(self.models), np.nan) if self.data_variance is None else np.sqrt(self.data_variance)
        table = pd.DataFrame(
            {
                "model": self.models,
                "wins": self.given,
                "rank": mean_ranks(self.given),
                "mean_wins": self.wins.mean(axis=0),
                "rank_lower": lower,
                "rank_upper": upper,
                "p_first": self.top(1),
                "order_sd": np.sqrt(self.order_variance),
                "contest_sd": np.sqrt(self.noise.mean(axis=0)),
                "data_sd": data,
            }
        )
        return table.sort_values(["rank", "model"], ignore_index=True)

    def record(self) -> dict[str, Any]:
        """Return all but the single orders as plain lists, dictionaries, text and numbers; None for no ranking."""
        tau = {"mean": self.tau.mean(), "lowest": self.tau.min(), "highest": self.tau.max()}
        return {
            "rounds": list(self.rounds),
            "eliminate": self.eliminate,
            "n_orders": len(self.orders),
            "n_contests": self.n_contests,
            "random_seed": self.random_seed,
            "rules": asdict(self.rules),
            "tau": {name: _finite(value) for name, value in tau.items()},
            "tau_by_chance": _finite(self.tau_by_chance),
            "summary": self.summary,
            "models": plain_records(self.frame()),
        }


def sequence_sensitivity(
    played: WinTensor | WinDraws,
    orders: Orders = "random",
    *,
    n_orders: int | None = None,
    eliminate: Eliminate = 0,
    rules: ContestRules | None = None,
    n_contests: int = 5_000,
    random_seed: int | None = None,
) -> SequenceSensitivity:
    """Play the same rounds in other orders.

    The order of rounds is a choice like any other, and in a Swiss tournament it decides much: who is met depends on
    what was won before.

    Parameters
    ----------
    played : WinTensor or WinDraws
        Of draws, 100 that are evenly spaced share the contests of an order, the same in all; all of them say how sure
        the wins in the given order are.
    orders : {"random", "reverse"}, blocks of rounds, or array of int, shape (n, K)
        All orders alike; the given one from its end; or these, positions of the rounds in the given order. Or of which
        block each round is, its category, say, as a mapping of rounds to blocks or as a sequence of K blocks: then
        blocks change places and stay as they are within.
    n_orders : int, optional
        How many are drawn, 200 by default.
    eliminate : int, or another form of a schedule
        See :func:`bayesrank.swiss.contests.schedules.read_schedule`.
    rules : ContestRules, optional
        Those of the paper by default.
    n_contests : int
        Contests in each order, at least 2; for draws at least 2 a draw, so that fewer draws are played with fewer.
    random_seed : int, optional
        Of orders and contests; a fresh one, kept in the result, by default.

    Returns
    -------
    SequenceSensitivity

    Raises
    ------
    DataError
        If blocks are not as stated.
    ValueError
        If an option is not as stated.

    References
    ----------
    liu2025

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> board = pd.DataFrame({"model": ["x", "y", "z"], "law": [0.9, 0.8, 0.7], "maths": [0.6, 0.7, 0.5]})
    >>> found = sequence_sensitivity(br.win_tensor_from_scores(br.read_score_table(board)), "reverse", random_seed=0)
    >>> found.tau.round(2).tolist()
    [1.0]
    """
    seed = seed_or_fresh(random_seed)
    check_at_least("n_contests", n_contests, 2)
    chosen = round_orders(played.rounds, orders, n_orders=n_orders, random_seed=seed)
    schedule = read_schedule(eliminate, len(played.models), len(played.rounds))
    rules = PAPER if rules is None else rules
    seeds = [int(number) for number in np.random.SeedSequence(seed).generate_state(2 + len(chosen))]
    shared, n_each = _shared(played, n_contests)

    def play(order: IntArray, contest_seed: int) -> tuple[FloatArray, FloatArray]:
        found = expected_wins(shared.in_order(order), [schedule], rules, n_contests=n_each, random_seed=contest_seed)
        if found.samples is None or found.noise is None:
            return found.wins[0], found.mcse[0] ** 2
        return found.wins[0], found.noise[:, 0, 0] / found.samples.shape[1]

    given, again = (play(np.arange(len(played.rounds)), number)[0] for number in seeds[:2])
    found = list(tracked(map(play, chosen, seeds[2:]), len(chosen), "changing the order"))
    data_variance = None
    if isinstance(played, WinDraws):
        drawn = expected_wins(played, [schedule], rules, n_contests=CONTESTS_A_DRAW, random_seed=seeds[0]).draws
        data_variance = None if drawn is None else drawn[0].var(axis=0, ddof=1)
    return SequenceSensitivity(
        models=played.models,
        rounds=played.rounds,
        eliminate=schedule.name,
        orders=chosen,
        given=given,
        given_again=again,
        wins=np.stack([wins for wins, _ in found]),
        noise=np.stack([noise for _, noise in found]),
        data_variance=data_variance,
        n_contests=n_contests,
        random_seed=seed,
        rules=rules,
    )


def _shared(played: WinTensor | WinDraws, n_contests: int) -> tuple[WinTensor | WinDraws, int]:
    """Return what is played in each order, and with how many contests for each draw."""
    if not isinstance(played, WinDraws):
        return played, n_contests
    draws = played.thinned(min(MOST_DRAWS, max(2, n_contests // 2)))
    return draws, max(2, n_contests // len(draws.scores))


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _places(number: float) -> str:
    return "1 place" if round(number) == 1 else f"{number:.0f} places"
