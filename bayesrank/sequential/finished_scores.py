"""Scores of a finished benchmark as rows: a question, or what stands for one, and its score of every model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.sequential.score_rows import Missing, as_rows, labels_of
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes
from bayesrank.statistics.separation import named

type SequenceTarget = Literal["benchmark", "population"]


class FinishedScores(NamedTuple):
    """All scores of a finished benchmark.

    Parameters
    ----------
    models, questions : tuple of str
        Names, M and N of them.
    scores : array of float, shape (N, M)
        NaN where there are none.
    score_range : tuple of two floats, or None
        The lowest and the highest score that there can be, where the data say it.
    note : str
        What is taken for granted of models or questions; empty if nothing.
    """

    models: tuple[str, ...]
    questions: tuple[str, ...]
    scores: FloatArray
    score_range: tuple[float, float] | None = None
    note: str = ""


def finished_scores(
    data: Outcomes | ScoreTable | npt.ArrayLike,
    target: SequenceTarget,
    models: Sequence[str] | None = None,
    missing: Missing = "refused",
) -> FinishedScores:
    """Return the scores in the data, questions in an order that says nothing of when they were asked.

    Parameters
    ----------
    data : Outcomes, ScoreTable, or array or frame of shape (N, M)
        Columns of a frame are of the models that they name. Of outcomes, the score of a question is the mean utility
        over a model's trials. Of a table, each benchmark stands for a question; one on which lower is better must have
        scores from 0 to 1, and is turned around.
    target : {"benchmark", "population"}
        For means over questions like these, questions of one cluster are one, with their mean score.
    models : sequence of str, optional
        Names of the columns of an array.
    missing : {"refused", "pessimistic", "skipped_without_looking"}
        A model with fewer trials on a question than another has no score there, which may be refused: which of its
        trials are missing may depend on how they went.

    Raises
    ------
    DataError
        If an array is none of questions x models, names are given for data that have their own, lower scores are
        better on a benchmark whose scores are not from 0 to 1, or trials of a cell are missing and that is refused.
    """
    named = _names_of(data)
    if (isinstance(data, Outcomes | ScoreTable) or named is not None) and models is not None:
        message = f"models must be left out for data that name them; got {len(models)} names. Leave them out."
        raise DataError(message)
    if isinstance(data, Outcomes):
        return _of_outcomes(data, target, missing)
    if isinstance(data, ScoreTable):
        return _of_table(data)
    n_columns = np.shape(data)[1] if np.ndim(data) == 2 else 0
    if not n_columns:
        message = (
            f"data must be Outcomes, a ScoreTable, or an array of questions x models; got {type(data).__name__} of "
            f"shape {np.shape(data)}. Read a file with read_outcomes."
        )
        raise DataError(message)
    numbered = [f"model {number}" for number in range(1, n_columns + 1)]
    names = named or (numbered if models is None else models)
    rows = as_rows(data, len(names))
    questions = tuple(f"question {number}" for number in range(1, len(rows) + 1))
    return FinishedScores(checked_names(names, "model"), questions, rows)


def score_options(finished: FinishedScores, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a sequence, with what the data say of their scores.

    Raises
    ------
    ValueError
        If an option says what the data say.
    """
    known = dict(options)
    if finished.score_range is not None:
        for name in ("score_range", "higher_is_better"):
            if name in options:
                message = f"{name} must be left out for outcomes, whose weights say it; got {options[name]!r}. Drop it."
                raise ValueError(message)
        known["score_range"] = finished.score_range
    lowest, highest = known.get("score_range", (0.0, 1.0))
    extreme = np.isnan(finished.scores) | (finished.scores == lowest) | (finished.scores == highest)
    return {"score_kind": "right_or_wrong" if extreme.all() else "graded"} | known


