"""Over which numbers of eliminations a tournament is played, and which of them are doubtful."""

from __future__ import annotations

from collections.abc import Sequence

from bayesrank.options import check_at_least


def natural_grid(n_models: int, n_rounds: int) -> tuple[int, ...]:
    """Return the numbers of models to leave after every round that cannot end a contest early: 0, 1, ...

    Before the last of K rounds at most T (K - 1) of M models have left, and two must be there to play it: T is at most
    (M - 2) / (K - 1), rounded down. With few models and many rounds that is 0 alone. So it is with one round, after
    which no elimination can change anything.

    Parameters
    ----------
    n_models, n_rounds : int
        M, at least 2, and K, at least 1.

    Returns
    -------
    tuple of int
        0 first, each one more than the one before.

    References
    ----------
    liu2025

    Examples
    --------
    >>> natural_grid(29, 12)
    (0, 1, 2)
    """
    check_at_least("n_models", n_models, 2)
    check_at_least("n_rounds", n_rounds, 1)
    largest = (n_models - 2) // (n_rounds - 1) if n_rounds > 1 else 0
    return tuple(range(largest + 1))


def grid_doubts(grid: Sequence[int], n_models: int, n_rounds: int) -> list[str]:
    """Say which numbers of eliminations may end a contest early, and which change nothing any more.

    After the first round at most half of the models, rounded up, have the fewest points, if every match has one winner.
    To let so many leave or more is the same tournament then.

    Parameters
    ----------
    grid : sequence of int
        How many leave after every round.
    n_models, n_rounds : int
        M and K.
    """
    largest = natural_grid(n_models, n_rounds)[-1]
    half = (n_models + 1) // 2
    beyond = [number for number in grid if number > largest]
    flat = [number for number in grid if number > half]
    doubts = []
    if n_rounds == 1 and beyond:
        doubts.append("there is one round, and nobody can leave before it: eliminations change nothing")
    elif beyond:
        doubts.append(
            f"eliminations of {_listed(beyond)} may leave fewer than two of {n_models} models before the last of "
            f"{n_rounds} rounds, which they then do not play; up to {largest} cannot"
        )
    if n_rounds > 1 and flat:
        doubts.append(
            f"eliminations of {_listed(flat)} give what {half} gives wherever every match has one winner: all with the "
            f"fewest points leave, and the curve is flat"
        )
    return doubts


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
