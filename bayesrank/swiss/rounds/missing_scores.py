"""What becomes of models without a score in a round."""

from __future__ import annotations

from typing import Literal

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.options import check_choice

type Missing = Literal["lose", "drop_round", "half"]


CHOICES: tuple[Missing, ...] = ("lose", "drop_round", "half")


def rounds_to_play(
    observed: BoolArray,
    models: tuple[str, ...],
    rounds: tuple[str, ...],
    missing: Missing | None,
    choices: tuple[Missing, ...] = CHOICES,
) -> IntArray:
    """Return the positions of the rounds that are played.

    Parameters
    ----------
    observed : array of bool, shape (M, K)
        Whether a model has a score in a round.
    models, rounds : tuple of str
        Names of them.
    missing : {"lose", "drop_round", "half"} or None
    choices : tuple of str
        Those that there are here, which messages name.

    Raises
    ------
    DataError
        If scores are missing and nothing says what follows, or no round is left.
    ValueError
        If ``missing`` is none of its choices.
    """
    if missing is not None:
        check_choice("missing", missing, Missing)
    if missing is None and not observed.all():
        k, model = np.argwhere(~observed.T)[0]
        message = (
            f"every model must have a score in every round, or missing= must say what follows; got "
            f"{np.count_nonzero(~observed)} missing, the first of {models[model]!r} in round {rounds[k]!r}. "
            f"Choose missing={_listed(choices)}."
        )
        raise DataError(message)
    played = np.flatnonzero(observed.all(axis=0)) if missing == "drop_round" else np.arange(len(rounds))
    if not played.size:
        others = tuple(choice for choice in choices if choice != "drop_round")
        message = (
            f"a round must have scores of all models to be kept by missing='drop_round'; got none of {len(rounds)} "
            f"that has. {f'Choose missing={_listed(others)}, or leave' if others else 'Leave'} models out."
        )
        raise DataError(message)
    return played


def _listed(choices: tuple[str, ...]) -> str:
    *before, last = map(repr, choices)
    return f"{', '.join(before)} or {last}" if before else last


def missing_words(observed: BoolArray, missing: Missing | None) -> str:
    """Return how many scores are missing and the rule for them, in words; nothing where none is.

    Parameters
    ----------
    observed : array of bool, shape (M, K)
        Of all rounds, also of those that are dropped.
    """
    n_missing = np.count_nonzero(~observed)
    if not n_missing:
        return ""
    return f"missing {missing!r} ({n_missing:,} of {observed.size:,} scores, {n_missing / observed.size:.1%})"


def decide_missing(win: FloatArray, draw: FloatArray, observed: BoolArray, missing: Missing | None) -> None:
    """Write the results of matches that a missing score leaves open into both arrays, shape (K, M, M).

    ``"lose"``: a model without a score loses to those with one, and two without one both lose. ``"half"``: a draw.

    Parameters
    ----------
    observed : array of bool, shape (M, K)
    """
    seen = observed.T
    open_match = ~(seen[:, :, None] & seen[:, None, :])
    win[open_match] = 0.0
    draw[open_match] = 1.0 if missing == "half" else 0.0
    if missing == "lose":
        win[seen[:, :, None] & ~seen[:, None, :]] = 1.0
