"""Categories of benchmarks, each held out in turn, and what its rankings are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.names import is_nameless
from bayesrank.studies.mean_ranks import mean_ranks

type Target = Literal["mean_rank", "mean"]


class HeldOut(NamedTuple):
    """A category and the positions of its benchmarks."""

    name: str
    columns: IntArray


def held_out_categories(
    benchmarks: Sequence[str], observed: BoolArray, categories: Mapping[str, str]
) -> tuple[HeldOut, ...]:
    """Return the categories in the order of their first benchmarks.

    Parameters
    ----------
    benchmarks : sequence of str, length K
    observed : array of bool, shape (M, K)
        Whether a model has a score.
    categories : mapping of str to str
        Benchmark to its category; those of benchmarks that there are not are not read.

    Raises
    ------
    DataError
        If a benchmark has no category, there are fewer than two, or a model has no score in a category or outside it.
    """
    found: dict[str, list[int]] = {}
    for column, benchmark in enumerate(benchmarks):
        category = categories.get(benchmark)
        if is_nameless(category):
            message = f"every benchmark must have a category; got none of {benchmark!r}. Add it to the categories."
            raise DataError(message)
        found.setdefault(str(category), []).append(column)
    if len(found) < 2:
        message = f"categories must be at least two, to hold one out; got {next(iter(found))!r} alone. Split it."
        raise DataError(message)
    held_out = tuple(HeldOut(name, np.array(columns)) for name, columns in found.items())
    for name, columns in held_out:
        inside = np.isin(np.arange(len(benchmarks)), columns)
        for where, part in (("in", inside), ("outside", ~inside)):
            absent = np.flatnonzero(~observed[:, part].any(axis=1))
            if absent.size:
                message = (
                    f"every model must have a score in and outside every category; got {absent.size} without one "
                    f"{where} {name!r}. Leave these models out."
                )
                raise DataError(message)
    return held_out


def target_ranks(scores: FloatArray, target: Target, copies: IntArray) -> FloatArray:
    """Return the ranks of models on benchmarks that are drawn several times or never, shape (M,).

    Parameters
    ----------
    scores : array, shape (M, K)
        Higher is better; NaN where a model has none.
    target : {"mean_rank", "mean"}
        What models are ranked by: the mean of their ranks on the benchmarks, or of their scores. A model without a
        score on all that were drawn is the last.
    copies : array of int, shape (K,)
        How often each benchmark was drawn.
    """
    drawn = np.repeat(np.arange(scores.shape[1]), copies)
    chosen = scores[:, drawn]
    if target == "mean_rank":
        chosen = -np.stack([_ranks_of_observed(column) for column in chosen.T], axis=1)
    seen = ~np.isnan(chosen)
    number = seen.sum(axis=1)
    total = np.where(seen, chosen, 0.0).sum(axis=1)
    mean = np.divide(total, number, out=np.full(len(scores), np.nan), where=number > 0)
    lowest = np.nanmin(mean)
    return mean_ranks(np.where(np.isnan(mean), lowest - 1.0, mean))


def _ranks_of_observed(scores: FloatArray) -> FloatArray:
    ranks = np.full(len(scores), np.nan)
    seen = ~np.isnan(scores)
    ranks[seen] = mean_ranks(scores[seen])
    return ranks
