"""Davidson-Luce: a set of winners is chosen by the geometric mean of their worths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.options import check_at_least
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.nested_laplace import most_likely, nested_laplace
from bayesrank.programs.program import Program, Target
from bayesrank.programs.setwise._ability_problem import AbilityProblem
from bayesrank.programs.setwise._doubts import refuse_repeated_attempts, winner_doubts
from bayesrank.programs.setwise._given_totals import GivenTotals
from bayesrank.statistics.separation import refuse_separated
from bayesrank.statistics.setwise_counts import SetwiseCounts

if TYPE_CHECKING:
    import pymc as pm

NAME = "davidson_luce"
SPREAD_MEDIAN = 5.0  # geometric means of t worths: differences are t times those that single winners would show
SPREAD_LOG_SD = 1.0
FOR_CHOICES = (
    "davidson_luce is a model of sets that are chosen as a whole, worth the geometric mean of their members. Right "
    "answers of models that answer for themselves are not: its abilities are then stretched and their intervals "
    "wrong. Use 'setwise_cml'."
)


def davidson_luce(
    counts: SetwiseCounts,
    *,
    max_tie_order: int | None = None,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = SPREAD_MEDIAN,
) -> pm.Model:
    """Let the chance of a set of t winners go with ``prevalence_t`` times the geometric mean of their worths.

    ``P(U) = d_t (prod of x over U)^(1/t) / sum over s of d_s e_s(x^(1/s))`` with ``x = exp(ability)``, t the size of U
    and e_s the elementary symmetric polynomial of all who took part. The prevalences d_t are free for each set of
    models that took part together, so that the number of winners tells nothing of abilities: they are those of
    ``P(U | t) = (prod of x over U)^(1/t) / e_t(x^(1/t))``. The prevalences follow, see :func:`prevalences`. Events that
    all or none won tell nothing of abilities and are left out. ``ability_spread ~ LogNormal(log 5, 1)`` unless said.

    Parameters
    ----------
    counts : SetwiseCounts
        L models, with one attempt each in an event at most.
    max_tie_order : int, optional
        The most winners that an event may have and others lose; any number of them by default.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]``, the logarithm of the worth.

    Raises
    ------
    DataError
        If a model has several attempts in an event, or more models won than may.

    References
    ----------
    firth2019
    """
    import pymc as pm

    chosen = given_sizes(counts, max_tie_order=max_tie_order)
    with pm.Model(coords={"model": counts.models}) as model:
        ability = abilities(
            len(counts.models),
            ability_prior=ability_prior,
            ability_scale=ability_scale,
            spread_median=spread_median,
            spread_log_sd=SPREAD_LOG_SD,
        )
        chosen.observe(ability)
    return model


def given_sizes(counts: SetwiseCounts, *, max_tie_order: int | None = None) -> GivenTotals:
    """Return the likelihood.

    Raises
    ------
    DataError
        As :func:`davidson_luce`.
    """
    refuse_repeated_attempts(counts, NAME)
    rows = counts.totals
    if max_tie_order is not None:
        check_at_least("max_tie_order", max_tie_order, 1)
        most = int(rows.total.max(initial=0))
        if most > max_tie_order:
            message = (
                f"max_tie_order must be at least {most}, the most winners of an event that others lost; got "
                f"{max_tie_order}. Raise it, or leave it out."
            )
            raise DataError(message)
    return GivenTotals(rows, 1 / rows.total)


def prevalences(counts: SetwiseCounts, ability: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Draw the prevalences of 1, 2, ..., L winners given abilities, that of one winner being 1, shape (n_draws, L).

    The shares of events with t winners, ``d_t e_t(x^(1/t))`` but for a factor, are Dirichlet: a uniform prior, and the
    number of events of all models that had so many winners.

    Parameters
    ----------
    counts : SetwiseCounts
        All models took part in every event.
    ability : array of float, shape (n_draws, L)

    Raises
    ------
    DataError
        If a model took no part in an event, or had several attempts.
    """
    from bayesrank.programs.setwise._symmetric_polynomials import log_polynomials

    refuse_repeated_attempts(counts, NAME)
    if not counts.attempts.all():
        message = (
            "all models must take part in every event for prevalences of ties; got events that some missed. "
            "Drop these events."
        )
        raise DataError(message)
    n_models = len(counts.models)
    size = np.arange(1, n_models + 1)
    n_events = np.bincount(counts.won.sum(axis=1), counts.n_events, n_models + 1)[1:]
    share = rng.dirichlet(1 + n_events, len(ability))
    everybody = np.ones((n_models, n_models), dtype=np.int64)
    log_all = np.stack([log_polynomials(row, 1 / size, everybody, size)[0] for row in ability])
    ratio = np.log(share) - log_all
    return np.asarray(np.exp(ratio - ratio[:, :1]))


def mle(counts: SetwiseCounts, *, max_tie_order: int | None = None) -> dict[str, FloatArray]:
    """Return the abilities of maximum likelihood, by Newton's method."""
    identified(counts)
    return most_likely(_problem(counts, max_tie_order))


def laplace(
    counts: SetwiseCounts,
    n_draws: int,
    rng: np.random.Generator,
    *,
    max_tie_order: int | None = None,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = SPREAD_MEDIAN,
) -> dict[str, FloatArray]:
    """Return draws from the normal approximation at each spread of abilities."""
    return nested_laplace(
        _problem(counts, max_tie_order),
        n_draws,
        rng,
        ability_prior=ability_prior,
        ability_scale=ability_scale,
        spread_median=spread_median,
        spread_log_sd=SPREAD_LOG_SD,
    )


def _problem(counts: SetwiseCounts, max_tie_order: int | None) -> AbilityProblem:
    return AbilityProblem(given_sizes(counts, max_tie_order=max_tie_order).at, len(counts.models))


def identified(counts: SetwiseCounts) -> None:
    """Refuse events in which some models never lost to others, or never won: their likelihood has no maximum."""
    refuse_separated(counts.models, counts.beat > 0, NAME)


def doubts(counts: SetwiseCounts, target: Target) -> list[str]:  # noqa: ARG001 (there is one)
    """Say what the program is for, and what the events leave to the prior."""
    return [FOR_CHOICES, *winner_doubts(counts)]


PROGRAM = Program(
    reads=SetwiseCounts,
    scores={"ability": "ability: logarithm of the worth, of which sets of winners have the geometric mean"},
    build=davidson_luce,
    reference="firth2019",
    doubts=doubts,
    mle=mle,
    laplace=laplace,
    identified=identified,
    mass_matrix="low_rank",
)
