"""Rankings by voters."""

from typing import Any

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.orderings import Orderings


def ballots(**changed: Any) -> Orderings:
    """Three voters rank x over y over z; one ranks z and x, tied."""
    fields = {
        "models": ("x", "y", "z"),
        "voters": ("many", "one"),
        "voter_index": np.array([0, 0, 0, 1, 1]),
        "model_index": np.array([0, 1, 2, 2, 0]),
        "rank": np.array([1.0, 2.0, 3.0, 1.0, 1.0]),
        "multiplicity": np.array([3, 1]),
    }
    return Orderings(**(fields | changed))


def test_orderings_are_counted_with_their_multiplicity() -> None:
    assert ballots().n_orderings == 4  # 3 + 1
    assert repr(ballots()) == "Orderings(3 models, 4 orderings, 50.0% of the voters rank all)"


def test_arrays_cannot_be_written_through() -> None:
    data = ballots()
    for column in (data.voter_index, data.model_index, data.rank, data.multiplicity):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"model_index": np.array([0, 1, 2, 2, 2])}, "a voter must rank a model once; 'one' ranks 'z' again in row 4"),
        ({"voter_index": np.array([0, 0, 0, 0, 1])}, "must rank at least two models; 'one' ranks 1"),
        ({"voters": ("many", "one", "none"), "multiplicity": np.ones(3)}, "at least two models; 'none' ranks 0"),
        ({"models": ("x", "y", "z", "w")}, "every model must have at least one row; 'w' has none"),
        ({"models": ("x", "x", "z")}, "model names must differ"),
        ({"voters": ("one", "one")}, "voter names must differ"),
        ({"model_index": np.array([0, 1, 3, 2, 0])}, "model_index must lie from 0 to 2; got 3 in row 2"),
        ({"voter_index": np.array([0, 0, 0, 1, 2])}, "voter_index must lie from 0 to 1; got 2 in row 4"),
        ({"rank": np.array([1.0, 2.0, np.nan, 1.0, 1.0])}, "rank must be finite; got nan in row 2"),
        ({"rank": np.array([1.0, 2.0, np.inf, 1.0, 1.0])}, "rank must be finite; got inf in row 2"),
        ({"voter_index": np.array([0, 0, 0, 1])}, r"voter_index must have shape \(5,\)"),
        ({"multiplicity": np.array([3])}, r"multiplicity must have shape \(2,\)"),
        ({"multiplicity": np.array([3, 0])}, "multiplicity must be a whole number >= 1; got 0 in row 1"),
        ({"multiplicity": np.array([2.5, 1])}, "multiplicity must be a whole number >= 1; got 2.5 in row 0"),
    ],
)
def test_what_cannot_be_a_ranking_is_refused(changed: dict[str, Any], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        ballots(**changed)
