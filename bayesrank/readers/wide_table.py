"""Outcomes in wide form: a matrix of one trial a cell, models as rows or questions as rows."""

from collections.abc import Sequence

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.complaints import naming
from bayesrank.readers.outcome_cells import OutcomeValues, chosen_weights, outcome_numbers, refuse_illegal_cells
from bayesrank.readers.question_metadata import question_metadata
from bayesrank.readers.row_checks import refuse_repeats
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
    repeated = "Give repeated trials in long form: columns model, question, trial, outcome"
    refuse_repeats(table, position, (rows,), remedy=repeated)
    facts = [name for name in QUESTION_FACTS if rows == "question" and name in table.columns.column_names]
    across = [name for name in table.columns.column_names if name not in {rows, *facts}]
    if not across:
        message = f"{table.source}: must hold outcomes beside {rows!r}; got no other column. Export the outcomes too."
        raise DataError(message)
    columns = {name: outcome_numbers(table, name, outcome_values) for name in across}
    matrix = np.empty((len(names), len(across)))
    matrix[position] = np.stack(list(columns.values()), axis=1)
    utility = chosen_weights(matrix, weights)
    if utility is None:
        _refuse_fractions(table, columns)
    for name, outcome in columns.items():
        refuse_illegal_cells(table, name, outcome, utility)
    metadata = question_metadata(table, [rows, *across], position, len(names)) if facts else None
    with naming(table.source):
        return Outcomes.from_array(
            matrix if rows == "model" else matrix.T,
            weights=None if utility is None else utility.tolist(),
            models=names if rows == "model" else across,
            questions=across if rows == "model" else names,
            question_metadata=metadata,
        )


def _refuse_fractions(table: Table, columns: dict[str, FloatArray]) -> None:
    """Refuse fractions: they may as well be benchmark scores, and nothing in a wide table tells the two apart."""
    for name, outcome in columns.items():
        inside = np.flatnonzero((outcome > 0) & (outcome < 1))
        if inside.size:
            message = (
                f"{table.cell(int(inside[0]), name, 'outcome')} in a wide table must be 0 or 1, or a "
                f"category with weights; got {outcome[inside[0]]:g}. Give partial credit in long form (model, "
                f"question, outcome); read scores of whole benchmarks with read_score_table."
            )
            raise DataError(message)
