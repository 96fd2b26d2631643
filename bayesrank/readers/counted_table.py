"""Outcomes in counted form: one row a model and question, with how many trials and how many were right."""

from collections.abc import Sequence

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.categories import BINARY_WEIGHTS, checked_weights
from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.complaints import naming
from bayesrank.readers.question_metadata import question_metadata
from bayesrank.readers.row_checks import refuse_repeats
from bayesrank.readers.table import Table

ROLES = ("model", "question", "n_trials", "n_correct")


def read_counted(table: Table, weights: Sequence[float] | None = None) -> Outcomes:
    """Read columns model, question, n_trials and n_correct; no trials, or an empty count, is a missing cell.

    Parameters
    ----------
    weights : sequence of float, length 2, optional
        Utility of a wrong and of a right trial.
    """
    _refuse_other_categories(table, weights)
    model_index, models = table.codes("model", "model")
    question_index, questions = table.codes("question", "question")
    refuse_repeats(
        table,
        model_index * len(questions) + question_index,
        ("model", "question"),
        holds="model and question must name one row of counts",
        remedy="Add the counts up, or drop one",
    )
    n_trials, n_correct = (_counts(table, column) for column in ("n_trials", "n_correct"))
    _refuse_impossible(table, n_trials, n_correct)
    counts = np.stack([n_trials - n_correct, n_correct], axis=1)  # (n_rows, 2)
    row, category = np.nonzero(np.nan_to_num(counts))
    metadata = question_metadata(table, ROLES, question_index, len(questions))
    with naming(table.source):
        return Outcomes(
            models=models,
            questions=questions,
            model_index=model_index[row],
            question_index=question_index[row],
            outcome=category.astype(np.float64),
            count=counts[row, category].astype(np.int64),
            weights=checked_weights(BINARY_WEIGHTS if weights is None else weights),
            question_metadata=metadata,
        )


def _refuse_other_categories(table: Table, weights: Sequence[float] | None) -> None:
    if weights is not None and len(weights) != len(BINARY_WEIGHTS):
        message = (
            f"{table.source}: weights must be two for counted outcomes, of a wrong and of a right one; got "
            f"{len(weights)}. Give outcomes of more categories in long form."
        )
        raise DataError(message)


def _counts(table: Table, column: str) -> FloatArray:
    numbers = table.numbers(column)
    odd = np.flatnonzero(~(np.isnan(numbers) | ((numbers >= 0) & (numbers < np.inf) & (numbers == np.round(numbers)))))
    if odd.size:
        message = (
            f"{table.place(int(odd[0]))}: {column} must be a whole number >= 0; got {numbers[odd[0]]:g}. "
            f"Give counts, not shares."
        )
        raise DataError(message)
    return numbers


def _refuse_impossible(table: Table, n_trials: FloatArray, n_correct: FloatArray) -> None:
    lone = np.flatnonzero(np.isnan(n_trials) != np.isnan(n_correct))
    if lone.size:
        there, empty = ("n_correct", "n_trials") if np.isnan(n_trials[lone[0]]) else ("n_trials", "n_correct")
        message = (
            f"{table.place(int(lone[0]))}: n_trials and n_correct must both be there or both be empty; got {there} and "
            f"an empty {empty}. Fill it in, or empty both for a missing cell."
        )
        raise DataError(message)
    over = np.flatnonzero(n_correct > n_trials)
    if over.size:
        message = (
            f"{table.place(int(over[0]))}: n_correct must be at most n_trials; got {n_correct[over[0]]:g} of "
            f"{n_trials[over[0]]:g}. Correct the counts."
        )
        raise DataError(message)
