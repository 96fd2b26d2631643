"""The size of a data set and a hash that tells whether two results are of the same data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import IntArray
from bayesrank.observations.comparisons import TIE, Comparisons
from bayesrank.observations.joint_data import JointData
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.statistics.outcome_counts import cell_counts

GROUPS = ("cluster", "benchmark")  # what is known of questions, and read by methods


@dataclass(frozen=True)
class DataSummary:
    """What every result carries of its data.

    Parameters
    ----------
    models : int
        How many there are.
    sizes : mapping of str to int
        What else there is, and how many: questions and trials, battles, orderings, benchmarks.
    shares : mapping of str to float
        What shares are of interest: ``coverage`` of the cells of a table, ``ties`` among battles.
    sha256 : str
        Hash of names and content; no order of rows or names changes it.
    """

    models: int
    sizes: Mapping[str, int]
    shares: Mapping[str, float]
    sha256: str

    def __str__(self) -> str:
        counted = "".join(f", {number:,} {what}" for what, number in self.sizes.items())
        told = {"coverage": "of the cells observed", "ties": "ties"}
        shares = "".join(f", {share:.1%} {told[what]}" for what, share in self.shares.items())
        return f"{self.models} models{counted}{shares}"

    def record(self) -> dict[str, int | float | str]:
        """Return all of it as one flat mapping."""
        return {"models": self.models, **self.sizes, **self.shares, "sha256": self.sha256}


@singledispatch
def summarise_data(data: Any) -> DataSummary:  # noqa: ANN401 (any observations)
    """Return size, shares and hash of observations."""
    message = f"data must be observations; got {type(data).__name__}. Read them with one of the readers."
    raise TypeError(message)


@summarise_data.register
def _(data: Outcomes) -> DataSummary:
    sizes = {"questions": len(data.questions), "trials": int(data.count.sum())}
    return DataSummary(len(data.models), sizes, {"coverage": data.coverage}, _hash_of_outcomes(data))


@summarise_data.register
def _(data: Comparisons) -> DataSummary:
    ties = float(data.count[data.winner == TIE].sum() / data.n_battles)
    return DataSummary(len(data.models), {"battles": data.n_battles}, {"ties": ties}, _hash_of_comparisons(data))


@summarise_data.register
def _(data: Orderings) -> DataSummary:
    return DataSummary(len(data.models), {"orderings": data.n_orderings}, {}, _hash_of_orderings(data))


@summarise_data.register
def _(data: ScoreTable) -> DataSummary:
    models, benchmarks = (_places(names) for names in (data.models, data.benchmarks))
    tables = [data.scores, np.broadcast_to(data.higher_is_better, data.scores.shape).astype(np.float64)]
    if data.standard_errors is not None:
        tables.append(data.standard_errors)
    digest = _names_hash([data.models, data.benchmarks])
    for table in tables:
        values = np.where(np.isnan(table), np.nan, table)[np.ix_(models, benchmarks)]  # one NaN, whatever its bits
        digest.update(np.ascontiguousarray(values + 0.0).tobytes())
    sizes = {"benchmarks": len(data.benchmarks)}
    return DataSummary(len(data.models), sizes, {"coverage": data.coverage}, digest.hexdigest())


@summarise_data.register
def _(data: JointData) -> DataSummary:
    parts = [summarise_data(part) for part in (data.outcomes, data.comparisons)]
    sizes = {what: number for part in parts for what, number in part.sizes.items()}
    shares = {what: share for part in parts for what, share in part.shares.items()}
    digest = hashlib.sha256("".join(part.sha256 for part in parts).encode())
    return DataSummary(len(data.models), sizes, shares, digest.hexdigest())


def _hash_of_outcomes(outcomes: Outcomes) -> str:
    models, questions = (_places(names) for names in (outcomes.models, outcomes.questions))
    by_name = np.ix_(models, questions)
    digest = _names_hash([outcomes.models, outcomes.questions])
    digest.update(outcomes.weights.tobytes() if outcomes.weights is not None else b"fractions")
    for counts in (cell_counts(outcomes), outcomes.prior_counts):
        if counts is not None:
            digest.update(np.ascontiguousarray(counts[by_name]).tobytes())
    for name in GROUPS:
        if name in outcomes.question_metadata:
            groups = [str(group) for group in outcomes.question_metadata[name][questions]]
            digest.update(json.dumps({name: groups}).encode())
    return digest.hexdigest()


def _hash_of_comparisons(data: Comparisons) -> str:
    """Hash battles, whichever of the two models is called a."""
    one, other = _by_name(data.models, data.model_a), _by_name(data.models, data.model_b)
    turn = np.where(one < other, 1, -1)
    columns = {"one": np.minimum(one, other), "other": np.maximum(one, other), "winner": turn * data.winner}
    for what, names, index in (
        ("question", data.questions, data.question_index),
        ("judge", data.judges, data.judge_index),
        ("category", data.categories, data.category_index),
    ):
        columns |= {} if index is None else {what: _by_name(names, index)}
    columns |= {} if data.side is None else {"side": turn * data.side}
    columns |= {} if data.weight is None else {"weight": data.weight}
    columns |= {} if data.order is None else {"order": data.order}
    if data.covariates is not None:
        columns |= {f"covariate {name}": turn * data.covariates.T[k] for k, name in enumerate(data.covariate_names)}
    return _hash_of_rows([data.models, data.questions, data.judges, data.categories], columns, data.count)


def _hash_of_orderings(data: Orderings) -> str:
    """Hash rankings: of places only the order counts."""
    voter = _by_name(data.voters, data.voter_index)
    _, place = np.unique(np.column_stack([voter, data.rank]), axis=0, return_inverse=True)
    columns = {"voter": voter, "model": _by_name(data.models, data.model_index), "place": place}
    return _hash_of_rows([data.models, data.voters], columns, data.multiplicity[data.voter_index])


def _places(names: Sequence[str]) -> list[int]:
    """Return the positions of names in alphabetical order."""
    return sorted(range(len(names)), key=names.__getitem__)


def _by_name(names: Sequence[str], index: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Replace positions among names by positions among sorted names."""
    return np.argsort(_places(names))[index]


def _names_hash(names: Sequence[Sequence[str]]) -> hashlib._Hash:
    return hashlib.sha256(json.dumps([sorted(group) for group in names]).encode())


def _hash_of_rows(names: Sequence[Sequence[str]], columns: Mapping[str, npt.NDArray[Any]], count: IntArray) -> str:
    """Hash names and rows, whatever the order of either, and as many equal rows as there are."""
    digest = _names_hash([*names, list(columns)])
    table = np.column_stack([columns[name].astype(np.float64) for name in sorted(columns)]) + 0.0  # -0.0 is 0.0
    rows, row = np.unique(table, axis=0, return_inverse=True)
    digest.update(rows.tobytes() + np.bincount(row, count).tobytes())
    return digest.hexdigest()
