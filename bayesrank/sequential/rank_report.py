"""What is known of the ranks at one look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.ranks.decision import tiers
from bayesrank.sequential.certificates import RankBounds, bounds_of_sets, rank_bounds, tied_with_top, top_status
from bayesrank.sequential.roster import Status

if TYPE_CHECKING:
    import pandas as pd

type Design = Literal["finite", "superpopulation"]


@dataclass(frozen=True, eq=False, repr=False)
class RankReport:
    """Ranks that hold for all models, at every look and at any time of stopping, with probability 1 - alpha at least.

    Ranks count the models with a strictly higher mean score, so models with equal means share the better rank.

    Parameters
    ----------
    failed : bool
        Whether no order of the models is left: something certified was wrong, which has a probability of at most
        ``alpha``. Then nothing is certified and every rank is possible.
    design : {"finite", "superpopulation"}
        Whether means are over the questions of one finite benchmark, in random order, or over an unlimited supply of
        questions like these.
    alpha : float
        Probability that anything certified at any look is wrong, at most.
    certifier : str
        The certifier that ran.
    models : tuple of str
        Names, M of them.
    status : tuple of {"live", "retired", "reserved"}
        Of each model; a reserved slot waits for a late model.
    n_questions : int
        Questions so far.
    population_size : int or None
        Questions of the finite benchmark.
    certified : array of bool, shape (M, M)
        True at (j, l) where j is certified better than l.
    log_wealth : array of float, shape (M, M)
        Logarithm of the evidence that j is better than l; -inf on the diagonal, inf where no scores of the questions
        left could change it.
    rank_sets : tuple of frozenset of int, or None
        The ranks that are left for each model, which may have gaps; None unless all orders were enumerated.
    exact : bool
        Whether every model was scored on every question of the finite benchmark, so that ranks are known.
    n_scored : array of int, shape (M,)
        Questions that each model was scored on.
    mean_score : array of float, shape (M,)
        Mean of these scores, in their own units; NaN where there are none.
    n_unresolved : int
        Pairs for which the certifier's time ran out before it could decide.
    random_seed : int or None
        Seed of the order of the questions, where it was drawn here.
    doubts : tuple of str
        What the guarantee takes for granted and nothing here could check.
    """

    failed: bool
    design: Design
    alpha: float
    certifier: str
    models: tuple[str, ...]
    status: tuple[Status, ...]
    n_questions: int
    population_size: int | None
    certified: BoolArray
    log_wealth: FloatArray
    rank_sets: tuple[frozenset[int], ...] | None
    exact: bool
    n_scored: IntArray
    mean_score: FloatArray
    n_unresolved: int = 0
    random_seed: int | None = None
    doubts: tuple[str, ...] = ()

    def __repr__(self) -> str:
        said = "".join(f"warning: {warning}\n" for warning in self.warnings)
        return f"{said}RankReport({self.summary})"

    @property
    def summary(self) -> str:
        """What was asked and is known, in one line."""
        of = "" if self.population_size is None else f" of {self.population_size}"
        first = self.may_be_first
        best = repr(first[0]) if len(first) == 1 else f"one of {len(first)} models"
        return (
            f"{self.n_questions}{of} questions, {len(self.models)} models, alpha={self.alpha:g}, {self.certifier}, "
            f"{self.target_words}, first: {best}"
        )

    @property
    def target_words(self) -> str:
        """What the ranks are of."""
        return target_words(self.population_size)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know before reading the ranks."""
        said = []
        if self.failed:
            said.append(
                f"failed: no order of the models is left, so something certified was wrong; the chance of that was at "
                f"most {self.alpha:g}. Nothing is certified any more"
            )
        if self.n_unresolved:
            said.append(f"the time of the certifier ran out on {self.n_unresolved} pairs, which stay uncertified")
        return (*said, *self.doubts)

    @cached_property
    def bounds(self) -> RankBounds:
        """Lowest and highest rank that each model can have, both of shape (M,)."""
        bounds = rank_bounds(self.certified)
        return RankBounds(bounds.lower, bounds.lower) if self.exact and not self.failed else bounds

    @cached_property
    def tier(self) -> IntArray:
        """Tier of each model, 1 at the top, shape (M,): one more than the longest chain certified above it."""
        return tiers(self.certified)

    @property
    def evaluations(self) -> int:
        """Scores of a model on a question, all together."""
        return int(self.n_scored.sum())

    @property
    def may_be_first(self) -> tuple[str, ...]:
        """Names of the models that none is certified better than."""
        return tuple(np.array(self.models)[tied_with_top(self.certified)].tolist())

    def top(self, k: int) -> pd.Series[str]:
        """Say of each model whether it is certain to be among the top k: ``"inside"``, ``"outside"`` or ``"open"``.

        A model is among the top k when its rank is at most k. Where orders were enumerated this is read off the ranks
        that are left, elsewhere off their bounds.

        Parameters
        ----------
        k : int
            From 1 to the number of models.

        Raises
        ------
        ValueError
            If ``k`` is not between these.
        """
        import pandas as pd

        status = top_status(self.tightest_bounds, k)
        return pd.Series(status, index=pd.Index(self.models, name="model"), name=f"top_{k}")

    @property
    def tightest_bounds(self) -> RankBounds:
        """The least and the greatest of the ranks that are left for each model, both of shape (M,)."""
        return self.bounds if self.rank_sets is None or self.exact else bounds_of_sets(self.rank_sets)

    def frame(self) -> pd.DataFrame:
        """Return the ranks, best first.

        Returns
        -------
        DataFrame
            Columns ``model``, ``rank_lower``, ``rank_upper``, ``tier`` (no two models of one tier are told apart,
            models of different tiers need not be), ``mean_score``, ``n_scored`` and ``status``.
        """
        import pandas as pd

        table = pd.DataFrame(
            {
                "model": self.models,
                "rank_lower": self.bounds.lower,
                "rank_upper": self.bounds.upper,
                "tier": self.tier,
                "mean_score": self.mean_score,
                "n_scored": self.n_scored,
                "status": self.status,
            }
        )
        return table.sort_values(["rank_lower", "rank_upper", "model"], ignore_index=True)

    def record(self) -> dict[str, Any]:
        """Return the report as plain lists, dictionaries, text and numbers.

        Returns
        -------
        dict
            ``failed``, ``design``, ``target``, ``alpha``, ``certifier``, ``ranking`` (the records of :meth:`frame`,
            with ``ranks_left`` where orders were enumerated), ``better_than`` (names of the models that each is
            certified better than), and the other facts by their names.
        """
        names = np.array(self.models)
        ranking = self.frame().to_dict(orient="records")
        for row in ranking:
            row["mean_score"] = None if np.isnan(row["mean_score"]) else row["mean_score"]
            if self.rank_sets is not None:
                row["ranks_left"] = sorted(self.rank_sets[self.models.index(row["model"])])
        return {
            "failed": self.failed,
            "design": self.design,
            "target": self.target_words,
            "alpha": self.alpha,
            "certifier": self.certifier,
            "ranking": ranking,
            "better_than": {
                name: names[below].tolist() for name, below in zip(self.models, self.certified, strict=True)
            },
            "n_questions": self.n_questions,
            "population_size": self.population_size,
            "evaluations": self.evaluations,
            "exact": self.exact,
            "n_unresolved": self.n_unresolved,
            "random_seed": self.random_seed,
            "warnings": list(self.warnings),
        }


def target_words(population_size: int | None) -> str:
    """Return what certified statements are of: the questions of a finite benchmark, or questions like these."""
    if population_size is None:
        return "means over questions like these"
    return f"realised means over these {population_size} questions"
