"""What a tournament is played with, from whatever data there are."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_names
from bayesrank.swiss.rounds.draws_from_counts import win_draws_from_counts
from bayesrank.swiss.rounds.draws_from_outcomes import win_draws_from_outcomes
from bayesrank.swiss.rounds.draws_from_scores import win_draws_from_scores
from bayesrank.swiss.rounds.from_scores import win_tensor_from_scores
from bayesrank.swiss.rounds.round_counts import RoundCounts
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

DATA_AND_SEED = ("table", "outcomes", "counts", "random_seed")


def to_play(
    data: WinTensor | WinDraws | ScoreTable | Outcomes | RoundCounts,
    *,
    random_seed: int,
    **options: Any,  # noqa: ANN401 (of how data are played)
) -> WinTensor | WinDraws:
    """Return who beats whom by the data, with the uncertainty that they have.

    Outcomes are drawn by the Bayesian bootstrap over the questions of each round, counts from beta posteriors, scores
    with standard errors from normal distributions; of scores without, the higher one wins.

    Parameters
    ----------
    data : WinTensor, WinDraws, ScoreTable, Outcomes or RoundCounts
    random_seed : int
        Of draws, or of coins for ties.
    **options
        Those of :func:`win_draws_from_outcomes`, :func:`win_draws_from_counts`, :func:`win_draws_from_scores` or
        :func:`win_tensor_from_scores`; none for what is ready to be played.

    Raises
    ------
    DataError
        As these functions say.
    ValueError
        If an option is none of these, or not as stated.
    """
    if isinstance(data, WinTensor | WinDraws):
        check_names("swiss_tournament", options, ())
        return data
    make = _maker(data)
    check_names(make.__name__, options, _options_of(make))
    played: WinTensor | WinDraws = make(data, random_seed=random_seed, **options)
    return played


def _maker(data: ScoreTable | Outcomes | RoundCounts) -> Callable[..., Any]:
    if isinstance(data, Outcomes):
        return win_draws_from_outcomes
    if isinstance(data, RoundCounts):
        return win_draws_from_counts
    return win_tensor_from_scores if data.standard_errors is None else win_draws_from_scores


def _options_of(make: Callable[..., object]) -> list[str]:
    return [name for name in inspect.signature(make).parameters if name not in DATA_AND_SEED]
