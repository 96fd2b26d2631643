"""The ranking by one point of a program, as any ranking without uncertainty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.inference.point import Point
from bayesrank.programs.program import TARGET_WORDS, AnyProgram
from bayesrank.ranks.ranking import Ranking


def point_ranking(
    data: Any,  # noqa: ANN401 (any observations)
    statistic: Any,  # noqa: ANN401 (what the program reads)
    program: AnyProgram,
    point: Point,
    *,
    options: Mapping[str, Any],
    warnings: tuple[str, ...],
) -> Ranking:
    """Put the scores of a point in the order of the data, and its variables beside them.

    ``diagnostics`` of the result holds the variables by name, each axis of models in the order of the data.
    """
    place = [statistic.models.index(model) for model in data.models]
    return Ranking(
        method=program.name,
        options={"inference": point.kind, **options},
        names=data.models,
        scores=point.scores[place],
        samples=None,
        uncertainty=None,
        target=point.target,
        target_words=TARGET_WORDS[point.target],
        warnings=warnings,
        data=repr(data),
        diagnostics={
            name: _in_data_order(value, point.dims.get(name) or (), place) for name, value in point.variables.items()
        },
        random_seed=None,
        unit=program.scores[point.target],
    )


def _in_data_order(value: FloatArray, dims: Sequence[str | None], place: Sequence[int]) -> FloatArray:
    for axis in range(np.ndim(value)):
        if axis < len(dims) and dims[axis] == "model":
            value = np.take(value, place, axis=axis)
    return value
