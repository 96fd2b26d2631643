"""How many models leave after each round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import IntArray
from bayesrank.observations.row_arrays import read_only

type Eliminate = int | str | Sequence[int] | Mapping[int, int] | Callable[[int, int], int]
type Eliminations = Eliminate | Sequence[Eliminate] | npt.NDArray[np.integer]

FEWEST = 2  # models that a contest goes on with


@dataclass(frozen=True, eq=False)
class Schedule:
    """How many models are to leave after each round, given how many took part.

    Parameters
    ----------
    name : str
        As it is printed.
    leave : array of int, shape (K, M + 1)
        Row k, column n: how many leave after round k with n models; M for all that have the fewest points.
    constant : int or None
        How many leave after every round, if that is the same.
    """

    name: str
    leave: IntArray
    constant: int | None = None


def read_schedules(eliminate: Eliminations, n_models: int, n_rounds: int) -> tuple[Schedule, ...]:
    """Return the schedules of a list or an array, or of one that is given alone.

    Parameters
    ----------
    eliminate : sequence, array, or one schedule
        The items of a sequence or of an array are schedules, each in a form that :func:`read_schedule` reads; a number,
        a word, a mapping or a function is one.
    n_models, n_rounds : int
        M and K.

    Returns
    -------
    tuple of Schedule

    Raises
    ------
    ValueError
        If there is none, two are equal, or one cannot be read.
    """
    found: object = eliminate
    if isinstance(found, set | frozenset):
        message = (
            f"eliminate must be a list of schedules, which are played in its order; got the set {eliminate!r}. "
            f"Write it in brackets."
        )
        raise ValueError(message)  # noqa: TRY004 (like all that eliminate must be)
    plain = eliminate.tolist() if isinstance(eliminate, np.ndarray) else eliminate
    given = plain if isinstance(plain, Sequence) and not isinstance(plain, str) else [plain]
    if not given:
        message = "eliminate must hold at least one schedule; got none. Say 0 for no elimination."
        raise ValueError(message)
    schedules = tuple(read_schedule(each, n_models, n_rounds) for each in given)
    names = [schedule.name for schedule in schedules]
    if len(set(names)) < len(names):
        message = f"eliminate must hold different schedules; got {', '.join(names)}. Drop one of the equal ones."
        raise ValueError(message)
    return schedules


def read_schedule(eliminate: Eliminate, n_models: int, n_rounds: int) -> Schedule:
    """Return the schedule that is given as a number or in another form.

    Parameters
    ----------
    eliminate : int, str, sequence of int, mapping of int to int, or callable
        So many after every round; ``"halving"``, all that have the fewest points; ``"front:2:4"``, 2 after each of the
        first 4 rounds; ``"back:2:4"``, the last 4; ``"every:2:4"``, every fourth; so many after each of the K rounds;
        so many after the rounds that are keys, 0 the first, and none after others; or a function of the number of the
        round, 0 the first, and of the number of models in it, which are 2 or more.
    n_models, n_rounds : int
        M and K.

    Returns
    -------
    Schedule

    Raises
    ------
    ValueError
        If a number is not whole or is negative, a name unknown, or the rounds are not those of the tournament.

    References
    ----------
    liu2025
    """
    if isinstance(eliminate, str):
        return _named(eliminate, n_models, n_rounds)
    if callable(eliminate):
        asked = range(FEWEST, n_models + 1)
        leave = [[0] * FEWEST + [min(_whole(eliminate(k, n)), n_models) for n in asked] for k in range(n_rounds)]
        return Schedule(getattr(eliminate, "__name__", "function"), read_only(np.array(leave, dtype=np.int64)))
    if isinstance(eliminate, Mapping):
        numbers = _by_round(eliminate, n_rounds)
    elif isinstance(eliminate, Sequence | np.ndarray):
        numbers = [_whole(number) for number in eliminate]
    else:
        number = _whole(eliminate)
        return Schedule(str(number), _each_round([number] * n_rounds, n_models), constant=number)
    if len(numbers) != n_rounds:
        message = (
            f"eliminate must have one number for each of the {n_rounds} rounds; got {len(numbers)}. "
            f"Fill in zeros for rounds after which nobody leaves."
        )
        raise ValueError(message)
    return Schedule("+".join(map(str, numbers)), _each_round(numbers, n_models))


def _named(text: str, n_models: int, n_rounds: int) -> Schedule:
    name, *given = text.split(":")
    if name == "halving" and not given:
        return Schedule(text, _each_round([n_models] * n_rounds, n_models))
    if name not in {"front", "back", "every"} or len(given) != 2 or not all(part.isdecimal() for part in given):
        message = (
            f"eliminate must be a number of models, 'halving', or 'front', 'back' or 'every' with two numbers; "
            f"got {text!r}. Write 'front:2:4' for 2 models after each of the first 4 rounds, say."
        )
        raise ValueError(message)
    number, n_of_rounds = int(given[0]), int(given[1])
    if not 1 <= n_of_rounds <= n_rounds:
        message = (
            f"the second number of {name!r} must be from 1 to {n_rounds}, the rounds; got {n_of_rounds}. "
            f"It says of how many rounds."
        )
        raise ValueError(message)
    played = np.arange(1, n_rounds + 1)
    leaving = {
        "front": played <= n_of_rounds,
        "back": played > n_rounds - n_of_rounds,
        "every": played % n_of_rounds == 0,
    }[name]
    return Schedule(text, _each_round([number if leaves else 0 for leaves in leaving], n_models))


def _by_round(eliminate: Mapping[int, int], n_rounds: int) -> list[int]:
    for k in eliminate:
        if k not in range(n_rounds):
            message = f"eliminate must have rounds from 0 to {n_rounds - 1} as keys; got {k!r}. The first round is 0."
            raise ValueError(message)
    return [_whole(eliminate.get(k, 0)) for k in range(n_rounds)]


def _each_round(numbers: Sequence[int], n_models: int) -> IntArray:
    """Return the table of numbers that do not depend on how many models are left."""
    most = np.array([min(number, n_models) for number in numbers], dtype=np.int64)
    return read_only(np.repeat(most[:, None], n_models + 1, axis=1))


def _whole(number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, Integral) or number < 0:
        message = (
            f"eliminate must be whole numbers of models, 0 or more; got {number!r}. Give how many leave after a round."
        )
        raise ValueError(message)
    return int(number)
