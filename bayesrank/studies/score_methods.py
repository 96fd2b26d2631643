"""Ways to make one number of a model's scores on many benchmarks, by name: averages, votes and Swiss tournaments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.rules.voting.borda import borda
from bayesrank.rules.voting.copeland import copeland
from bayesrank.statistics.pair_votes import PairVotes
from bayesrank.studies.average_scores import mean, mean_z, median, median_z, trimmed_mean
from bayesrank.studies.round_votes import bradley_terry, round_votes
from bayesrank.studies.tournament_scores import Wins, tensor_of_scores, tournament_of, tournament_wins

AVERAGES: Mapping[str, Callable[[FloatArray], FloatArray]] = {
    "mean": mean,
    "mean_z": mean_z,
    "median": median,
    "median_z": median_z,
    "trimmed_mean": trimmed_mean,
}
VOTES: Mapping[str, Callable[[PairVotes], FloatArray]] = {
    "borda": borda,
    "copeland": copeland,
    "bradley_terry": bradley_terry,
}
METHODS = (*AVERAGES, *VOTES, "swiss_0", "swiss_1", "swiss_2", "random_0")
CONTESTS = 5_000


@dataclass(frozen=True, eq=False)
class MethodScores:
    """Scores of M models by several methods.

    Parameters
    ----------
    methods : tuple of str
        Names of the methods, n of them.
    scores : array, shape (n, M)
        Higher is better, each method on a scale of its own.
    mcse : array, shape (n, M)
        Monte-Carlo standard errors; zero for methods without chance.
    """

    methods: tuple[str, ...]
    scores: FloatArray
    mcse: FloatArray


def score_models(
    scores: FloatArray,
    methods: Sequence[str] = METHODS,
    *,
    n_contests: int = CONTESTS,
    random_seed: int = 0,
    cores: int | None = None,
) -> MethodScores:
    """Score models by methods.

    Parameters
    ----------
    scores : array, shape (M, K)
        Higher is better, of K rounds in the order in which they are played; NaN where a model has no score, but at
        least one a model and a round. Averages and votes leave out what is missing; in a tournament it is a draw with
        all.
    methods : sequence of str
        ``"mean"`` (on the scales as they are), ``"mean_z"`` (of standardised benchmarks), ``"median"``,
        ``"median_z"``, ``"trimmed_mean"`` (without the best and the worst fifth), ``"borda"``, ``"copeland"``,
        ``"bradley_terry"`` (greatest posterior density, abilities having a normal prior with standard deviation 2),
        ``"swiss_0"``, ``"swiss_1"``, ... (expected wins with so many eliminated after every round), ``"random_0"``, ...
        (the same where all that are left meet at random; without elimination exact). Equal scores are half a win for
        each.
    n_contests : int
        Contests of each tournament that is played.
    random_seed : int
    cores : int, optional
        Threads; they change no result.

    Returns
    -------
    MethodScores

    Raises
    ------
    ValueError
        If there is no such method.

    References
    ----------
    liu2025
    """
    names = checked_methods(methods)
    found = {name: AVERAGES[name](scores) for name in names if name in AVERAGES}
    if not VOTES.keys().isdisjoint(names):
        votes = round_votes(scores)
        found |= {name: VOTES[name](votes) for name in names if name in VOTES}
    by_method = {name: Wins(each, np.zeros(len(scores))) for name, each in found.items()}
    tournaments = {name: each for name in names if (each := tournament_of(name)) is not None}
    if tournaments:
        by_method |= tournament_wins(
            tensor_of_scores(scores), tournaments, n_contests=n_contests, random_seed=random_seed, cores=cores
        )
    return MethodScores(
        names, np.stack([by_method[name].wins for name in names]), np.stack([by_method[name].mcse for name in names])
    )


def checked_methods(methods: Sequence[str]) -> tuple[str, ...]:
    """Return the names of methods.

    Raises
    ------
    ValueError
        If there is none, one is unknown, or one is named twice.
    """
    names = (methods,) if isinstance(methods, str) else tuple(methods)
    unknown = [name for name in names if name not in AVERAGES and name not in VOTES and tournament_of(name) is None]
    if unknown or not names or len(set(names)) < len(names):
        got = repr(unknown[0]) if unknown else ", ".join(names) or "none"
        known = ", ".join((*AVERAGES, *VOTES))
        message = (
            f"methods must be different ones of {known}, and swiss_ or random_ with the number that leaves after every "
            f"round; got {got}. Say 'swiss_0' for nobody."
        )
        raise ValueError(message)
    return names
