"""Draws of the scores of models, and everything that is read off them: ranks, superiority, tiers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.options import check_at_least, check_choice, check_probability
from bayesrank.ranks.decision import RankBy, order_scores, separated_pairs, tiers
from bayesrank.ranks.posterior_ranks import (
    equivalence,
    marginal_rank_sets,
    rank_draws,
    rank_probabilities,
    simultaneous_rank_sets,
    superiority,
)
from bayesrank.ranks.score_ranks import rank_scores

if TYPE_CHECKING:
    import pandas as pd

type RankSetKind = Literal["simultaneous", "marginal"]


class ScoreDraws(ABC):
    """What is read off draws of scores, the same for every result that has them."""

    @property
    @abstractmethod
    def models(self) -> tuple[str, ...]:
        """Names of the models, L of them."""

    @property
    @abstractmethod
    def draws(self) -> FloatArray:
        """All draws of the scores, shape (S, L)."""

    @property
    @abstractmethod
    def centre(self) -> FloatArray:
        """The score of each model that stands for its draws, shape (L,)."""

    @cached_property
    def ranks(self) -> IntArray:
        """Rank of each model in each draw, 1 best, shape (S, L)."""
        return rank_draws(self.draws)

    def ranking(
        self,
        *,
        ci_prob: float = 0.95,
        rank_by: RankBy = "mean",
        quantile: float = 0.05,
        rank_sets: RankSetKind = "simultaneous",
        rope: float = 0.0,
    ) -> pd.DataFrame:
        """Return the ranking, best first.

        Parameters
        ----------
        ci_prob : float
            Probability of the score intervals (equal-tailed, each on its own), of the rank sets, and of all the
            statements behind the tiers together.
        rank_by : {"mean", "expected_rank", "median", "quantile", "kendall"}
            The order; see :func:`bayesrank.ranks.decision.order_scores`.
        quantile : float
            For ``rank_by="quantile"``: 0.05 ranks by the score exceeded with probability 0.95.
        rank_sets : {"simultaneous", "marginal"}
            Whether ``ci_prob`` is of the rank sets of all models at once, or of each on its own.
        rope : float
            Models whose scores differ by no more than this are practically equal, for the tiers.

        Returns
        -------
        DataFrame
            Columns ``model``, ``score`` (:attr:`centre`), ``lower``, ``upper``, ``rank`` (equal scores share one),
            ``rank_lower``, ``rank_upper``, ``p_best`` (Pr(rank is 1)) and ``tier``: no two models of one tier are
            separated, models of different tiers need not be, and all statements that one model is above another
            hold together with ``ci_prob``.

        Raises
        ------
        ValueError
            If a probability is outside (0, 1), or an option is none of its choices.
        """
        import pandas as pd

        check_probability("ci_prob", ci_prob)
        check_probability("quantile", quantile)
        check_choice("rank_by", rank_by, RankBy)
        check_choice("rank_sets", rank_sets, RankSetKind)
        make_sets = simultaneous_rank_sets if rank_sets == "simultaneous" else marginal_rank_sets
        sets = make_sets(self.ranks, ci_prob)
        lower, upper = np.quantile(self.draws, [(1 - ci_prob) / 2, (1 + ci_prob) / 2], axis=0)
        margin = _proper_rope(rope)
        order = self.centre if rank_by == "mean" else order_scores(self.draws, self.ranks, rank_by, quantile)
        table = pd.DataFrame(
            {
                "model": self.models,
                "score": self.centre,
                "lower": lower,
                "upper": upper,
                "rank": rank_scores(order).astype(int),
                "rank_lower": sets.lower,
                "rank_upper": sets.upper,
                "p_best": (self.ranks == 1).mean(axis=0),
                "tier": tiers(separated_pairs(self.draws, ci_prob, margin)),
            }
        )
        return table.sort_values(["rank", "model"], ignore_index=True)

    def superiority(self, *, rope: float = 0.0) -> pd.DataFrame:
        """Return Pr(score of the row's model > score of the column's model + rope); equality counts one half.

        Parameters
        ----------
        rope : float
            Region of practical equivalence, in units of the score, >= 0.
        """
        return self._square(superiority(self.draws, _proper_rope(rope)))

    def equivalence(self, *, rope: float) -> pd.DataFrame:
        """Return Pr(the scores of two models differ by no more than ``rope``)."""
        return self._square(equivalence(self.draws, _proper_rope(rope)))

    def rank_probabilities(self) -> pd.DataFrame:
        """Return Pr(rank), models as rows and ranks 1 to L as columns."""
        import pandas as pd

        ranks = pd.RangeIndex(1, len(self.models) + 1, name="rank")
        return pd.DataFrame(rank_probabilities(self.ranks), index=pd.Index(self.models, name="model"), columns=ranks)

    def top(self, k: int) -> pd.Series[float]:
        """Return Pr(rank <= k) of each model.

        Raises
        ------
        ValueError
            If ``k`` is no whole number from 1 to the number of models.
        """
        import pandas as pd

        check_at_least("k", k, 1)
        if k > len(self.models):
            message = f"k must be from 1 to {len(self.models)}, the number of models; got {k}. Choose another k."
            raise ValueError(message)
        return pd.Series((self.ranks <= k).mean(axis=0), index=pd.Index(self.models, name="model"), name=f"p_top_{k}")

    def _square(self, probabilities: FloatArray) -> pd.DataFrame:
        import pandas as pd

        names = pd.Index(self.models, name="model")
        return pd.DataFrame(probabilities, index=names, columns=names.rename("other"))


def _proper_rope(rope: float) -> float:
    if not rope >= 0:
        message = f"rope must be >= 0, in units of the score; got {rope}. Give the largest difference that is none."
        raise ValueError(message)
    return rope
