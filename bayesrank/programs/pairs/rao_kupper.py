"""Rao-Kupper: Bradley-Terry with ties where neither is better by more than a threshold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit, log_expit

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.battle_terms import Term, battles_with, coords_of, log_odds
from bayesrank.programs.battles import is_composite, observe_battles
from bayesrank.programs.nested_laplace import most_likely, nested_laplace
from bayesrank.programs.pairs._doubts import battle_doubts
from bayesrank.programs.pairs._identified import Ties, refuse_unidentified
from bayesrank.programs.pairs._solver import BattleLikelihood, Slopes, TieParameter, TiePrior, problem_of
from bayesrank.programs.program import Program, Target
from bayesrank.statistics.battle_counts import BattleCounts

if TYPE_CHECKING:
    import pymc as pm


def rao_kupper(
    battles: BattleCounts,
    *,
    terms: Sequence[Term] = (),
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    tie_strength: float | None = None,
) -> pm.Model:
    """Let i win with log odds ``a_i - a_j - tie_threshold``, j with ``a_j - a_i - tie_threshold``; else they tie.

    ``tie_threshold ~ HalfNormal(1)``, in logits: noisy judgements of the difference are called a tie within it. It is
    the logarithm of the parameter of Rao and Kupper, 1 or more, which ``tie_strength`` fixes. Counts may be fractions,
    of weighted battles.

    Parameters
    ----------
    battles : BattleCounts
        L models.
    terms : sequence of {"side", "covariates", "judges", "categories"}
        What else bears on the log odds; see :func:`~bayesrank.programs.battle_terms.log_odds`.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.
    tie_strength : float, optional
        Fixes the exponential of ``tie_threshold`` instead of learning it, > 1.

    Returns
    -------
    pm.Model
        ``ability[model]`` and ``tie_threshold`` in logits.

    Raises
    ------
    DataError
        If the battles do not know what a term needs.
    ValueError
        If ``tie_strength`` is not above 1.

    References
    ----------
    rao1967
    """
    import pymc as pm
    import pytensor.tensor as pt

    check_tie_strength(tie_strength)
    rows = battles_with(battles, terms)
    with pm.Model(coords={**coords_of(rows, terms), "outcome": ("first", "second", "tie")}) as model:
        ability = abilities(
            len(rows.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        if tie_strength is None:
            threshold = pm.HalfNormal("tie_threshold", pm.Data("tie_threshold_scale", 1.0))
        else:
            threshold = pm.Data("tie_threshold", float(np.log(tie_strength)))
        odds = log_odds(rows, terms, ability)
        first, second = -pt.softplus(threshold - odds), -pt.softplus(threshold + odds)
        tie = 2 * threshold + pt.log1mexp(-2 * threshold) + first + second  # log(exp(2 t) - 1) that does not overflow
        observe_battles(pt.stack([first, second, tie], axis=-1), rows.counts)
    return model


def check_tie_strength(tie_strength: float | None) -> None:
    """Raise ``ValueError`` unless the parameter of ties is left to be learned, or above 1 and finite."""
    if tie_strength is not None and not 1 < tie_strength < np.inf:
        message = (
            f"tie_strength must be above 1 and finite; got {tie_strength}. Leave it out to learn it; 1 allows no ties "
            f"and is program='bradley_terry'."
        )
        raise ValueError(message)


def likelihood(odds: FloatArray, tie: float, counts: FloatArray) -> Slopes:
    """Return the log likelihood of battles and its derivatives; the parameter of ties is ``log(tie_threshold)``."""
    threshold = float(np.exp(tie))
    not_second, not_first = counts[:, 0] + counts[:, 2], counts[:, 1] + counts[:, 2]  # a tie is short of either win
    below, above = expit(threshold - odds), expit(threshold + odds)
    by_below, by_above = not_second * below * (1 - below), not_first * above * (1 - above)
    n_ties = float(counts[:, 2].sum())
    gap = -np.expm1(-2 * threshold)
    by_threshold = 2 * n_ties / gap - float(not_second @ below + not_first @ above)
    by_threshold_twice = 4 * n_ties * (1 - gap) / gap**2 + float(by_below.sum() + by_above.sum())
    return Slopes(
        value=float(not_second @ log_expit(odds - threshold) + not_first @ log_expit(-odds - threshold))
        + n_ties * float(2 * threshold + np.log(gap)),
        by_odds=not_second * below - not_first * above,
        curvature=by_below + by_above,
        by_tie=threshold * by_threshold,
        tie_curvature=threshold**2 * by_threshold_twice - threshold * by_threshold,
        cross=threshold * (by_above - by_below),
    )


def first_guess(outcomes: FloatArray) -> float:
    """Return the log threshold of as many ties among equals, from the battles of each outcome, shape (3,)."""
    share = (outcomes[2] + 0.5) / (outcomes.sum() + 1)  # between equals tanh(threshold / 2)
    return float(np.log(2 * np.arctanh(share)))


def _half_normal(tie: float) -> TiePrior:
    """Return the prior of ``log(tie_threshold)``: half normal, with the Jacobian."""
    square = float(np.exp(2 * tie))
    return TiePrior(tie - square / 2, 1 - square, 2 * square)


def likelihood_with(tie_strength: float | None) -> BattleLikelihood:
    """Return the likelihood, with the prior of its parameter of ties or with that parameter fixed."""
    check_tie_strength(tie_strength)
    if tie_strength is None:
        return BattleLikelihood(likelihood, TieParameter("tie_threshold", first_guess, _half_normal, np.exp))
    fixed = float(np.log(np.log(tie_strength)))
    return BattleLikelihood(lambda odds, _, counts: likelihood(odds, fixed, counts))


def mle(
    battles: BattleCounts, *, terms: Sequence[Term] = (), tie_strength: float | None = None
) -> dict[str, FloatArray]:
    """Return the maximum likelihood of abilities, effects and ``tie_threshold`` by Newton's method."""
    identified(battles, terms=terms, tie_strength=tie_strength)
    return most_likely(problem_of(battles, terms, likelihood_with(tie_strength)))


def laplace(  # noqa: PLR0913 (each is an option of the program)
    battles: BattleCounts,
    n_draws: int,
    rng: np.random.Generator,
    *,
    terms: Sequence[Term] = (),
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    tie_strength: float | None = None,
) -> dict[str, FloatArray]:
    """Return draws from the normal approximation at each spread of abilities, by the log of the threshold."""
    return nested_laplace(
        problem_of(battles, terms, likelihood_with(tie_strength)),
        n_draws,
        rng,
        ability_prior=ability_prior,
        ability_scale=ability_scale,
        spread_median=spread_median,
    )


def identified(battles: BattleCounts, *, terms: Sequence[Term] = (), tie_strength: float | None = None) -> None:
    """Refuse battles whose likelihood has no finite maximum."""
    refuse_unidentified(battles, terms, "rao_kupper", _ties(tie_strength))


def doubts(battles: BattleCounts, target: Target, *, tie_strength: float | None = None) -> list[str]:  # noqa: ARG001
    """Say what the battles leave to the prior."""
    return battle_doubts(battles, "rao_kupper", _ties(tie_strength))


def _ties(tie_strength: float | None) -> Ties:
    return "learned" if tie_strength is None else "fixed"


PROGRAM = Program(
    reads=BattleCounts,
    scores={"ability": "ability in logits; a win has the log odds of a difference of abilities less the threshold"},
    build=rao_kupper,
    reference="rao1967",
    doubts=doubts,
    mle=mle,
    laplace=laplace,
    identified=identified,
    composite=is_composite,
    mass_matrix="low_rank",
)
