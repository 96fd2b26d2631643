"""Bradley-Terry-Luce: each winner of an event beats all of its losers together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit, log_expit

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.binomial_logit import binomial_logit
from bayesrank.programs.nested_laplace import most_likely
from bayesrank.programs.newton import Derivatives
from bayesrank.programs.program import Program, Target
from bayesrank.programs.setwise._ability_problem import AbilityProblem, approximation_of
from bayesrank.programs.setwise._doubts import refuse_repeated_attempts, winner_doubts
from bayesrank.statistics.separation import refuse_separated
from bayesrank.statistics.setwise_counts import SetwiseCounts

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable

NAME = "bradley_terry_luce"
COMPOSITE = (
    "each of several winners counts as if it alone had won against all losers, so that the likelihood is a composite "
    "one: intervals are too narrow (with 20 models, three quarters of the 95 % intervals hold), and programs cannot be "
    "compared by it. Use 'setwise_cml' for answers that are right or wrong."
)


@dataclass(frozen=True, eq=False)
class Against:
    """How often each model won against each set of losers, D of them.

    Parameters
    ----------
    losers : array of float, shape (D, L)
        1 for the members of the set.
    wins : array of float, shape (D, L)
    """

    losers: FloatArray
    wins: FloatArray

    def at(self, ability: FloatArray) -> Derivatives:
        """Return the log likelihood at abilities, shape (L,), with its derivatives."""
        worth = np.exp(ability - ability.max()) * self.losers
        total = worth.sum(axis=1, keepdims=True)
        share = worth / total  # of each loser in the worth of its set
        lead = ability - ability.max() - np.log(total)
        surprise = self.wins * expit(-lead)
        bent = surprise * expit(lead)
        by_set = surprise.sum(axis=1)
        cross = bent.T @ share
        curvature = np.diag(bent.sum(axis=0) + by_set @ share) - cross - cross.T
        curvature += (share * (bent.sum(axis=1) - by_set)[:, None]).T @ share
        value = float((self.wins * log_expit(lead)).sum())
        return Derivatives(value, surprise.sum(axis=0) - by_set @ share, curvature)


def bradley_terry_luce(
    counts: SetwiseCounts,
    *,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> pm.Model:
    """Let each winner of an event be the one chosen among itself and all losers, with a chance that goes with worth.

    The likelihood of winners U and losers V is ``prod over i in U of x_i / (x_i + sum of x over V)`` with
    ``x = exp(ability)``. With one winner it is Luce's choice; with several it is a composite likelihood, for the
    chances of all sets of t winners do not add up to one. Events that all or none won tell nothing and are left out.

    Parameters
    ----------
    counts : SetwiseCounts
        L models, with one attempt each in an event at most.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]`` in logits.

    Raises
    ------
    DataError
        If a model has several attempts in an event.

    References
    ----------
    luce1959
    """
    import pymc as pm

    rows = against(counts)
    dims = ("row", "model")
    with pm.Model(coords={"model": counts.models}) as model:
        ability = abilities(
            len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        lead = _lead(ability, pm.Data("losers", rows.losers, dims=dims))
        binomial_logit("won", lead, rows.wins, rows.wins, dims)
    return model


def _lead(ability: TensorVariable, losers: TensorVariable) -> TensorVariable:
    """Return the log odds of each model against each set of losers, shape (D, L)."""
    import pytensor.tensor as pt

    relative = ability - ability.max()
    return relative[None, :] - pt.log(losers @ pt.exp(relative))[:, None]


def against(counts: SetwiseCounts) -> Against:
    """Return how often each model won against each set of losers.

    Raises
    ------
    DataError
        If a model has several attempts in an event.
    """
    refuse_repeated_attempts(counts, NAME)
    told = counts.informative
    won, n_events = counts.won[told], counts.n_events[told]
    losers, row = np.unique(counts.attempts[told] - won, axis=0, return_inverse=True)
    wins = np.zeros(losers.shape)
    np.add.at(wins, row.reshape(-1), won * n_events[:, None])
    return Against(losers.astype(np.float64), wins)


def mle(counts: SetwiseCounts) -> dict[str, FloatArray]:
    """Return the abilities of maximum likelihood, by Newton's method."""
    identified(counts)
    return most_likely(AbilityProblem(against(counts).at, len(counts.models)))


laplace = approximation_of(lambda counts: against(counts).at)


def identified(counts: SetwiseCounts) -> None:
    """Refuse events in which some models never lost to others, or never won: their likelihood has no maximum."""
    refuse_separated(counts.models, counts.beat > 0, NAME)


def doubts(counts: SetwiseCounts, target: Target) -> list[str]:  # noqa: ARG001 (there is one)
    """Say that the likelihood is composite, where it is, and what the events leave to the prior."""
    return [*([COMPOSITE] if composite(counts) else []), *winner_doubts(counts)]


def composite(counts: SetwiseCounts) -> bool:
    """Say whether an event that tells something has several winners."""
    return bool(counts.totals.total.max(initial=0) > 1)


PROGRAM = Program(
    reads=SetwiseCounts,
    scores={"ability": "ability in logits: log odds of a win against one loser"},
    build=bradley_terry_luce,
    reference="luce1959",
    doubts=doubts,
    mle=mle,
    laplace=laplace,
    identified=identified,
    composite=composite,
    mass_matrix="low_rank",
)
