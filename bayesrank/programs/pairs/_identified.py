"""Whether the likelihood of battles has a finite maximum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.programs.battle_terms import Term
from bayesrank.programs.pairs._solver import BattleLikelihood, Problem, Slopes, problem_of
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.separation import REMEDY, refuse_separated
from bayesrank.statistics.tie_separation import refuse_separated_ties

type Ties = Literal["left_out", "fixed", "learned"]
"""What a program does with ties: nothing, or it has a parameter of how frequent they are, fixed or learned."""


def refuse_unidentified(battles: BattleCounts, terms: Sequence[Term], program: str, ties: Ties) -> None:
    """Raise :class:`~bayesrank.errors.NotIdentifiedError` unless the likelihood has one finite maximum.

    For abilities, and a parameter of ties, see :mod:`bayesrank.statistics.separation` and
    :mod:`bayesrank.statistics.tie_separation`. An effect needs rows in which it is not mixed up with abilities, and
    outcomes that it does not explain for certain.
    """
    if ties == "learned":
        refuse_separated_ties(battles.pairs, program)
    else:
        refuse_separated(battles.models, outcomes_that_bind(battles, ties), program)
    if terms:
        problem = problem_of(battles, terms, BattleLikelihood(_no_slopes))
        _refuse_mixed_effects(problem, program, ties)
        _refuse_certain_outcomes(problem, program, ties)


def outcomes_that_bind(battles: BattleCounts, ties: Ties) -> BoolArray:
    """Return whether an outcome keeps the row's model from falling without limit below the column's, shape (L, L)."""
    pairs = battles.pairs
    return np.asarray(pairs.wins > 0 if ties == "left_out" else (pairs.wins > 0) | (pairs.ties > 0))


def _no_slopes(odds: FloatArray, tie: float, counts: FloatArray) -> Slopes:
    """Stand in for a likelihood where only its variables are asked for."""
    raise NotImplementedError


def _refuse_mixed_effects(problem: Problem, program: str, ties: Ties) -> None:
    """Refuse effects that some abilities would imitate in every row with battles that count."""
    n_models, counts = len(problem.battles.models), problem.battles.counts
    rows = problem.design[(counts[:, :2] if ties == "left_out" else counts).sum(axis=1) > 0]
    gram = (rows.T @ rows).toarray()
    gram[:n_models, :n_models] += 1  # the shift of all abilities, which is no variable
    scale = np.sqrt(np.maximum(gram.diagonal(), np.finfo(float).tiny))
    if np.linalg.matrix_rank(gram / np.outer(scale, scale), hermitian=True, tol=1e-9) < len(gram):
        message = (
            f"effects must differ from those of abilities in some battles for {program!r} to have one maximum "
            f"likelihood; got {', '.join(problem.effects)} that some abilities imitate. Leave a term out, or use "
            f"inference='nuts' for the posterior, which exists."
        )
        raise NotIdentifiedError(message)


def _refuse_certain_outcomes(problem: Problem, program: str, ties: Ties) -> None:
    """Refuse outcomes that some change of the variables makes ever more probable, none of them less.

    Along a change of log odds ``x`` and of the logarithm of ties ``v`` a win does not become less probable if
    ``x >= 0`` and ``x >= 2 v`` (from the side of the winner), a tie if ``|x| <= 2 v``: a linear programme.
    """
    from scipy.optimize import linprog

    slack = _slacks(problem, ties)
    limits = [(-1.0, 1.0)] * problem.design.shape[1] + [(0.0, 1.0 if ties == "learned" else 0.0)]
    found = linprog(-slack.sum(axis=0), A_ub=-slack, b_ub=np.zeros(slack.shape[0]), bounds=limits, method="highs")
    if -found.fun > 1e-7:
        change = np.abs(problem.named(found.x[:-1])["ability"]).max(), *np.abs(found.x[len(problem.battles.models) :])
        raise NotIdentifiedError(_certain(problem, program, change))


def _slacks(problem: Problem, ties: Ties) -> Any:  # noqa: ANN401 (a sparse array)
    """Return what must not be negative, by the variables and the logarithm of ties: a row each."""
    from scipy.sparse import csr_array, hstack, vstack

    first_won, second_won, tied = (problem.battles.counts > 0).T
    wins = vstack([problem.design[first_won], -problem.design[second_won]])
    level = problem.design[tied] if ties != "left_out" else problem.design[:0]
    blocks = [(wins, 0.0), (wins, -2.0), (level, 2.0), (-level, 2.0)]
    return csr_array(
        vstack([hstack([rows, csr_array(np.full((rows.shape[0], 1), by_tie))]) for rows, by_tie in blocks])
    )


def _certain(problem: Problem, program: str, change: Sequence[float]) -> str:
    names = ["ability", *(name for name, length in problem.effects.items() for _ in range(length)), "ties"]
    moved = dict.fromkeys(name for name, by in zip(names, change, strict=True) if by > 1e-7)
    return (
        f"some outcomes must speak against every change of the variables for {program!r} to have a maximum likelihood; "
        f"got battles that ever larger values of {', '.join(moved)} explain ever better. {REMEDY}."
    )
