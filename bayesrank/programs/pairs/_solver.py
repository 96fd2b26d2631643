"""Fast solvers for programs of battles without random effects: few variables, and sums over pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.battle_terms import COVARIATE_SCALE, RANDOM_EFFECTS, SIDE_SCALE, Term, battles_with
from bayesrank.programs.newton import Density, Derivatives
from bayesrank.statistics.battle_counts import BattleCounts

PRECISIONS = {"side_effect": SIDE_SCALE**-2, "covariate_effect": COVARIATE_SCALE**-2}


class Slopes(NamedTuple):
    """The log likelihood of all battles, with first derivatives and minus second ones.

    By the log odds of each row, shape (R,), and by the unconstrained parameter of ties, where there is one.
    """

    value: float
    by_odds: FloatArray
    curvature: FloatArray
    by_tie: float = 0.0
    tie_curvature: float = 0.0
    cross: FloatArray | float = 0.0


class TiePrior(NamedTuple):
    """The log prior density of the unconstrained parameter of ties, its derivative, and minus the second one."""

    value: float
    slope: float
    curvature: float


@dataclass(frozen=True)
class TieParameter:
    """The unconstrained parameter of ties, and the variable of the program that it stands for.

    Parameters
    ----------
    name : str
        Of the variable.
    start : callable
        From the battles of each outcome, shape (3,), to a parameter to begin with.
    prior : callable
        From the parameter to its :class:`TiePrior`.
    variable : callable, optional
        From parameters to values of the variable, which are the same by default.
    """

    name: str
    start: Callable[[FloatArray], float]
    prior: Callable[[float], TiePrior]
    variable: Callable[[FloatArray], FloatArray] = np.asarray


@dataclass(frozen=True)
class BattleLikelihood:
    """The likelihood of a program in NumPy.

    Parameters
    ----------
    at : callable
        Log odds of each row (R,), parameter of ties, counts (R, 3) to :class:`Slopes`.
    tie : TieParameter, optional
        None where ties have no parameter, or a fixed one.
    """

    at: Callable[[FloatArray, float, FloatArray], Slopes]
    tie: TieParameter | None = None


@dataclass(frozen=True)
class Problem:
    """What is to be maximised: battles, how log odds depend on variables, and the likelihood.

    The variables are one vector: abilities, effects in the order of ``effects``, the parameter of ties.

    Parameters
    ----------
    battles : BattleCounts
        R rows.
    effects : mapping of str to int
        Name and length of each effect.
    design : sparse array, shape (R, p)
        Log odds by abilities and effects.
    likelihood : BattleLikelihood
    """

    battles: BattleCounts
    effects: Mapping[str, int]
    design: Any
    likelihood: BattleLikelihood
    node_distance: float = 0.5

    @property
    def n_models(self) -> int:
        """Number of models, L."""
        return len(self.battles.models)

    def start(self) -> FloatArray:
        """Return a point to begin with: equal abilities, no effects, as many ties as there are."""
        flat = np.zeros(self.design.shape[1])
        tie = self.likelihood.tie
        return flat if tie is None else np.append(flat, tie.start(self.battles.counts.sum(axis=0)))

    def log_likelihood(self) -> Density:
        """Return the log likelihood; its curvature is regular, though equal shifts of all abilities change nothing."""

        def at(values: FloatArray) -> Derivatives:
            found = self._derivatives(values)
            abilities = found.curvature[: self.n_models, : self.n_models]
            abilities += np.abs(abilities).max() / self.n_models  # no gradient points along the shift, so no step does
            return found

        return at

    def log_posterior(self, spread: float) -> Density:
        """Return the log density of the posterior at a spread of abilities, up to a constant."""
        effects = [np.full(length, PRECISIONS[name]) for name, length in self.effects.items()]
        precision = np.concatenate([np.full(self.n_models, spread**-2), *effects])
        n_linear, tie = len(precision), self.likelihood.tie

        def at(values: FloatArray) -> Derivatives:
            value, gradient, curvature = self._derivatives(values)
            linear = values[:n_linear]
            value -= float(precision @ linear**2) / 2
            gradient[:n_linear] -= precision * linear
            curvature[np.arange(n_linear), np.arange(n_linear)] += precision
            if tie is not None:
                prior = tie.prior(float(values[-1]))
                value += prior.value
                gradient[-1] += prior.slope
                curvature[-1, -1] += prior.curvature
            return Derivatives(value, gradient, curvature)

        return at

    def named(self, values: FloatArray) -> dict[str, FloatArray]:
        """Return abilities, effects and the variable of ties, of vectors of variables, shape (..., n)."""
        found = {"ability": values[..., : self.n_models] - values[..., : self.n_models].mean(axis=-1, keepdims=True)}
        place = self.n_models
        for name, length in self.effects.items():
            found[name] = values[..., place] if name == "side_effect" else values[..., place : place + length]
            place += length
        tie = self.likelihood.tie
        if tie is not None:
            found[tie.name] = tie.variable(values[..., -1])
        return found

    def _derivatives(self, values: FloatArray) -> Derivatives:
        n_linear = self.design.shape[1]
        slopes = self.likelihood.at(self.design @ values[:n_linear], float(values[-1]), self.battles.counts)
        curvature = (self.design.T @ self.design.multiply(slopes.curvature[:, None])).toarray()
        gradient = self.design.T @ slopes.by_odds
        if self.likelihood.tie is None:
            return Derivatives(slopes.value, gradient, curvature)
        cross = self.design.T @ slopes.cross
        bordered = np.block([[curvature, cross[:, None]], [cross[None, :], np.array([[slopes.tie_curvature]])]])
        return Derivatives(slopes.value, np.append(gradient, slopes.by_tie), bordered)


def problem_of(battles: BattleCounts, terms: Sequence[Term], likelihood: BattleLikelihood) -> Problem:
    """Return what a solver maximises.

    Raises
    ------
    DataError
        If the battles do not know what a term needs.
    ValueError
        If a term is a random effect, of which the likelihood alone says nothing.
    """
    random = [term for term in terms if term in RANDOM_EFFECTS]
    if random:
        message = (
            f"terms must be side or covariates for this inference; got {random[0]!r}, whose effects have a "
            f"distribution of their own. Use inference='nuts'."
        )
        raise ValueError(message)
    from scipy.sparse import coo_array, csr_array, hstack

    rows = battles_with(battles, terms)
    row, one = np.arange(len(rows.first)), np.ones(len(rows.first))
    entries = (np.concatenate([one, -one]), (np.tile(row, 2), np.concatenate([rows.first, rows.second])))
    blocks, effects = [coo_array(entries, shape=(len(row), len(rows.models)))], {}
    if "side" in terms:
        effects["side_effect"] = 1
        blocks.append(csr_array(rows.side[:, None]))
    if "covariates" in terms:
        effects["covariate_effect"] = len(rows.covariate_names)
        blocks.append(csr_array(rows.covariates))
    return Problem(rows, effects, csr_array(hstack(blocks)), likelihood)
