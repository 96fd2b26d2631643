"""Draws of scores from fits, one to a round."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bayesrank.errors import ConvergenceError, DataError
from bayesrank.options import check_at_least, seed_or_fresh
from bayesrank.ranks.fit import Fit
from bayesrank.swiss.win_draws import Match, WinDraws


def win_draws_from_fits(
    fits: Mapping[str, Fit], *, match: Match = "higher_wins", draws: int = 1000, random_seed: int | None = None
) -> WinDraws:
    """Take the scores of models in each round from a posterior of its own.

    The rounds are independent of each other given the data, so a draw of one goes with any draw of another. Which goes
    with which is drawn by lot: fits with the same seed have draws that go up and down together. The fit with the fewest
    draws says how many there are.

    Parameters
    ----------
    fits : mapping of str to Fit
        Name of each round to its fit, in the order in which they are played, all of the same models.
    match : {"higher_wins", "logistic"}
        Who wins given the scores (see :class:`~bayesrank.swiss.win_draws.WinDraws`).
    draws : int
        Most draws to take, at least 2.
    random_seed : int, optional
        Of the lot.

    Returns
    -------
    WinDraws
        Models in the order of the first fit.

    Raises
    ------
    DataError
        If there is no round, or fits are of different models.
    ConvergenceError
        If a fit did not converge.
    ValueError
        If an option is none of its choices.
    """
    check_at_least("draws", draws, 2)
    if not fits:
        message = "fits must be of at least one round; got none. Map the name of each round to its fit."
        raise DataError(message)
    models = next(iter(fits.values())).models
    for name, fit in fits.items():
        _check(name, fit, models)
    seed = seed_or_fresh(random_seed)
    rng = np.random.default_rng(seed)
    n_draws = min(draws, *(len(fit.draws) for fit in fits.values()))
    scores = np.empty((n_draws, len(models), len(fits)))
    for k, fit in enumerate(fits.values()):
        model = [fit.models.index(name) for name in models]
        scores[:, :, k] = fit.draws[rng.permutation(len(fit.draws))[:n_draws]][:, model]
    return WinDraws(models, tuple(fits), scores, match, "posterior draws of fits", seed)


def _check(name: str, fit: Fit, models: tuple[str, ...]) -> None:
    odd = sorted(set(fit.models) ^ set(models))
    if odd:
        message = (
            f"fits must be of the same models; got {odd[0]!r} not in all of them (round {name!r}). Fit it everywhere."
        )
        raise DataError(message)
    if not fit.converged:
        message = f"fit of round {name!r} must have converged; got one that has not. Fit it with more draws."
        raise ConvergenceError(message)
