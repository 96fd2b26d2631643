"""A tournament of tiers of difficulty, and what becomes of it when tiers are made of the outcomes they compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import FloatArray
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_at_least, check_names, seed_or_fresh
from bayesrank.plain_records import plain_records
from bayesrank.ranks.agreement import kendall_tau
from bayesrank.ranks.score_ranks import rank_scores
from bayesrank.statistics.outcome_counts import count_outcomes
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import Eliminations, read_schedules
from bayesrank.swiss.difficulty.difficulty_groups import Tiering
from bayesrank.swiss.difficulty.difficulty_rounds import DifficultyRounds
from bayesrank.swiss.difficulty.difficulty_tiers import DifficultyTiers
from bayesrank.swiss.difficulty.from_difficulty import win_tensors_from_difficulty
from bayesrank.swiss.difficulty.tier_results import TierTies
from bayesrank.swiss.difficulty.whole_outcomes import whole_outcomes
from bayesrank.swiss.win_tensor import WinTensor

if TYPE_CHECKING:
    import pandas as pd

CONTESTS, DRAWS = 20_000, 1_000


class TierOptions(TypedDict, total=False):
    """Options of :func:`difficulty_tier_study`, which tells of them."""

    ties: TierTies | None
    draws: int
    n_contests: int


@dataclass(frozen=True, eq=False, repr=False)
class DifficultyTierStudy:
    """What models win where other models say how difficult questions are, and where they say it themselves.

    Parameters
    ----------
    rounds : DifficultyRounds
        Tiers of difficulty, how many questions they hold, and how many questions move.
    wins, in_sample : tuple of ExpectedWins
        Of the tournament, or of one of each half of the models; and of the same with tiers by all models.
    accuracy : tuple of array, each of shape (M,)
        Mean accuracy of the models of each tournament, over all questions.
    """

    rounds: DifficultyRounds
    wins: tuple[ExpectedWins, ...]
    in_sample: tuple[ExpectedWins, ...]
    accuracy: tuple[FloatArray, ...]

    def __repr__(self) -> str:
        taus = ", ".join(f"{tau:.3f}" for tau in self.tau)
        return (
            f"DifficultyTierStudy({self.rounds!r}, Kendall's tau with tiers by all models {taus} at eliminations "
            f"{', '.join(self.eliminate)})"
        )

    @property
    def eliminate(self) -> tuple[str, ...]:
        """Names of the schedules, E of them."""
        return self.wins[0].schedules

    @property
    def tau(self) -> FloatArray:
        """Kendall's tau-b with the ranking by tiers of all models, mean over halves if there are, shape (E,)."""
        return self._mean_tau([each.wins for each in self.in_sample])

    @property
    def tau_accuracy(self) -> FloatArray:
        """Kendall's tau-b with the mean accuracy over all questions, mean over halves if there are, shape (E,)."""
        return self._mean_tau([np.tile(each, (len(self.eliminate), 1)) for each in self.accuracy])

    def frame(self) -> pd.DataFrame:
        """Return one row for each model at each schedule.

        Returns
        -------
        DataFrame
            Columns ``model``, ``tournament`` (1, or 2 for the other half), ``eliminate``, ``accuracy``; ``wins``,
            ``mcse`` and ``rank``; and ``in_sample_wins``, ``in_sample_mcse`` and ``in_sample_rank``, with tiers by all
            models. Ranks are those of the tournament.
        """
        import pandas as pd

        parts = []
        for half, (wins, within, accuracy) in enumerate(zip(self.wins, self.in_sample, self.accuracy, strict=True)):
            for e, name in enumerate(self.eliminate):
                columns: dict[str, Any] = {"model": wins.models, "tournament": half + 1, "eliminate": name}
                columns["accuracy"] = accuracy
                for prefix, each in (("", wins), ("in_sample_", within)):
                    columns[f"{prefix}wins"] = each.wins[e]
                    columns[f"{prefix}mcse"] = each.mcse[e]
                    columns[f"{prefix}rank"] = rank_scores(each.wins[e]).astype(np.int64)
                parts.append(pd.DataFrame(columns))
        return pd.concat(parts, ignore_index=True)

    def summary(self) -> pd.DataFrame:
        """Return one row for each schedule.

        Returns
        -------
        DataFrame
            Columns ``eliminate``, ``tau``, ``tau_accuracy`` and ``largest_rank_change``, against the ranking by tiers
            of all models, without sign.
        """
        import pandas as pd

        moved = [
            [
                np.abs(rank_scores(one, "average") - rank_scores(other, "average")).max()
                for one, other in zip(wins.wins, within.wins, strict=True)
            ]
            for wins, within in zip(self.wins, self.in_sample, strict=True)
        ]
        columns = {"eliminate": self.eliminate, "tau": self.tau, "tau_accuracy": self.tau_accuracy}
        return pd.DataFrame(columns | {"largest_rank_change": np.max(moved, axis=0)})

    def items(self) -> pd.DataFrame:
        """Return one row for each round.

        Returns
        -------
        DataFrame
            Columns ``round``, ``items`` (questions with tiers by all models), ``fewest`` and ``most`` (for any pair of
            models or half of them).
        """
        import pandas as pd

        found = self.rounds
        return pd.DataFrame({"round": found.rounds, "items": found.items, "fewest": found.fewest, "most": found.most})

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers.

        Returns
        -------
        dict
            ``models``, ``summary`` and ``rounds``, the records of :meth:`frame`, :meth:`summary` and :meth:`items`;
            ``tiering``; ``played``, which says how ties count, and ``tie_fraction``; ``tier_items``, ``n_dropped``,
            ``n_moved``, ``mean_moved``, ``n_contests`` and ``random_seed``.
        """
        return {
            "tiering": self.rounds.tiering,
            "played": self.rounds.tensors[0].source,
            "tie_fraction": float(np.mean([tensor.tie_fraction for tensor in self.rounds.tensors])),
            "tier_items": self.rounds.tier_items.tolist(),
            "n_dropped": self.rounds.n_dropped,
            "n_moved": self.rounds.n_moved,
            "mean_moved": self.rounds.mean_moved,
            "n_contests": self.wins[0].n_contests,
            "random_seed": self.wins[0].random_seed,
            "rounds": plain_records(self.items()),
            "summary": plain_records(self.summary()),
            "models": plain_records(self.frame()),
        }

    def _mean_tau(self, others: Sequence[FloatArray]) -> FloatArray:
        taus = [
            [kendall_tau(one, other) for one, other in zip(wins.wins, rows, strict=True)]
            for wins, rows in zip(self.wins, others, strict=True)
        ]
        return np.mean(taus, axis=0)


def difficulty_tier_study(
    outcomes: Outcomes,
    tiers: DifficultyTiers | None = None,
    *,
    tiering: Tiering | None = None,
    external: npt.ArrayLike | None = None,
    eliminate: Eliminations = (0, 1, 2),
    random_seed: int | None = None,
    **options: Unpack[TierOptions],
) -> DifficultyTierStudy:
    """Play one benchmark as a Swiss tournament of tiers of difficulty, the easy ones first, and check its circularity.

    A question is easy that many models know, those among them that are then compared. The study counts the questions
    that move when these are left out, and compares both rankings. That is no measure of favour: tiers of all models
    depend on the outcomes of two that meet by their sum alone. With one trial of each question, leaving both out only
    moves the edges (see :func:`bayesrank.win_tensors_from_difficulty`), and rankings that differ then say how much
    rests on where a tier ends. Other models altogether, ``"split_half"`` or ``external``, move more.

    Parameters
    ----------
    outcomes : Outcomes
        Right or wrong; every model was asked every question of one benchmark.
    tiers : DifficultyTiers, optional
        Ten of equal width in mean accuracy by default.
    tiering, external
        See :func:`bayesrank.win_tensors_from_difficulty`.
    eliminate : sequence
        Schedules, each a number of models that leave after every round or another form; see
        :func:`bayesrank.swiss.contests.schedules.read_schedule`.
    random_seed : int, optional
        A fresh one, kept in the result, by default.
    **options
        ``ties``, how equally many right answers count, which must be chosen where there are any; ``draws`` and
        ``n_contests``.

    Returns
    -------
    DifficultyTierStudy

    Raises
    ------
    DataError
        If outcomes are not as stated, there are ties and no choice, or no tier has enough questions.
    ValueError
        If an option is not as stated.

    References
    ----------
    liu2025

    Examples
    --------
    >>> import bayesrank as br
    >>> tiers = br.DifficultyTiers("quantile", n_tiers=5)
    >>> study = br.difficulty_tier_study(br.load_example("swebench_verified"), tiers, ties="half", random_seed=0)
    >>> study.rounds.n_moved, study.items()["items"].tolist()
    (129, [88, 106, 100, 95, 111])
    """
    check_names("difficulty_tier_study", options, TierOptions.__annotations__)
    n_contests = options.get("n_contests", CONTESTS)
    check_at_least("n_contests", n_contests, 2)
    seed = seed_or_fresh(random_seed)
    found = win_tensors_from_difficulty(
        outcomes,
        tiers,
        tiering=tiering,
        external=external,
        ties=options.get("ties"),
        draws=options.get("draws", DRAWS),
        random_seed=seed,
    )

    def play(tensor: WinTensor) -> ExpectedWins:
        schedules = read_schedules(eliminate, len(tensor.models), len(tensor.rounds))
        return expected_wins(tensor, schedules, ContestRules(), n_contests=n_contests, random_seed=seed)

    accuracy = _accuracy(outcomes)
    return DifficultyTierStudy(
        rounds=found,
        wins=tuple(play(tensor) for tensor in found.tensors),
        in_sample=tuple(play(tensor) for tensor in found.in_sample),
        accuracy=tuple(np.array([accuracy[name] for name in tensor.models]) for tensor in found.tensors),
    )


def _accuracy(outcomes: Outcomes) -> dict[str, float]:
    """Return the mean accuracy of each model; models with as many right answers have the same number."""
    counts = count_outcomes(outcomes)
    share, parts = whole_outcomes(counts)
    return dict(zip(counts.models, (share.sum(axis=1) / (parts * share.shape[1])).tolist(), strict=True))
