"""The rank confidence sequence of a finished benchmark: what would have been known, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.inference.progress import tracked
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_choice, seed_or_fresh
from bayesrank.sequential.finished_scores import SequenceTarget, finished_scores, score_options
from bayesrank.sequential.looks import Looks, look_times
from bayesrank.sequential.question_order import random_order
from bayesrank.sequential.rank_report import RankReport
from bayesrank.sequential.rank_sequence import RankSequence
from bayesrank.sequential.retirement import Retirement

if TYPE_CHECKING:
    import pandas as pd

FIXED = ("population_size", "order", "reserved_slots")


@dataclass(frozen=True, eq=False, repr=False)
class RankConfidenceSequence:
    """Ranks at every look; those of all looks hold at once, with probability 1 - alpha at least.

    Parameters
    ----------
    report : RankReport
        What is known after the last look.
    order : tuple of str
        The questions in the order drawn.
    n_questions : array of int, shape (n_looks,)
        Questions before each look.
    rank_lower, rank_upper, tier : array of int, shape (n_looks, M)
        As in the report, at each look.
    n_certified : array of int, shape (n_looks,)
        Pairs of models certified at each look.
    failed : array of bool, shape (n_looks,)
        Whether no order was left.
    evaluations : array of int, shape (n_looks,)
        Scores of a model on a question before each look.
    """

    report: RankReport
    order: tuple[str, ...]
    n_questions: IntArray
    rank_lower: IntArray
    rank_upper: IntArray
    tier: IntArray
    n_certified: IntArray
    failed: BoolArray
    evaluations: IntArray

    def __repr__(self) -> str:
        said = "".join(f"warning: {warning}\n" for warning in self.warnings)
        return f"{said}RankConfidenceSequence({len(self.n_questions)} looks, {self.report.summary})"

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, M of them."""
        return self.report.models

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know before reading the ranks."""
        return self.report.warnings

    def frame(self) -> pd.DataFrame:
        """Return the ranks after the last look, as :meth:`RankReport.frame`."""
        return self.report.frame()

    def looks(self) -> pd.DataFrame:
        """Return the ranks at every look.

        Returns
        -------
        DataFrame
            Columns ``n_questions``, ``model``, ``rank_lower``, ``rank_upper`` and ``tier``.
        """
        import pandas as pd

        n_looks = len(self.n_questions)
        return pd.DataFrame(
            {
                "n_questions": np.repeat(self.n_questions, len(self.models)),
                "model": self.models * n_looks,
                "rank_lower": self.rank_lower.ravel(),
                "rank_upper": self.rank_upper.ravel(),
                "tier": self.tier.ravel(),
            }
        )

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers.

        Returns
        -------
        dict
            That of the report, with ``looks``: for each, ``n_questions``, ``evaluations``, ``failed``,
            ``n_certified``, and ``rank_lower``, ``rank_upper`` and ``tier`` in the order of ``models``.
        """
        columns = ("n_questions", "evaluations", "failed", "n_certified", "rank_lower", "rank_upper", "tier")
        values = [getattr(self, column).tolist() for column in columns]
        looks = [dict(zip(columns, row, strict=True)) for row in zip(*values, strict=True)]
        return self.report.record() | {"models": list(self.models), "looks": looks, "order": list(self.order)}


def rank_confidence_sequence(
    data: Outcomes | ScoreTable | npt.ArrayLike,
    *,
    alpha: float = 0.05,
    looks: Looks = "1%",
    target: SequenceTarget = "benchmark",
    models: Sequence[str] | None = None,
    retirement: Retirement | None = None,
    random_seed: int | None = None,
    **options: Any,  # noqa: ANN401 (those of the sequence)
) -> RankConfidenceSequence:
    """Go through a finished benchmark in random order, and say at every look which ranks are left for each model.

    The order is drawn here: that in which the questions stand in a file, or were answered, is no random one.

    Parameters
    ----------
    data : Outcomes, ScoreTable, or array of shape (questions, models)
        Scores of all models on all questions. Of outcomes, the score of a question is the mean utility over a model's
        trials; of a table, each benchmark stands for a question.
    alpha : float
        Probability that anything certified at any look is wrong, at most.
    looks : str, int or sequence of int
        After each such share of the questions, after every so many, or after these numbers of questions.
    target : {"benchmark", "population"}
        Ranks of the realised means over these questions, which are known for certain at the end; or of means over
        questions like these, of which the ones in the data were drawn independently.
    models : sequence of str, optional
        Names of the columns of an array.
    retirement : Retirement, optional
        A rule (:class:`bayesrank.sequential.retirement.Retirement`) by which models are asked no further.
    random_seed : int, optional
        Seed of the order, to be chosen before looking at the data: the best of several orders is no random one. A fresh
        one, kept in the result, by default. It gives the same result again, but for the certifier ``"exact"`` with a
        ``budget`` of seconds, which does as much as the machine has time for.
    **options
        Of :class:`RankSequence`: ``certifier``, ``budget``, ``nodes``, ``bets`` and ``missing``; and ``score_range``
        and ``higher_is_better`` for scores that are no outcomes.

    Returns
    -------
    RankConfidenceSequence

    Raises
    ------
    DataError
        If a score is missing and that is refused, or outside its range.
    ValueError
        If an option is not as stated.

    References
    ----------
    khosravi2026

    Examples
    --------
    >>> import bayesrank as br
    >>> scores = [[1, 1, 0], [1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 0], [1, 0, 0]]  # questions x models
    >>> found = br.rank_confidence_sequence(scores, models=["a", "b", "c"], looks=3, random_seed=0)
    >>> found.frame()[["model", "rank_lower", "rank_upper"]]
      model  rank_lower  rank_upper
    0     a           1           1
    1     b           2           2
    2     c           3           3
    >>> found.rank_upper[0]
    array([3, 3, 3])
    """
    check_choice("target", target, SequenceTarget)
    for name in FIXED:
        if name in options:
            message = f"{name} must be left out for a finished benchmark; got {options[name]!r}. Use RankSequence."
            raise ValueError(message)
    finished = finished_scores(data, target, models, options.get("missing", "refused"))
    seed = seed_or_fresh(random_seed)
    sequence = RankSequence.of_questions(
        finished.models,
        finished.questions,
        target=target,
        random_seed=seed,
        alpha=alpha,
        **score_options(finished, options),
    )
    order = random_order(len(finished.questions), seed)
    return _followed(sequence, finished.scores[order], look_times(looks, len(order)), retirement, finished.note)


def _followed(
    sequence: RankSequence, scores: FloatArray, times: Sequence[int], retirement: Retirement | None, note: str
) -> RankConfidenceSequence:
    """Return what is known at each of the times."""
    order, said = sequence.to_ask, []
    for time in tracked(times, len(times), "looking"):
        first = sequence.n_questions
        sequence.update(scores[first:time], questions=order[first:time])
        report = sequence.report()
        certified = int(report.certified.sum())
        said.append((time, *report.bounds, report.tier, certified, report.failed, report.evaluations))
        if retirement is not None:
            sequence.retire(*retirement.settled(report))
        if sequence.finished:
            break
    columns = (np.array(column) for column in zip(*said, strict=True))
    doubts = (*report.doubts, note) if note else report.doubts
    last = replace(report, status=sequence.status, doubts=doubts)
    return RankConfidenceSequence(last, order, *columns)
