"""Which models differ by more than a margin, and which by less, valid at every look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_choice, check_names, check_positive, check_probability, seed_or_fresh
from bayesrank.sequential.bets import find_bets
from bayesrank.sequential.certifiers.bonferroni import reaches
from bayesrank.sequential.certifiers.e_holm import outweighs
from bayesrank.sequential.finished_scores import SequenceTarget, finished_scores, score_options
from bayesrank.sequential.looks import Looks, look_times
from bayesrank.sequential.question_order import random_order
from bayesrank.sequential.rank_report import target_words
from bayesrank.sequential.score_rows import ScoreReader, ScoreRows
from bayesrank.sequential.wealth import PairWealth

if TYPE_CHECKING:
    import pandas as pd

type Correction = Literal["bonferroni", "e_holm"]

OPTIONS = ("models", "bets", "missing", "score_range", "higher_is_better")


@dataclass(frozen=True, eq=False, repr=False)
class MarginReport:
    """Differences of mean scores against a margin; all that is said holds at once, with probability 1 - alpha at least.

    Parameters
    ----------
    margin : float
        In units of the score.
    alpha : float
        Probability that anything certified at any look is wrong, at most.
    correction : {"bonferroni", "e_holm"}
        How the evidence was corrected for the number of statements.
    models : tuple of str
        Names, M of them.
    better : array of bool, shape (M, M)
        True at (j, l) where the mean of j is higher than that of l by more than the margin.
    no_worse : array of bool, shape (M, M)
        True at (j, l) where the mean of j is higher than that of l, or lower by less than the margin.
    n_questions : int
        Questions before the last look.
    population_size : int or None
        Questions of the finite benchmark that the means are over; None for questions like these.
    random_seed : int
        Seed of the order of the questions.
    """

    margin: float
    alpha: float
    correction: Correction
    models: tuple[str, ...]
    better: BoolArray
    no_worse: BoolArray
    n_questions: int
    population_size: int | None
    random_seed: int

    def __repr__(self) -> str:
        return (
            f"MarginReport({len(self.models)} models, margin {self.margin:g}, alpha={self.alpha:g}, {self.correction}, "
            f"{target_words(self.population_size)}, {int(self.better.sum())} pairs apart, "
            f"{int(self.equivalent.sum()) // 2} equivalent)"
        )

    @property
    def equivalent(self) -> BoolArray:
        """True where two means differ by less than the margin, shape (M, M)."""
        return self.no_worse & self.no_worse.T

    def frame(self) -> pd.DataFrame:
        """Return what is known of every two models.

        Returns
        -------
        DataFrame
            Columns ``model``, ``other`` and ``difference`` of their means: ``"above"`` or ``"below"`` by more than
            the margin, ``"equivalent"`` (by less than the margin, either way), ``"no worse"`` or ``"no better"`` (not
            below, or not above, by the margin), ``"open"``.
        """
        import pandas as pd

        first, second = np.triu_indices(len(self.models), k=1)
        said = np.select(
            [known[first, second] for known in (self.better, self.better.T, self.equivalent, self.no_worse)]
            + [self.no_worse.T[first, second]],
            ["above", "below", "equivalent", "no worse", "no better"],
            "open",
        )
        names = np.array(self.models)
        return pd.DataFrame({"model": names[first], "other": names[second], "difference": said})

    def record(self) -> dict[str, Any]:
        """Return the report as plain lists, dictionaries, text and numbers."""
        return {
            "margin": self.margin,
            "alpha": self.alpha,
            "correction": self.correction,
            "target": target_words(self.population_size),
            "pairs": self.frame().to_dict(orient="records"),
            "n_questions": self.n_questions,
            "population_size": self.population_size,
            "random_seed": self.random_seed,
        }


def certify_margins(
    data: Outcomes | ScoreTable | npt.ArrayLike,
    margin: float,
    *,
    alpha: float = 0.05,
    looks: Looks = "1%",
    target: SequenceTarget = "benchmark",
    correction: Correction = "e_holm",
    random_seed: int | None = None,
    **options: Any,  # noqa: ANN401 (those of the sequence)
) -> MarginReport:
    """Certify which models differ by more than a margin, and which are equivalent because they differ by less.

    With a margin the models are in no order any more, so that nothing follows from other pairs: each of the 2 M (M - 1)
    statements is certified on its own evidence, corrected for their number.

    Parameters
    ----------
    data : Outcomes, ScoreTable, or array of shape (questions, models)
        As for :func:`rank_confidence_sequence`.
    margin : float
        The largest difference of mean scores that is none in practice, above 0, in units of the score; to be chosen
        before looking at the data.
    alpha : float
        Probability that anything certified at any look is wrong, at most.
    looks : str, int or sequence of int
        After each such share of the questions, after every so many, or after these numbers of questions.
    target : {"benchmark", "population"}
        Realised means over these questions, or means over questions like these.
    correction : {"e_holm", "bonferroni"}
        The mean wealth over every set of statements that can be false, or wealth divided by their number; the first
        certifies all that the second does, but for wealth within rounding of what is needed.
    random_seed : int, optional
        Seed of the order; a fresh one, kept in the result, by default.
    **options
        ``models``, ``bets``, ``missing``, ``score_range`` and ``higher_is_better``, as for
        :func:`rank_confidence_sequence`.

    Returns
    -------
    MarginReport

    Raises
    ------
    DataError
        If a score is missing and that is refused, or outside its range.
    ValueError
        If an option is not as stated.

    References
    ----------
    vovk2021

    Examples
    --------
    >>> import bayesrank as br
    >>> scores = [[1, 1, 0], [1, 1, 0], [0, 0, 0], [1, 1, 0]]  # questions x models
    >>> br.certify_margins(scores, 0.1, looks=1, models=["a", "b", "c"], random_seed=0).frame()
      model other  difference
    0     a     b  equivalent
    1     a     c       above
    2     b     c       above
    """
    check_choice("target", target, SequenceTarget)
    check_choice("correction", correction, Correction)
    check_probability("alpha", alpha)
    check_names("certify_margins", options, OPTIONS)
    bets = find_bets(options.pop("bets", "mixture"))
    finished = finished_scores(data, target, options.pop("models", None), options.get("missing", "refused"))
    reader = ScoreReader(**score_options(finished, options))
    times = look_times(looks, len(finished.questions))
    seed = seed_or_fresh(random_seed)
    scores = finished.scores[random_order(times[-1], seed)]
    n_models = len(finished.models)
    rows = reader.rows(scores, np.ones(n_models, dtype=bool), finished.models)
    size = times[-1] if target == "benchmark" else None
    tests = [PairWealth(n_models, bets, population_size=size, margin=by) for by in _margins(margin, reader)]
    better, no_worse = _certified_at_looks(tests, rows, times, alpha, correction)
    return MarginReport(margin, alpha, correction, finished.models, better, better | no_worse, times[-1], size, seed)


def _margins(margin: float, reader: ScoreReader) -> tuple[float, float]:
    """Return the margin, and that on the other side of zero, for scores from 0 to 1."""
    check_positive("margin", margin)
    lowest, highest = reader.score_range
    if not margin < highest - lowest:
        message = (
            f"margin must be below {highest - lowest:g}, the range of scores; got {margin:g}. Choose a smaller one."
        )
        raise ValueError(message)
    return margin / (highest - lowest), -margin / (highest - lowest)


def _certified_at_looks(
    tests: Sequence[PairWealth], rows: ScoreRows, times: Sequence[int], alpha: float, correction: Correction
) -> BoolArray:
    """Return which statements are certified at some look, shape (2, M, M)."""
    certified = np.zeros((len(tests), rows.low.shape[1], rows.low.shape[1]), dtype=bool)
    for first, last in pairwise((0, *times)):
        for test in tests:
            test.update(ScoreRows(*(part[first:last] for part in rows)))
        certified |= certified_statements(np.stack([test.log_wealth() for test in tests]), alpha, correction)
    return certified


def certified_statements(log_wealth: FloatArray, alpha: float, correction: Correction) -> BoolArray:
    """Return which statements the wealths of one look certify, shape (..., M, M).

    Parameters
    ----------
    log_wealth : array, shape (..., M, M)
        Logarithm of the evidence for each statement; there is none on the diagonal.
    alpha : float
    correction : {"bonferroni", "e_holm"}

    Returns
    -------
    array of bool, shape (..., M, M)
    """
    stated = np.broadcast_to(~np.eye(log_wealth.shape[-1], dtype=bool), log_wealth.shape)
    if correction == "bonferroni":
        enough: BoolArray = stated & reaches(log_wealth, stated.sum() / alpha)
        return enough
    return outweighs(log_wealth, stated, alpha)
