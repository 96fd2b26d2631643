"""Davidson: Bradley-Terry with ties, likeliest between equals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import logsumexp

from bayesrank.arrays import FloatArray
from bayesrank.options import check_positive
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.battle_terms import Term, battles_with, coords_of, log_odds
from bayesrank.programs.battles import is_composite, observe_battles
from bayesrank.programs.nested_laplace import most_likely, nested_laplace
from bayesrank.programs.pairs._doubts import battle_doubts
from bayesrank.programs.pairs._identified import refuse_unidentified
from bayesrank.programs.pairs._solver import BattleLikelihood, Slopes, TieParameter, TiePrior, problem_of
from bayesrank.programs.program import Program, Target
from bayesrank.statistics.battle_counts import BattleCounts

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable

TIE_SCALE = 1.5


def davidson(
    battles: BattleCounts,
    *,
    terms: Sequence[Term] = (),
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    tie_scale: float = TIE_SCALE,
) -> pm.Model:
    """Let a win of i, a win of j and a tie be as probable as ``exp(a_i) : exp(a_j) : exp(log_tie + (a_i + a_j) / 2)``.

    ``log_tie ~ Normal(0, tie_scale)``; between equals a tie is ``exp(log_tie)`` times as probable as a win of the one.
    What bears on the log odds besides abilities is added to the ability of the model that it favours, in the tie too.
    Counts may be fractions, of weighted battles.

    Parameters
    ----------
    battles : BattleCounts
        L models.
    terms : sequence of {"side", "covariates", "judges", "categories"}
        What else bears on the log odds; see :func:`~bayesrank.programs.battle_terms.log_odds`.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.
    tie_scale : float
        Prior standard deviation of ``log_tie``.

    Returns
    -------
    pm.Model
        ``ability[model]`` in logits, and ``log_tie``.

    Raises
    ------
    DataError
        If the battles do not know what a term needs.
    ValueError
        If ``tie_scale`` is not positive.

    References
    ----------
    davidson1970
    """
    import pymc as pm

    check_positive("tie_scale", tie_scale)
    rows = battles_with(battles, terms)
    with pm.Model(coords={**coords_of(rows, terms), "outcome": ("first", "second", "tie")}) as model:
        ability = abilities(
            len(rows.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        log_tie = pm.Normal("log_tie", 0.0, pm.Data("log_tie_scale", float(tie_scale)))
        odds = log_odds(rows, terms, ability)
        observe_with_ties(odds, log_tie, rows.counts)
    return model


def observe_with_ties(odds: TensorVariable, log_tie: TensorVariable, counts: FloatArray) -> TensorVariable:
    """Add observed ``battles`` of Davidson's model to the model in the context.

    Parameters
    ----------
    odds : TensorVariable
        Log odds of a win of the first model against one of the second, shape (R,).
    log_tie : TensorVariable
        Scalar.
    counts : array of float, shape (R, 3)
    """
    import pytensor.tensor as pt

    logits = pt.stack([odds / 2, -odds / 2, log_tie + pt.zeros_like(odds)], axis=-1)
    return observe_battles(logits - pt.logsumexp(logits, axis=-1, keepdims=True), counts)


def likelihood(odds: FloatArray, tie: float, counts: FloatArray) -> Slopes:
    """Return the log likelihood of battles and its derivatives; the parameter of ties is ``log_tie``."""
    logits = np.stack([odds / 2, -odds / 2, np.full_like(odds, tie)], axis=1)
    log_chance = logits - logsumexp(logits, axis=1, keepdims=True)
    total = counts.sum(axis=1)
    first, second, tied = np.exp(log_chance).T
    lead = (first - second) / 2  # of the derivative of logits by odds, (1/2, -1/2, 0), the expectation
    return Slopes(
        value=float((counts * log_chance).sum()),
        by_odds=(counts[:, 0] - counts[:, 1]) / 2 - total * lead,
        curvature=total * ((first + second) / 4 - lead**2),
        by_tie=float((counts[:, 2] - total * tied).sum()),
        tie_curvature=float((total * tied * (1 - tied)).sum()),
        cross=-total * lead * tied,
    )


def first_guess(outcomes: FloatArray) -> float:
    """Return ``log_tie`` of as many ties among equals, from the battles of each outcome, shape (3,)."""
    return float(np.log(2 * (outcomes[2] + 0.5) / (outcomes[0] + outcomes[1] + 1)))


def likelihood_with(tie_scale: float) -> BattleLikelihood:
    """Return the likelihood with the prior of its parameter of ties."""
    check_positive("tie_scale", tie_scale)
    precision = tie_scale**-2

    def prior(tie: float) -> TiePrior:
        return TiePrior(-precision * tie**2 / 2, -precision * tie, precision)

    return BattleLikelihood(likelihood, TieParameter("log_tie", first_guess, prior))


def mle(battles: BattleCounts, *, terms: Sequence[Term] = ()) -> dict[str, FloatArray]:
    """Return the maximum likelihood of abilities, effects and ``log_tie`` by Newton's method."""
    identified(battles, terms=terms)
    return most_likely(problem_of(battles, terms, likelihood_with(TIE_SCALE)))


def laplace(  # noqa: PLR0913 (each is an option of the program)
    battles: BattleCounts,
    n_draws: int,
    rng: np.random.Generator,
    *,
    terms: Sequence[Term] = (),
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    tie_scale: float = TIE_SCALE,
) -> dict[str, FloatArray]:
    """Return draws from the normal approximation at each spread of abilities."""
    return nested_laplace(
        problem_of(battles, terms, likelihood_with(tie_scale)),
        n_draws,
        rng,
        ability_prior=ability_prior,
        ability_scale=ability_scale,
        spread_median=spread_median,
    )


def identified(battles: BattleCounts, *, terms: Sequence[Term] = ()) -> None:
    """Refuse battles whose likelihood has no finite maximum."""
    refuse_unidentified(battles, terms, "davidson", "learned")


def doubts(battles: BattleCounts, target: Target) -> list[str]:  # noqa: ARG001 (there is one)
    """Say what the battles leave to the prior."""
    return battle_doubts(battles, "davidson", "learned")


PROGRAM = Program(
    reads=BattleCounts,
    scores={"ability": "ability in logits: log odds of a win rather than a loss against a model of mean ability"},
    build=davidson,
    reference="davidson1970",
    doubts=doubts,
    mle=mle,
    laplace=laplace,
    identified=identified,
    composite=is_composite,
    mass_matrix="low_rank",
)
