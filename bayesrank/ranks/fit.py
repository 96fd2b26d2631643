"""A posterior over scores, and everything that is read off it: ranks, superiority, tiers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.options import check_choice, check_probability
from bayesrank.programs.program import TARGET_WORDS, Moments, Target
from bayesrank.ranks.decision import RankBy, order_scores, separated_pairs, tiers
from bayesrank.ranks.posterior_ranks import (
    equivalence,
    marginal_rank_sets,
    rank_draws,
    rank_probabilities,
    simultaneous_rank_sets,
    superiority,
)
from bayesrank.ranks.ranking import rank_scores
from bayesrank.statistics.data_summary import DataSummary

if TYPE_CHECKING:
    import pandas as pd
    from xarray import DataTree

type RankSetKind = Literal["simultaneous", "marginal"]


@dataclass(frozen=True, eq=False, repr=False)
class Fit:
    """The posterior of a program given the data.

    Parameters
    ----------
    program : str
        Name of the program.
    target : {"benchmark", "population"}
        What the scores are of: these questions, or questions like these.
    score_unit : str
        What one unit of the score means.
    posterior : DataTree
        ArviZ posterior with ``score[model]``, models in the order of the data.
    warnings : tuple of str
        What to know before reading the result.
    data : DataSummary
        Size, coverage and hash of the data.
    random_seed : int
        The seed of the draws, also where none was given.
    moments : Moments or None
        Exact mean and standard deviation of the scores, where there is a closed form.
    """

    program: str
    target: Target
    score_unit: str
    posterior: DataTree
    warnings: tuple[str, ...]
    data: DataSummary
    random_seed: int
    moments: Moments | None

    def __repr__(self) -> str:
        said = "".join(f"warning: {warning}\n" for warning in self.warnings)
        best = self.models[int(np.argmax(self.mean))]
        return (
            f"{said}Fit({self.program!r} of {self.data.models} models on {TARGET_WORDS[self.target]}, "
            f"best by mean score: {best!r})"
        )

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, L of them."""
        return tuple(str(name) for name in self.posterior["posterior"]["model"].to_numpy())

    @cached_property
    def draws(self) -> FloatArray:
        """All draws of the scores, shape (S, L)."""
        scores = self.posterior["posterior"]["score"].transpose("chain", "draw", "model").to_numpy()
        return np.asarray(scores.reshape(-1, scores.shape[2]), dtype=np.float64)

    @cached_property
    def ranks(self) -> IntArray:
        """Rank of each model in each draw, 1 best, shape (S, L)."""
        return rank_draws(self.draws)

    @property
    def mean(self) -> FloatArray:
        """Posterior mean of each score, exact where there is a closed form, shape (L,)."""
        return self.draws.mean(axis=0) if self.moments is None else self.moments.mean

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
            Columns ``model``, ``score`` (posterior mean), ``lower``, ``upper``, ``rank`` (equal scores share one),
            ``rank_lower``, ``rank_upper``, ``p_best`` (Pr(rank is 1)) and ``tier``: models share a tier unless one
            is above the other, where all statements "above" hold together with ``ci_prob``.

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
        order = self.mean if rank_by == "mean" else order_scores(self.draws, self.ranks, rank_by, quantile)
        table = pd.DataFrame(
            {
                "model": self.models,
                "score": self.mean,
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
            If ``k`` is not between 1 and the number of models.
        """
        import pandas as pd

        if not 1 <= k <= len(self.models):
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
