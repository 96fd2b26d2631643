"""The size of a data set and a hash that tells whether two results are of the same data."""

import hashlib
from dataclasses import dataclass

import numpy as np

from bayesrank.observations.outcomes import Outcomes


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
        Hash of names, counts and prior counts; the order of rows, models and questions does not change it.
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
    models, model_rank = _sorted(outcomes.models)
    questions, question_rank = _sorted(outcomes.questions)
    columns = (model_rank[outcomes.model_index], question_rank[outcomes.question_index], outcomes.outcome)
    cell = columns[0] * len(questions) + columns[1]
    order = np.lexsort((outcomes.outcome, cell))
    starts = np.flatnonzero((np.diff(cell[order], prepend=-1) != 0) | (np.diff(columns[2][order], prepend=-1) != 0))
    digest = hashlib.sha256("\0".join([*models, *questions]).encode())
    digest.update(cell[order][starts].tobytes())
    digest.update(columns[2][order][starts].tobytes())
    digest.update(np.add.reduceat(outcomes.count[order], starts).tobytes())
    if outcomes.prior_counts is not None:
        by_name = outcomes.prior_counts[np.argsort(model_rank)][:, np.argsort(question_rank)]
        digest.update(np.ascontiguousarray(by_name).tobytes())
    return digest.hexdigest()


def _sorted(names: tuple[str, ...]) -> tuple[list[str], np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """Return the names sorted, and the place of each among them."""
    order = sorted(range(len(names)), key=names.__getitem__)
    rank = np.empty(len(names), dtype=np.int64)
    rank[order] = np.arange(len(names))
    return [names[position] for position in order], rank
