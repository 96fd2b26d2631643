"""When to look at a finished benchmark: after which numbers of questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import TypeGuard

import numpy as np

type Looks = str | int | Sequence[int]


def look_times(looks: Looks, n_questions: int) -> tuple[int, ...]:
    """Return the numbers of questions after which to look, ascending, the last one included.

    Parameters
    ----------
    looks : str, int or sequence of int
        A share of the questions such as ``"1%"``, after every so many questions, or these numbers of questions.
    n_questions : int
        Number of questions.

    Raises
    ------
    ValueError
        If it is none of these.

    Examples
    --------
    >>> look_times("25%", 10)
    (3, 5, 8, 10)
    >>> look_times(4, 10)
    (4, 8, 10)
    """
    if isinstance(looks, str):
        share = _share(looks)
        steps = range(1, ceil(1 / share - 1e-9) + 1)
        times = {min(n_questions, ceil(step * share * n_questions - 1e-9)) for step in steps}
    elif is_count(looks):
        times = {*range(int(looks), n_questions, int(looks)), n_questions}
    else:
        times = _stated(looks)
    if not times or not times <= set(range(1, n_questions + 1)):
        message = (
            f"looks must be a share such as '1%', a number of questions, or numbers from 1 to {n_questions}; got "
            f"{looks!r}. Write '1%', say."
        )
        raise ValueError(message)
    return tuple(sorted(times | {n_questions}))


def is_count(number: object) -> TypeGuard[int]:
    """Say whether this is a whole number of at least 1."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool) and bool(number >= 1)


def _stated(looks: object) -> set[int]:
    """Return the numbers of questions in a sequence; none where something else is among them."""
    stated = list(looks) if isinstance(looks, Iterable) else []
    return {int(time) for time in stated} if all(map(is_count, stated)) else set()


def _share(looks: str) -> float:
    number = looks.strip().removesuffix("%")
    try:
        percent = float(number) if looks.strip().endswith("%") else 0.0
    except ValueError:
        percent = 0.0
    if not 0 < percent <= 100:
        message = f"looks must be a share above 0 % and at most 100 %; got {looks!r}. Write '1%', say."
        raise ValueError(message)
    return percent / 100