def _names_of(data: object) -> tuple[str, ...] | None:
    """Return the names of the columns of a frame; numbers 0, 1, ... are what pandas gives to columns without names."""
    labels = labels_of(data) if np.ndim(data) == 2 else None  # type: ignore[arg-type]
    return None if labels is None or labels == tuple(range(len(labels))) else checked_names(labels, "model")


def _of_outcomes(data: Outcomes, target: SequenceTarget, missing: Missing) -> FinishedScores:
    counts = count_outcomes(data)
    lowest, highest = float(counts.weights.min()), float(counts.weights.max())
    order = [counts.models.index(model) for model in data.models]
    short = _with_fewer_trials(counts)
    if missing == "refused":
        _refuse_fewer_trials(counts, short)
    scores = np.clip(np.where(short, np.nan, counts.mean_outcome)[order].T, lowest, highest)
    asked_less = np.array(counts.models)[_asked_less(counts)]
    notes = []
    if len(asked_less):
        notes.append(
            f"{named(sorted(asked_less.tolist()))} had fewer trials of every question, the same share of each: they "
            f"were asked less often and lost none"
        )
    n_clusters = int(counts.cluster.max()) + 1
    questions = counts.questions
    if target == "population" and n_clusters < len(questions):
        questions, scores = _by_cluster(counts, scores)
        notes.append(f"the {len(counts.questions)} questions are of {n_clusters} clusters, each of which counts as one")
    return FinishedScores(data.models, questions, scores, (lowest, highest), "; ".join(notes))


def _asked_less(counts: OutcomeCounts) -> BoolArray:
    """Return the models with the same share of the trials of every question that they were asked, below one, (L,)."""
    share = counts.n_trials / np.maximum(counts.n_trials.max(axis=0), 1)
    most = share.max(axis=1)
    less: BoolArray = ((share == most[:, None]) | (share == 0)).all(axis=1) & (most < 1)
    return less


def _with_fewer_trials(counts: OutcomeCounts) -> BoolArray:
    """Return the cells with some trials, but fewer than another model has on the question, shape (L, M).

    Models that were asked less often on all questions alike are left out: that is how they were asked, and nothing that
    their answers decided.
    """
    fewer: BoolArray = (counts.n_trials > 0) & (counts.n_trials < counts.n_trials.max(axis=0))
    return fewer & ~_asked_less(counts)[:, None]


def _refuse_fewer_trials(counts: OutcomeCounts, short: BoolArray) -> None:
    where = np.argwhere(short)
    if len(where):
        model, question = where[0]
        trials = counts.n_trials[:, question]
        message = (
            f"every model must have as many trials on a question; got {trials[model]:g} of {counts.models[model]!r} on "
            f"{counts.questions[question]!r}, where another has {trials.max():g}. Say missing='pessimistic', or "
            f"'skipped_without_looking' if nothing about question or answer decided what is missing; give failed "
            f"trials the outcome that the protocol says; or leave the model out."
        )
        raise DataError(message)


def _by_cluster(counts: OutcomeCounts, scores: FloatArray) -> tuple[tuple[str, ...], FloatArray]:
    """Return the mean score on each cluster, under the name of its first question; missing where any score is."""
    sizes = np.bincount(counts.cluster)
    total = np.zeros((len(sizes), scores.shape[1]))
    np.add.at(total, counts.cluster, scores)
    first = np.unique(counts.cluster, return_index=True)[1]
    return tuple(counts.questions[index] for index in first), total / sizes[:, None]


def _of_table(table: ScoreTable) -> FinishedScores:
    turned = ~table.higher_is_better
    wrong = turned & ((table.scores < 0) | (table.scores > 1)).any(axis=0)
    if wrong.any():
        message = (
            f"a benchmark where lower is better must have scores from 0 to 1 to be turned around; got others on "
            f"{table.benchmarks[int(wrong.argmax())]!r}. Turn it around beforehand, or leave it out."
        )
        raise DataError(message)
    return FinishedScores(table.models, table.benchmarks, np.where(turned, 1 - table.scores, table.scores).T)
