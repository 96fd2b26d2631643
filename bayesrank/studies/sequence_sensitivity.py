"""How much a Swiss tournament depends on the order of its rounds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.inference.progress import tracked
from bayesrank.options import check_at_least, check_probability, seed_or_fresh
from bayesrank.ranks.agreement import kendall_tau
from bayesrank.studies.mean_ranks import mean_ranks
from bayesrank.studies.position_effects import PositionEffects, position_effects
from bayesrank.studies.round_orders import Blocks, OrdersName, round_orders
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import Eliminate, read_schedule
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

if TYPE_CHECKING:
    import pandas as pd

MIDDLE = 0.9  # of orders that a rank range holds
CONTESTS_A_DRAW = 100  # by which the variance of posterior draws is measured


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

    def __repr__(self) -> str:
        return (
            f"SequenceSensitivity({len(self.models)} models x {len(self.rounds)} rounds, {len(self.orders):,} orders, "
            f"eliminations {self.eliminate}, tau with the given order {self.tau.mean():.2f})"
        )

    @cached_property
    def ranks(self) -> FloatArray:
        """Rank of each model in each order, 1 best, tied ones sharing the mean, shape (n, M)."""
        return mean_ranks(self.wins)

    @cached_property
    def tau(self) -> FloatArray:
        """Kendall's tau-b of the ranking in each order with that in the given one, shape (n,)."""
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
        luck = f"{self.tau_by_chance:.2f} by the luck of contests alone"
        if len(self.orders) == 1:
            moved = np.abs(self.ranks[0] - mean_ranks(self.given))
            return (
                f"in one other order of the rounds, eliminations {self.eliminate}, Kendall's tau with the given order "
                f"is {self.tau[0]:.2f} ({luck}); the median model moves by {np.median(moved):.0f} places, one by "
                f"{moved.max():.0f}"
            )
        lower, upper = self.rank_range()
        places = upper - lower
        low, high = np.quantile(self.tau, ((1 - MIDDLE) / 2, (1 + MIDDLE) / 2))
        return (
            f"in {len(self.orders)} orders of the rounds, eliminations {self.eliminate}, Kendall's tau with the given "
            f"order is {np.median(self.tau):.2f} ({low:.2f} to {high:.2f}; {luck}); ranks differ by "
            f"{np.median(places):.0f} places for the median model, by {places.max():.0f} at most"
        )

    def frame(self) -> pd.DataFrame:
        """Return a row for each model, in the order of wins in the given order of rounds.

        Returns
        -------
        DataFrame
            Columns ``model``, ``wins`` and ``rank`` in the given order, ``mean_wins`` over orders, ``rank_lower`` and
            ``rank_upper`` of the middle nine tenths of the orders, and the standard deviations ``order_sd``,
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
                "order_sd": np.sqrt(self.order_variance),
                "contest_sd": np.sqrt(self.noise.mean(axis=0)),
                "data_sd": data,
            }
        )
        return table.sort_values(["rank", "model"], ignore_index=True)

    def record(self) -> dict[str, Any]:
        """Return all but the single orders as plain lists, dictionaries, text and numbers."""
        table = self.frame().astype(object)
        return {
            "rounds": list(self.rounds),
            "eliminate": self.eliminate,
            "n_orders": len(self.orders),
            "n_contests": self.n_contests,
            "random_seed": self.random_seed,
            "tau": {"mean": float(self.tau.mean()), "lowest": float(self.tau.min()), "highest": float(self.tau.max())},
            "tau_by_chance": self.tau_by_chance,
            "summary": self.summary,
            "models": table.where(table.notna(), None).to_dict(orient="records"),
        }


def sequence_sensitivity(
    played: WinTensor | WinDraws,
    orders: OrdersName | npt.ArrayLike = "random",
    *,
    n_orders: int | None = None,
    eliminate: Eliminate = 0,
    blocks: Blocks | None = None,
    n_contests: int = 5_000,
    random_seed: int | None = None,
) -> SequenceSensitivity:
    """Play the same rounds in other orders.

    The order of rounds is a choice like any other, and in a Swiss tournament it decides much: who is met depends on
    what was won before.

    Parameters
    ----------
    played : WinTensor or WinDraws
        Orders of draws are played with their mean probabilities, which have nearly the posterior mean of the wins; the
        draws say how sure the wins in the given order are.
    orders : {"random", "reverse", "blocks"} or array of int, shape (n, K)
        All orders alike; the given one from its end; blocks of rounds change places and stay as they are within; or
        these, positions of the rounds in the given order.
    n_orders : int, optional
        How many are drawn, 200 by default.
    eliminate : int, or another form of a schedule
        See :func:`bayesrank.swiss.contests.schedules.read_schedule`.
    blocks : mapping of str to block, or sequence of K blocks, optional
        Of which block each round is, for ``"blocks"``: its category, say.
    n_contests : int
        Contests in each order.
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
    n_models, n_rounds = len(played.models), len(played.rounds)
    chosen = round_orders(played.rounds, orders, n_orders=n_orders, blocks=blocks, random_seed=seed)
    schedule, rules = read_schedule(eliminate, n_models, n_rounds), ContestRules()
    tensor = played.probabilities() if isinstance(played, WinDraws) else played
    seeds = [int(number) for number in np.random.SeedSequence(seed).generate_state(2 + len(chosen))]

    def play(order: IntArray, contest_seed: int) -> tuple[FloatArray, FloatArray]:
        found = expected_wins(
            tensor.in_order(order), [schedule], rules, n_contests=n_contests, random_seed=contest_seed
        )
        return found.wins[0], found.mcse[0] ** 2

    given, again = (play(np.arange(n_rounds), number)[0] for number in seeds[:2])
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
    )
