"""Draws of what models are worth in each round, from an array."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.axis_names import names_or_numbers
from bayesrank.swiss.win_draws import Match, WinDraws


def win_draws_from_array(
    scores: npt.ArrayLike,
    *,
    models: Sequence[str] | None = None,
    rounds: Sequence[str] | None = None,
    match: Match = "higher_wins",
) -> WinDraws:
    """Take draws of any posterior.

    Parameters
    ----------
    scores : array, shape (B, M, K)
        B draws of M models in K rounds, higher is better.
    models, rounds : sequence of str, optional
        Names; ``model 1``, ``round 1``, ... without them.
    match : {"higher_wins", "logistic"}
        Who wins given the scores (see :class:`~bayesrank.swiss.win_draws.WinDraws`).

    Returns
    -------
    WinDraws

    Raises
    ------
    DataError
        If shape, names or numbers are not as stated.
    ValueError
        If ``match`` is none of its choices.

    Examples
    --------
    >>> win_draws_from_array([[[0.5], [0.4]], [[0.3], [0.4]]], models=["x", "y"], rounds=["law"])
    WinDraws(2 draws of 2 models x 1 rounds, from posterior draws)
    """
    try:
        drawn = np.array(scores, dtype=np.float64)
    except (TypeError, ValueError) as error:
        message = (
            "scores must be an array of numbers; got text or lists of unequal length. Draw all models in all rounds."
        )
        raise DataError(message) from error
    if drawn.ndim != 3:
        message = f"scores must have shape (B, M, K), draws x models x rounds; got {drawn.shape}. Add the missing axis."
        raise DataError(message)
    if len(drawn) < 2:
        message = f"scores must be at least two draws; got {len(drawn)}. Draw again, or play a win tensor."
        raise DataError(message)
    return WinDraws(
        names_or_numbers("model", models, drawn.shape[1]),
        names_or_numbers("round", rounds, drawn.shape[2]),
        drawn,
        match,
    )
