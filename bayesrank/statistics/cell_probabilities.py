"""Draws of the category probabilities of each cell: outcome counts as endless trials would give them."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.statistics.attempts import binomial_attempts
from bayesrank.statistics.outcome_counts import OutcomeCounts


@dataclass(frozen=True, eq=False)
class CellProbabilities(OutcomeCounts):
    """Expected counts of outcomes given the category probabilities of each cell.

    ``counts`` are the probabilities times the number of trials in the data, so that all that counts trials keeps
    its scale; a missing cell stays missing. Attempts are further trials, and there is no end to them.
    """

    def attempts(self, k: int) -> FloatArray:
        """Return Pr(j of k further trials are right), j = 0..k, shape (..., L, M, k + 1); NaN in missing cells.

        Raises
        ------
        DataError
            If outcomes are not right or wrong.
        """
        return binomial_attempts(self._share(self._right()), k)

    def all_among(self, size: FloatArray, k: int) -> FloatArray:
        """Return Pr(all of k further trials fall where ``size`` of the expected counts are), its shape; NaN as above.

        Parameters
        ----------
        size : array, shape (..., L, M)
            Expected counts of some categories.
        """
        return self._share(size) ** k

    def _share(self, size: FloatArray) -> FloatArray:
        return np.divide(size, self.n_trials, out=np.full_like(size, np.nan), where=self.n_trials > 0)


def cell_probabilities(counts: OutcomeCounts, probabilities: FloatArray) -> CellProbabilities:
    """Put drawn category probabilities in the place of the counts.

    Parameters
    ----------
    counts : OutcomeCounts
        Of the data.
    probabilities : array of float, shape (n_draws, L, M, C + 1)
        What stands in missing cells is not read.
    """
    known = {field.name: getattr(counts, field.name) for field in fields(counts)}
    weight = np.broadcast_to(counts.question_weight, (len(probabilities), len(counts.questions)))
    drawn = probabilities * counts.n_trials[..., None]
    return CellProbabilities(**known | {"counts": drawn, "question_weight": weight})
