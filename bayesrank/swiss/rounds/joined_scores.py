"""One score of each model in a round of several benchmarks."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.score_table import ScoreTable
from bayesrank.swiss.rounds.equal_values import without_rounding
from bayesrank.swiss.rounds.joined_rounds import Within

SCALES = SHARES, PERCENT, NONE, OTHER = "0 to 1", "0 to 100", "all 0", "another range"


def join_scores(scores: FloatArray, within: Within) -> FloatArray:
    """Return one score of each model, higher is better, shape (n,).

    Neither the order of models nor that of benchmarks touches the result.

    Parameters
    ----------
    scores : array, shape (n, c)
        Of n models on c benchmarks, higher is better, none missing.
    within : {"mean_rank", "mean_z", "mean"}
    """
    from scipy.stats import rankdata

    if within == "mean_rank":
        return np.asarray(rankdata(scores, axis=0).mean(axis=1))  # of the lowest 1, so higher is better
    if within == "mean_z":
        centre, scale = column_units(scores)
        scores = (scores - centre) / scale
    return without_rounding(np.sort(scores, axis=1).mean(axis=1))


def column_units(scores: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return mean and standard deviation of each benchmark, shapes (c,).

    Where it tells no models apart, they are the score of all and 1.

    Parameters
    ----------
    scores : array, shape (n, c)
        NaN where a model has none.
    """
    ordered = np.sort(scores, axis=0)  # sums must not round by the order of models
    seen = ~np.isnan(ordered)  # the missing stand last
    number = seen.sum(axis=0)
    mean = np.where(seen, ordered, 0.0).sum(axis=0) / np.maximum(number, 1)
    squares = np.where(seen, (ordered - mean) ** 2, 0.0).sum(axis=0)
    differs = (ordered > ordered[:1]).any(axis=0)
    first = np.nan_to_num(ordered[0]) if len(ordered) else mean
    return np.where(differs, mean, first), np.where(differs, np.sqrt(squares / np.maximum(number - 1, 1)), 1.0)


def check_same_scale(table: ScoreTable, name: str, columns: list[int]) -> None:
    """Raise :class:`DataError` unless the benchmarks of a round have one direction and one scale.

    Shares beside percentages would count for nothing, and percentages that are all up to 1 look like shares: nothing
    is guessed but where all scores of a benchmark are 0, which fits both.
    """
    scales = {table.benchmarks[column]: _range(table.scores[:, column]) for column in columns}
    known = {scale for scale in scales.values() if scale != NONE}
    if len(set(table.higher_is_better[columns].tolist())) > 1:
        got = "higher and lower is better"
    elif len(known) > 1 or OTHER in known:
        got = ", ".join(f"{benchmark!r} {scale}" for benchmark, scale in sorted(scales.items(), key=_by_scale))
    else:
        return
    message = (
        f"benchmarks of round {name!r} must share direction and scale for within='mean', 0 to 1 or 0 to 100; got "
        f"{got}. Rescale them, or choose within='mean_rank', 'mean_z' or 'majority'."
    )
    raise DataError(message)


def _by_scale(entry: tuple[str, str]) -> tuple[int, str]:
    return SCALES.index(entry[1]), entry[0]


def _range(scores: FloatArray) -> str:
    low, high = np.nanmin(scores), np.nanmax(scores)
    if low < 0 or high > 100:
        return OTHER
    return NONE if high == 0 else SHARES if high <= 1 else PERCENT
