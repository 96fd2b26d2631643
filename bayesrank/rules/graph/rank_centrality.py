"""Rank Centrality: the stationary distribution of a walk from losers to winners."""

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.options import check_choice
from bayesrank.rules.credit_of_ties import CreditOfTies
from bayesrank.rules.graph._stationary import stationary_distribution
from bayesrank.rules.reachability import reachable
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.pair_counts import PairCounts

MOST_NAMES = 5


@ranking_rule(ties="option", missing="left out", cost="L^3", reference="negahban2017")
def rank_centrality(
    counts: PairCounts, *, ties: CreditOfTies = "half", smoothing: float = 0.0, teleport: float = 0.0
) -> FloatArray:
    """Score a model by how often a random walk from losers to winners is at it.

    With ``won[i, j]`` the wins of i over j, with half of the ties if ``ties="half"``, and ``smoothing`` added for each
    two models, the walk at i draws one of d others, j, moves to it with probability ``won[j, i] / (won[i, j] +
    won[j, i])`` and stays otherwise. d is the largest number of models that any model was compared with; the walk does
    not move between two that were not. With data of the Bradley-Terry model the scores estimate its worths.

    Parameters
    ----------
    counts : PairCounts
    ties : {"half", "ignore"}
        Whether a tie is half a win for each model, or no comparison.
    smoothing : float
        Wins added to each model against each other, >= 0.
    teleport : float
        Probability of a jump to any of the models, in [0, 1).

    Returns
    -------
    array of float, shape (..., L)
        Share of the walk's time, summing to 1.

    Raises
    ------
    ValueError
        If ``ties`` is none of these, ``smoothing`` is negative or ``teleport`` is outside [0, 1).
    NotIdentifiedError
        If some models never lost to any other, so that the walk does not come back from them, and neither
        ``smoothing`` nor ``teleport`` is above zero; in a stack, if that holds in any draw.

    References
    ----------
    negahban2017
    """
    check_choice("ties", ties, CreditOfTies)
    if not 0 <= smoothing < np.inf:
        message = f"smoothing must be a number of wins >= 0; got {smoothing}. Give 1, or 0 for none."
        raise ValueError(message)
    if not 0 <= teleport < 1:
        message = f"teleport must be a probability in [0, 1); got {teleport}. Give 0.1, or 0 for none."
        raise ValueError(message)
    n_models = len(counts.models)
    won = counts.wins + (counts.ties / 2 if ties == "half" else 0) + smoothing * (1 - np.eye(n_models))
    moves = _moves(won)
    if teleport == 0:
        _refuse_if_reducible(moves > 0, counts.models)
    moves = (1 - teleport) * moves + teleport / n_models
    return stationary_distribution(np.log(moves, out=np.full_like(moves, -np.inf), where=moves > 0))


def _moves(won: FloatArray) -> FloatArray:
    """Return the probability of a move from the row's model to the column's, shape (..., L, L)."""
    compared = won + won.swapaxes(-1, -2)
    most_opponents = (compared > 0).sum(axis=-1).max(axis=-1, initial=1)
    lost = np.divide(won.swapaxes(-1, -2), compared, out=np.zeros_like(won), where=compared > 0)
    return lost / most_opponents[..., None, None]


def _refuse_if_reducible(moves: BoolArray, models: tuple[str, ...]) -> None:
    """Raise :class:`NotIdentifiedError` unless a walk gets from each model to each other, in every draw of a stack."""
    leads = reachable(moves).reshape(-1, len(models), len(models))
    apart = np.flatnonzero(~leads.all(axis=(1, 2)))
    if apart.size == 0:
        return
    first = leads[apart[0]]
    # From the model that leads to the fewest, a walk stays among those that it leads to.
    kept = sorted(name for name, stays in zip(models, first[first.sum(axis=1).argmin()], strict=True) if stays)
    message = (
        f"rank_centrality needs a chain of losses from every model to every other; {_listed(kept)} never lost to any "
        f"other model{_draws(len(apart), len(leads))}. Set smoothing or teleport above zero, or rank the groups apart."
    )
    raise NotIdentifiedError(message)


def _listed(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:MOST_NAMES])
    return shown if len(names) <= MOST_NAMES else f"{shown} and {len(names) - MOST_NAMES} more"


def _draws(n_apart: int, n_draws: int) -> str:
    return "" if n_draws == 1 else f" in the first of {n_apart} such draws out of {n_draws}"
