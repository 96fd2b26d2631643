"""Ranks of a finished benchmark by tests that hold for one look: simultaneous rank intervals of a fixed sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_at_least, check_choice, check_names, check_probability, seed_or_fresh
from bayesrank.ranks.decision import tiers
from bayesrank.sequential.certificates import RankBounds, rank_bounds, tied_with_top
from bayesrank.sequential.certifiers._closure import close
from bayesrank.sequential.finished_scores import finished_scores, score_options
from bayesrank.sequential.paired_tests import PairMoments, holm, mcnemar, paired_z, standard_errors
from bayesrank.sequential.rank_report import target_words
from bayesrank.sequential.romano_wolf import romano_wolf
from bayesrank.sequential.score_rows import ScoreReader

if TYPE_CHECKING:
    import pandas as pd

type FixedSampleMethod = Literal["holm_mcnemar", "holm_z", "romano_wolf"]

OPTIONS = ("models", "score_range", "higher_is_better", "draws")
DRAWS = 2_000
ONE_LOOK = (
    "valid for one look at questions whose number was fixed beforehand; whoever looks again as questions come in, and "
    "stops when it suits, is wrong more often than alpha: use rank_confidence_sequence"
)


@dataclass(frozen=True, eq=False, repr=False)
class FixedSampleRanks:
    """Ranks that hold for all models at once with probability 1 - alpha, at one look at questions fixed in number.

    Ranks count the models with a strictly higher mean score, so models with equal means share the better rank.

    Parameters
    ----------
    method : {"holm_mcnemar", "holm_z", "romano_wolf"}
        How the pairs were tested.
    alpha : float
        Probability that anything certified is wrong, at most.
    models : tuple of str
        Names, M of them.
    certified : array of bool, shape (M, M)
        True at (j, l) where j is certified better than l, by its test or through a chain of others.
    p_value : array of float, shape (M, M)
        That j is no better than l, adjusted for the number of pairs; one on the diagonal.
    n_questions : int
        Number of questions.
    mean_score : array of float, shape (M,)
        In their own units.
    random_seed : int or None
        Seed of the bootstrap, where there was one.
    doubts : tuple of str
        What to know beside that it holds for one look.
    """

    method: FixedSampleMethod
    alpha: float
    models: tuple[str, ...]
    certified: BoolArray
    p_value: FloatArray
    n_questions: int
    mean_score: FloatArray
    random_seed: int | None = None
    doubts: tuple[str, ...] = ()

    def __repr__(self) -> str:
        said = "".join(f"warning: {warning}\n" for warning in self.warnings)
        first = self.may_be_first
        best = repr(first[0]) if len(first) == 1 else f"one of {len(first)} models"
        return (
            f"{said}FixedSampleRanks({self.n_questions} questions, {len(self.models)} models, alpha={self.alpha:g}, "
            f"{self.method}, {target_words(None)}, first: {best})"
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know before reading the ranks; that they hold for one look comes first."""
        return (ONE_LOOK, *self.doubts)

    @cached_property
    def bounds(self) -> RankBounds:
        """Lowest and highest rank that each model can have, both of shape (M,)."""
        return rank_bounds(self.certified)

    @cached_property
    def tier(self) -> IntArray:
        """Tier of each model, 1 at the top, shape (M,): one more than the longest chain certified above it."""
        return tiers(self.certified)

    @property
    def may_be_first(self) -> tuple[str, ...]:
        """Names of the models that none is certified better than."""
        return tuple(np.array(self.models)[tied_with_top(self.certified)].tolist())

    def frame(self) -> pd.DataFrame:
        """Return the ranks, best first.

        Returns
        -------
        DataFrame
            Columns ``model``, ``rank_lower``, ``rank_upper``, ``tier`` (no two models of one tier are told apart,
            models of different tiers need not be) and ``mean_score``.
        """
        import pandas as pd

        table = pd.DataFrame(
            {
                "model": self.models,
                "rank_lower": self.bounds.lower,
                "rank_upper": self.bounds.upper,
                "tier": self.tier,
                "mean_score": self.mean_score,
            }
        )
        return table.sort_values(["rank_lower", "rank_upper", "model"], ignore_index=True)

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers.

        Returns
        -------
        dict
            ``valid_for`` (``"one look"``), ``ranking`` (the records of :meth:`frame`), ``better_than`` (names of the
            models that each is certified better than), and the other facts by their names.
        """
        names = np.array(self.models)
        return {
            "valid_for": "one look",
            "method": self.method,
            "target": target_words(None),
            "alpha": self.alpha,
            "ranking": self.frame().to_dict(orient="records"),
            "better_than": {
                name: names[below].tolist() for name, below in zip(self.models, self.certified, strict=True)
            },
            "n_questions": self.n_questions,
            "random_seed": self.random_seed,
            "warnings": list(self.warnings),
        }


def fixed_sample_ranks(
    data: Outcomes | ScoreTable | npt.ArrayLike,
    *,
    method: FixedSampleMethod = "holm_mcnemar",
    alpha: float = 0.05,
    random_seed: int | None = None,
    **options: Any,  # noqa: ANN401 (of the scores)
) -> FixedSampleRanks:
    """Rank models by paired tests of all pairs, corrected for their number: simultaneous rank intervals for one look.

    Each ordered pair has a test of "j is no better than l" on means over questions like these, of which the ones in
    the data were drawn independently. A model is ranked below all that are certified better, and above all that it is
    certified better than. If the number of questions was fixed before, all intervals hold at once with probability
    1 - alpha. They say nothing of a second look at more questions: see :func:`rank_confidence_sequence`.

    Parameters
    ----------
    data : Outcomes, ScoreTable, or array of shape (questions, models)
        As for :func:`rank_confidence_sequence`; every model must have a score on every question. Questions of one
        cluster are one, with their mean score.
    method : {"holm_mcnemar", "holm_z", "romano_wolf"}
        Holm's steps over McNemar's exact tests, for right and wrong answers; over tests of the mean difference by its
        normal limit, for any scores and many questions; or Romano and Wolf's steps with a bootstrap over questions,
        for any scores and many questions, which uses how pairs depend on each other and certifies more.
    alpha : float
        Probability that anything certified is wrong, at most; for the last two in the limit of many questions, some
        hundreds.
    random_seed : int, optional
        Seed of the bootstrap; a fresh one, kept in the result, by default.
    **options
        ``models``, ``score_range`` and ``higher_is_better``, as for :func:`rank_confidence_sequence`; ``draws``, the
        number of bootstrap samples, 2,000 unless said.

    Returns
    -------
    FixedSampleRanks

    Raises
    ------
    DataError
        If a score is missing or outside its range, a score is neither right nor wrong where McNemar's test is asked
        for, or there are fewer than two models.
    ValueError
        If an option is not as stated.

    References
    ----------
    mogstad2024; holm1979; mcnemar1947; romano2005

    Examples
    --------
    >>> import bayesrank as br
    >>> scores = [[1, 0]] * 8 + [[0, 0]] * 4  # a is right on 8 of 12 questions, b on none
    >>> found = br.fixed_sample_ranks(scores, models=["a", "b"])
    >>> float(found.p_value[0, 1])  # a wins all of 8 questions, and there are two ordered pairs: 2 / 2^8
    0.0078125
    >>> found.frame()[["model", "rank_lower", "rank_upper"]]
      model  rank_lower  rank_upper
    0     a           1           1
    1     b           2           2
    """
    check_choice("method", method, FixedSampleMethod)
    check_probability("alpha", alpha)
    check_names("fixed_sample_ranks", options, OPTIONS)
    draws = options.pop("draws", DRAWS)
    check_at_least("draws", draws, 1)
    finished = finished_scores(data, "population", options.pop("models", None))
    if len(finished.models) < 2:
        message = f"models must be at least two to be ranked; got {finished.models[0]!r} alone. Add its rivals."
        raise DataError(message)
    reader = ScoreReader(**score_options(finished, options))
    if method == "holm_mcnemar" and reader.score_kind != "right_or_wrong":
        message = (
            "scores must be right or wrong for McNemar's test; got others between. Say method='holm_z', or "
            "'romano_wolf'."
        )
        raise DataError(message)
    scores = reader.rows(finished.scores, np.ones(len(finished.models), dtype=bool), finished.models).low
    seed = seed_or_fresh(random_seed) if method == "romano_wolf" else None
    p_value = _adjusted(method, scores, draws, seed)
    certified = p_value <= alpha
    close(certified)
    doubts = (*_doubts(method, scores, alpha, draws), *([finished.note] if finished.note else []))
    return FixedSampleRanks(
        method, alpha, finished.models, certified, p_value, len(scores), finished.scores.mean(axis=0), seed, doubts
    )


def _adjusted(method: FixedSampleMethod, scores: FloatArray, draws: int, seed: int | None) -> FloatArray:
    if seed is not None:
        return romano_wolf(scores, draws, seed)
    moments = PairMoments.of_scores(scores)
    return holm(mcnemar(moments) if method == "holm_mcnemar" else paired_z(moments))


def _doubts(method: FixedSampleMethod, scores: FloatArray, alpha: float, draws: int) -> Sequence[str]:
    """Return what makes pairs impossible to certify, whatever their scores."""
    if method == "holm_mcnemar":
        return ()
    said = []
    moments = PairMoments.of_scores(scores)
    constant = (standard_errors(moments) == 0) & (np.abs(moments.lead) > 0)
    if constant.any():
        said.append(
            f"{int(constant.sum()) // 2} pairs differ by the same on every question: without a standard error they "
            f"have no test"
        )
    if method == "romano_wolf" and draws + 1 < 1 / alpha:
        said.append(f"{draws} bootstrap samples are too few for alpha={alpha:g}: nothing can be certified")
    return said
