"""The size of a data set and a hash that tells whether two results are of the same data."""

import hashlib
import json
from dataclasses import dataclass

import numpy as np

from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.outcome_counts import cell_counts


@dataclass(frozen=True)
class DataSummary:
    """What every result carries of its data.

    Parameters
    ----------
    models, questions, trials : int
        How many there are; trials over all cells.
    coverage : float
        Share of the model x question cells with at least one trial.
    sha256 : str
        Hash of names, utility weights, counts, prior counts and clusters; no order of rows or names changes it.
    """

    models: int
    questions: int
    trials: int
    coverage: float
    sha256: str


def summarise_data(outcomes: Outcomes) -> DataSummary:
    """Return size, coverage and hash of the outcomes."""
    return DataSummary(
        models=len(outcomes.models),
        questions=len(outcomes.questions),
        trials=int(outcomes.count.sum()),
        coverage=outcomes.coverage,
        sha256=_hash(outcomes),
    )


def _hash(outcomes: Outcomes) -> str:
    models, questions = (sorted(names) for names in (outcomes.models, outcomes.questions))
    by_name = np.ix_(
        [outcomes.models.index(name) for name in models],
        sorted(range(len(questions)), key=outcomes.questions.__getitem__),
    )
    digest = hashlib.sha256(json.dumps([models, questions]).encode())
    digest.update(outcomes.weights.tobytes() if outcomes.weights is not None else b"fractions")
    for counts in (cell_counts(outcomes), outcomes.prior_counts):
        if counts is not None:
            digest.update(np.ascontiguousarray(counts[by_name]).tobytes())
    cluster = outcomes.question_metadata.get("cluster")
    if cluster is not None:
        digest.update(json.dumps([str(name) for name in cluster[by_name[1][0]]]).encode())
    return digest.hexdigest()
