"""A Swiss tournament in which the better score wins, against one in which a small lead is nearly an even match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_at_least, check_names, seed_or_fresh
from bayesrank.plain_records import plain_records
from bayesrank.ranks.agreement import kendall_tau
from bayesrank.ranks.score_ranks import rank_scores
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.fragility.classification import CLASSES, SPECIALIST, SensitivityClasses, classify_sensitivity
from bayesrank.swiss.fragility.failure_sensitivity import failure_sensitivity
from bayesrank.swiss.fragility.profile_spread import profile_spread
from bayesrank.swiss.rounds.from_margins import win_tensor_from_margins
from bayesrank.swiss.rounds.from_scores import Ties, win_tensor_from_scores
from bayesrank.swiss.rounds.joined_rounds import JoinedRounds
from bayesrank.swiss.rounds.missing_scores import Missing
from bayesrank.swiss.win_tensor import WinTensor

if TYPE_CHECKING:
    import pandas as pd

CONTESTS = 20_000


class TableOptions(TypedDict, total=False):
    """Options of both tensors."""

    sequence: Sequence[str] | None
    rounds: JoinedRounds | None
    missing: Missing | None


class ComparisonOptions(TableOptions, total=False):
    """Options of :func:`compare_binary_with_margins`, which tells of them."""

    ties: Ties | None
    tie_tolerance: float


@dataclass(frozen=True, eq=False)
class ClassedWins:
    """What M models win in one of the two tournaments, and their classes.

    Parameters
    ----------
    wins, mcse : array, shape (E, M)
        Expected wins at each number of eliminations, and their Monte-Carlo standard errors.
    classes : SensitivityClasses
        By the rule of :func:`bayesrank.swiss.fragility.classification.classify_sensitivity`.
    close_fraction : float
        Share of the matches in which neither can expect three quarters of a point.
    """

    wins: FloatArray
    mcse: FloatArray
    classes: SensitivityClasses
    close_fraction: float


@dataclass(frozen=True, eq=False, repr=False)
class MarginComparison:
    """What models win and how they are classed where the better score wins, and where its margin counts.

    Classes are conditional on the scores: the bounds that they rest on hold the luck of the contests alone.

    Parameters
    ----------
    models, rounds : tuple of str
        Names, M and K of them.
    eliminate : tuple of int
        How many models leave after every round, E numbers.
    binary, margins : ClassedWins
        Of both tournaments.
    tie_fraction : float
        Share of the matches with equal scores, which a rule of ties decided where the better score wins.
    n_contests, random_seed : int
        Of each tournament at each number of eliminations.
    """

    models: tuple[str, ...]
    rounds: tuple[str, ...]
    eliminate: tuple[int, ...]
    binary: ClassedWins
    margins: ClassedWins
    tie_fraction: float
    n_contests: int
    random_seed: int

    def __repr__(self) -> str:
        taus = ", ".join(f"{tau:.3f}" for tau in self.tau)
        grid = ", ".join(map(str, self.eliminate))
        return (
            f"MarginComparison({len(self.models)} models x {len(self.rounds)} rounds, "
            f"{self.margins.close_fraction:.1%} close calls, Kendall's tau {taus} at eliminations {grid}, "
            f"{len(self.switched)} classes switch)"
        )

    @property
    def tau(self) -> FloatArray:
        """Kendall's tau-b of the two rankings at each number of eliminations, shape (E,)."""
        return np.array([kendall_tau(*wins) for wins in zip(self.binary.wins, self.margins.wins, strict=True)])

    @property
    def switched(self) -> tuple[str, ...]:
        """Models that have another class by the margin."""
        labels = zip(self.models, self.binary.classes.labels, self.margins.classes.labels, strict=True)
        return tuple(model for model, one, other in labels if one != other)

    @property
    def no_longer_specialists(self) -> tuple[str, ...]:
        """Models that are aggressive specialists where the better score wins, and are not by the margin."""
        before = dict(zip(self.models, self.binary.classes.labels, strict=True))
        return tuple(model for model in self.switched if before[model] == CLASSES[SPECIALIST])

    def frame(self) -> pd.DataFrame:
        """Return one row for each model at each number of eliminations.

        Returns
        -------
        DataFrame
            Columns ``model``, ``eliminate``; ``binary_wins``, ``binary_mcse``, ``binary_rank`` and ``binary_class``,
            the same with ``margin``; and ``switched``. The class is the same at all numbers of eliminations.
        """
        import pandas as pd

        n_grid, n_models = self.binary.wins.shape
        columns: dict[str, Any] = {
            "model": np.repeat(self.models, n_grid),
            "eliminate": np.tile(self.eliminate, n_models),
        }
        for name, side in (("binary", self.binary), ("margin", self.margins)):
            ranks = np.stack([rank_scores(wins) for wins in side.wins])
            columns[f"{name}_wins"] = side.wins.T.ravel()
            columns[f"{name}_mcse"] = side.mcse.T.ravel()
            columns[f"{name}_rank"] = ranks.T.ravel().astype(np.int64)
            columns[f"{name}_class"] = np.repeat(side.classes.labels, n_grid)
        columns["switched"] = columns["binary_class"] != columns["margin_class"]
        return pd.DataFrame(columns)

    def summary(self) -> pd.DataFrame:
        """Return one row for each number of eliminations.

        Returns
        -------
        DataFrame
            Columns ``eliminate``; ``tau``, that of the two rankings; ``largest_rank_change``, ``mean_rank_change`` and
            ``largest_wins_change``, without sign; ``binary_first`` and ``margin_first``, the model with the most wins.
        """
        import pandas as pd

        rows = []
        for e, number in enumerate(self.eliminate):
            one, other = self.binary.wins[e], self.margins.wins[e]
            moved = np.abs(rank_scores(one, "average") - rank_scores(other, "average"))
            rows.append(
                {
                    "eliminate": number,
                    "tau": self.tau[e],
                    "largest_rank_change": moved.max(),
                    "mean_rank_change": moved.mean(),
                    "largest_wins_change": np.abs(one - other).max(),
                    "binary_first": self.models[int(one.argmax())],
                    "margin_first": self.models[int(other.argmax())],
                }
            )
        return pd.DataFrame(rows)

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers.

        Returns
        -------
        dict
            ``models`` and ``summary``, the records of :meth:`frame` and :meth:`summary`, and the other facts by their
            names; ``warnings`` are those of the classes.
        """
        return {
            "rounds": list(self.rounds),
            "eliminate": list(self.eliminate),
            "close_fraction": self.margins.close_fraction,
            "tie_fraction": self.tie_fraction,
            "switched": list(self.switched),
            "no_longer_specialists": list(self.no_longer_specialists),
            "n_contests": self.n_contests,
            "random_seed": self.random_seed,
            "warnings": list(dict.fromkeys(self.binary.classes.warnings + self.margins.classes.warnings)),
            "summary": plain_records(self.summary()),
            "models": plain_records(self.frame()),
        }


def compare_binary_with_margins(
    table: ScoreTable,
    *,
    scale: float | Mapping[str, float] | None = None,
    eliminate: Sequence[int] = (0, 1, 2),
    n_contests: int = CONTESTS,
    random_seed: int | None = None,
    **options: Unpack[ComparisonOptions],
) -> MarginComparison:
    """Play a tournament in which the better score wins for certain, and one in which its margin counts; compare them.

    By the margin, a model beats another with probability 1 / (1 + exp(-lead / scale)). Where many matches are close,
    results of the first tournament rest on leads that a second run of the benchmarks would not repeat.

    Parameters
    ----------
    table : ScoreTable
    scale : float, or mapping of str to float, optional
        In units of the scores; see :func:`bayesrank.swiss.rounds.from_margins.win_tensor_from_margins`.
    eliminate : sequence of int
        How many models leave after every round: 0 and larger numbers, rising.
    n_contests : int
        Of each tournament at each number of eliminations.
    random_seed : int, optional
        A fresh one, kept in the result, by default.
    **options
        ``sequence``, ``rounds`` and ``missing``, of both; ``ties`` and ``tie_tolerance``, of the tournament in which
        the better score wins. See :func:`bayesrank.swiss.rounds.from_scores.win_tensor_from_scores`.

    Returns
    -------
    MarginComparison

    Raises
    ------
    DataError
        If scores are tied or missing and there is no choice, or there is no scale.
    ValueError
        If an option is not as stated.

    References
    ----------
    liu2025

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> board = pd.DataFrame({"model": ["x", "y"], "law": [61, 60], "maths": [41, 40]})
    >>> found = br.compare_binary_with_margins(br.read_score_table(board), scale=10, eliminate=[0, 1], random_seed=1)
    >>> found.margins.close_fraction, found.switched
    (1.0, ('y',))
    """
    check_names("compare_binary_with_margins", options, ComparisonOptions.__annotations__)
    check_at_least("n_contests", n_contests, 2)
    seed = seed_or_fresh(random_seed)
    of_both: TableOptions = {
        "sequence": options.get("sequence"),
        "rounds": options.get("rounds"),
        "missing": options.get("missing"),
    }
    binary = win_tensor_from_scores(table, random_seed=seed, **options)
    margins = win_tensor_from_margins(table, scale=scale, **of_both)
    return MarginComparison(
        models=binary.models,
        rounds=binary.rounds,
        eliminate=tuple(eliminate),
        binary=_classed_wins(binary, eliminate, n_contests, seed),
        margins=_classed_wins(margins, eliminate, n_contests, seed),
        tie_fraction=binary.tie_fraction,
        n_contests=n_contests,
        random_seed=seed,
    )


def _classed_wins(tensor: WinTensor, eliminate: Sequence[int], n_contests: int, seed: int) -> ClassedWins:
    schedules = [read_schedule(number, len(tensor.models), len(tensor.rounds)) for number in eliminate]
    rules = ContestRules()
    wins = expected_wins(tensor, schedules, rules, n_contests=n_contests, random_seed=seed)
    reference = expected_wins(tensor, schedules, rules, n_contests=n_contests, random_seed=seed, rounds="exchangeable")
    sensitivity = failure_sensitivity(wins, reference, profile_spread(tensor))
    return ClassedWins(wins.wins, wins.mcse, classify_sensitivity(sensitivity), tensor.close_fraction)
