"""Outcomes in counted form: one row a model and question, with how many trials and how many were right."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.question_metadata import question_metadata
from bayesrank.readers.table import Table

ROLES = ("model", "question", "n_trials", "n_correct")


def read_counted(table: Table) -> Outcomes:
    """Read columns model, question, n_trials and n_correct; no trials, or an empty count, is a missing cell."""
    model_index, models = table.codes("model", "model")
    question_index, questions = table.codes("question", "question")
    _refuse_repeated_cells(table, model_index * len(questions) + question_index)
    n_trials, n_correct = (_counts(table, column) for column in ("n_trials", "n_correct"))
    _refuse_impossible(table, n_trials, n_correct)
    counts = np.stack([n_trials - n_correct, n_correct], axis=1)  # (n_rows, 2)
    row, category = np.nonzero(np.nan_to_num(counts))
    return Outcomes(
        models=models,
        questions=questions,
        model_index=model_index[row],
        question_index=question_index[row],
        outcome=category.astype(np.float64),
        count=counts[row, category].astype(np.int64),
        question_metadata=question_metadata(table, ROLES, question_index, len(questions)),
    )


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
    half_known = np.isnan(n_trials) != np.isnan(n_correct)
    odd = np.flatnonzero(half_known | (n_correct > n_trials))
    if odd.size:
        message = (
            f"{table.place(int(odd[0]))}: n_correct must be at most n_trials and both be there; got "
            f"{n_correct[odd[0]]:g} of {n_trials[odd[0]]:g}. Correct the counts, or empty both for a missing cell."
        )
        raise DataError(message)


def _refuse_repeated_cells(table: Table, cell: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
    _, first = np.unique(cell, return_index=True)
    if len(first) < len(cell):
        second = int(np.setdiff1d(np.arange(len(cell)), first)[0])
        message = (
            f"{table.place(second)}: model and question must name one row of counts; got "
            f"{table.columns['model'][second].as_py()!r} on {table.columns['question'][second].as_py()!r} again. "
            f"Add the counts up, or drop one."
        )
        raise DataError(message)
