"""Outcomes in long form: one row a trial."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from bayesrank.arrays import IntArray
from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.complaints import naming
from bayesrank.readers.outcome_cells import OutcomeValues, chosen_weights, outcome_numbers, refuse_illegal_cells
from bayesrank.readers.question_metadata import question_metadata
from bayesrank.readers.row_checks import refuse_repeats
from bayesrank.readers.table import Table

type RepeatedRows = Literal["refuse", "trials"]
ROLES = ("model", "question", "trial", "outcome")


def read_long(
    table: Table, weights: Sequence[float] | None, outcome_values: OutcomeValues | None, repeated_rows: RepeatedRows
) -> Outcomes:
    """Read columns model, question, outcome and perhaps trial; a missing outcome is a trial not observed."""
    model_index, models = table.codes("model", "model")
    question_index, questions = table.codes("question", "question")
    cell = model_index * len(questions) + question_index
    trial_index = _trials(table, cell, repeated_rows)
    outcome = outcome_numbers(table, "outcome", outcome_values)
    utility = chosen_weights(outcome, weights)
    refuse_illegal_cells(table, "outcome", outcome, utility)
    seen = slice(None) if not np.isnan(outcome).any() else np.flatnonzero(~np.isnan(outcome))
    metadata = question_metadata(table, ROLES, question_index, len(questions))
    with naming(table.source):
        return Outcomes(
            models=models,
            questions=questions,
            model_index=model_index[seen],
            question_index=question_index[seen],
            outcome=outcome[seen],
            count=np.ones(len(outcome[seen]), dtype=np.int64),
            trial_index=trial_index[seen],
            weights=utility,
            question_metadata=metadata,
        )


def _trials(table: Table, cell: IntArray, repeated_rows: RepeatedRows) -> IntArray:
    """Return the position of each row's trial; two rows must not be the same trial of the same cell."""
    if "trial" in table.columns.column_names:
        trial, names = table.codes("trial", "trial")
        remedy = "Drop one, or give each a trial of its own"
    elif repeated_rows == "trials":
        return _order_within(cell)
    else:
        trial, names = np.zeros(len(cell), dtype=np.int64), ("0",)
        remedy = (
            "Map the column that tells them apart, columns={'trial': ...} (--columns trial=...), or pass "
            "repeated_rows='trials' (--repeated-rows trials) if every row is a trial"
        )
    refuse_repeats(
        table,
        cell * len(names) + trial,
        ("model", "question"),
        holds="model, question and trial must name one row",
        remedy=remedy,
    )
    return trial


def _order_within(cell: IntArray) -> IntArray:
    """Return 0, 1, ... for the rows of each cell, in the order in which they stand."""
    order = np.argsort(cell, kind="stable")
    starts = np.flatnonzero(np.diff(cell[order], prepend=-1))
    sizes = np.diff(starts, append=len(cell))
    within = np.empty(len(cell), dtype=np.int64)
    within[order] = np.arange(len(cell)) - np.repeat(starts, sizes)
    return within
