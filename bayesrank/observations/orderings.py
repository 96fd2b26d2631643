"""Orderings: rankings of models by voters or events, full or partial, with or without ties."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.observations.row_arrays import check_all_seen, check_index, check_length, check_rows, read_only


@dataclass(frozen=True, eq=False, repr=False)
class Orderings:
    """Rankings of models by voters: people, judges, races, questions.

    One row is the rank that one voter gives to one model. A model without a row was not ranked by the voter:
    it did not take part, and is not held to be worse than those that did. Build it with
    :func:`bayesrank.read_orderings`.

    Parameters
    ----------
    models, voters : tuple of str
        Names, L models and V voters; each model ranked at least once.
    voter_index, model_index : array of int, shape (n_rows,)
        Positions in ``voters`` and ``models``.
    rank : array of float, shape (n_rows,)
        Place of the model, smaller is better; equal ranks of one voter are ties. Only the order counts, so
        1, 2, 2, 4 and 1, 2, 2, 3 say the same.
    multiplicity : array of int, shape (V,)
        How many voters each one stands for, >= 1.

    Raises
    ------
    DataError
        If names, shapes or numbers are not as stated, a voter ranks a model twice, or fewer than two models.
    """

    models: tuple[str, ...]
    voters: tuple[str, ...]
    voter_index: IntArray
    model_index: IntArray
    rank: FloatArray
    multiplicity: IntArray

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", checked_names(self.models, "model"))
        object.__setattr__(self, "voters", checked_names(self.voters, "voter"))
        for column in ("voter_index", "model_index", "rank"):
            check_length(getattr(self, column), column, len(self.rank))
        check_length(self.multiplicity, "multiplicity", len(self.voters))
        check_index(self.voter_index, "voter_index", len(self.voters))
        check_index(self.model_index, "model_index", len(self.models))
        check_all_seen(self.models, "model", self.model_index)
        check_rows(np.isfinite(self.rank), self.rank, "rank", "be finite", "Drop the row of a model that is unranked")
        whole = (self.multiplicity >= 1) & (self.multiplicity == np.floor(self.multiplicity))
        check_rows(whole, self.multiplicity, "multiplicity", "be a whole number >= 1", "Drop voters that are none")
        self._check_voters()
        for column in ("voter_index", "model_index", "rank", "multiplicity"):
            object.__setattr__(self, column, read_only(getattr(self, column)))

    def __repr__(self) -> str:
        full = np.mean(np.bincount(self.voter_index, minlength=len(self.voters)) == len(self.models))
        return f"Orderings({len(self.models)} models, {self.n_orderings} orderings, {full:.1%} of the voters rank all)"

    @property
    def n_orderings(self) -> int:
        """Number of orderings, each voter counted with its multiplicity."""
        return int(self.multiplicity.sum())

    def _check_voters(self) -> None:
        n_ranked = np.bincount(self.voter_index, minlength=len(self.voters))
        if n_ranked.min() < 2:
            voter = int(np.argmin(n_ranked))
            message = (
                f"every voter must rank at least two models; {self.voters[voter]!r} ranks {n_ranked[voter]}. "
                f"Drop the voter: it compares nothing."
            )
            raise DataError(message)
        cell = self.voter_index * len(self.models) + self.model_index
        _, first = np.unique(cell, return_index=True)
        again = np.setdiff1d(np.arange(len(cell)), first)
        if again.size:
            model, voter = self.models[self.model_index[again[0]]], self.voters[self.voter_index[again[0]]]
            message = f"a voter must rank a model once; {voter!r} ranks {model!r} again in row {again[0]}. Drop one."
            raise DataError(message)
