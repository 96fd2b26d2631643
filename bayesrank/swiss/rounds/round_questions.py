"""Which questions are asked in which round."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.observations.names import is_nameless
from bayesrank.observations.outcomes import Outcomes
from bayesrank.swiss.rounds.round_sequence import in_sequence


def round_questions(outcomes: Outcomes, round_column: str, sequence: Sequence[str] | None) -> dict[str, IntArray]:
    """Return the positions of the questions of each round, rounds in the order in which they are played.

    Without a sequence, rounds stand in the order of their first questions.

    Parameters
    ----------
    round_column : str
        What in ``question_metadata`` names the round of each question.
    sequence : sequence of str or None
        Names of rounds; those that it leaves out are not played.

    Raises
    ------
    DataError
        If there is no such column, a question has no round, or the sequence names rounds that there are not.
    """
    if round_column not in outcomes.question_metadata:
        known = ", ".join(sorted(map(repr, outcomes.question_metadata))) or "none"
        message = (
            f"question_metadata must have {round_column!r}, which names the round of each question; got {known}. "
            f"Add it, or pass round_column=."
        )
        raise DataError(message)
    found: dict[str, list[int]] = {}
    for place, label in enumerate(outcomes.question_metadata[round_column].tolist()):
        if is_nameless(label):
            message = (
                f"every question must have a {round_column} to be asked in a round; got none of "
                f"{outcomes.questions[place]!r}. Fill it in, or drop the question."
            )
            raise DataError(message)
        name = f"{label:g}" if isinstance(label, float) else str(label)  # readers hold numbers as floats
        found.setdefault(name, []).append(place)
    chosen = in_sequence(found, sequence)
    return {name: np.array(places, dtype=np.int64) for name, places in chosen.items()}
