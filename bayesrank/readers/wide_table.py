"""Outcomes in wide form: a matrix of one trial a cell, models as rows or questions as rows."""

from collections.abc import Sequence

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.outcome_cells import OutcomeValues, chosen_weights, outcome_numbers, refuse_illegal_cells
from bayesrank.readers.question_metadata import question_metadata
from bayesrank.readers.table import Table

QUESTION_FACTS = ("benchmark", "difficulty", "cluster")


def read_wide(
    table: Table, rows: str, weights: Sequence[float] | None, outcome_values: OutcomeValues | None
) -> Outcomes:
    """Read a matrix whose first names are in the column ``rows``, ``"model"`` or ``"question"``.

    With questions as rows the columns benchmark, difficulty and cluster are facts about them; every other column
    is a model. With models as rows every other column is a question.
    """
    position, names = table.codes(rows, rows)
    _refuse_repeated_rows(table, rows, len(names))
    facts = [name for name in QUESTION_FACTS if rows == "question" and name in table.columns.column_names]
    across = [name for name in table.columns.column_names if name not in {rows, *facts}]
    if not across:
        message = f"{table.source}: must hold outcomes; found the column {rows!r} alone. Export the outcomes too."
        raise DataError(message)
    columns = {name: outcome_numbers(table, name, outcome_values) for name in across}
    matrix = np.empty((len(names), len(across)))
    matrix[position] = np.stack(list(columns.values()), axis=1)
    utility = chosen_weights(matrix, weights)
    if utility is None:
        _refuse_fractions(table, columns)
    for name, outcome in columns.items():
        refuse_illegal_cells(table, name, outcome, utility)
    return Outcomes.from_array(
        matrix if rows == "model" else matrix.T,
        weights=None if utility is None else utility.tolist(),
        models=names if rows == "model" else across,
        questions=across if rows == "model" else names,
        question_metadata=question_metadata(table, [rows, *across], position, len(names)) if facts else None,
    )


def _refuse_repeated_rows(table: Table, rows: str, n_names: int) -> None:
    if n_names < table.columns.num_rows:
        cells = table.columns[rows].to_pylist()
        second = next(position for position, cell in enumerate(cells) if cell in cells[:position])
        message = (
            f"{table.place(second)}: every {rows} must have one row; got {cells[second]!r} again. Repeated trials "
            f"need the long form: columns model, question, trial, outcome."
        )
        raise DataError(message)


def _refuse_fractions(table: Table, columns: dict[str, FloatArray]) -> None:
    """Refuse fractions: they may as well be benchmark scores, and nothing in a wide table tells the two apart."""
    for name, outcome in columns.items():
        inside = np.flatnonzero((outcome > 0) & (outcome < 1))
        if inside.size:
            message = (
                f"{table.place(int(inside[0]))}, column {name!r}: outcomes of a wide table must be 0 or 1, or "
                f"categories with weights; got {outcome[inside[0]]:g}. Partial credit needs the long form (model, "
                f"question, outcome); scores of whole benchmarks are a ScoreTable."
            )
            raise DataError(message)
