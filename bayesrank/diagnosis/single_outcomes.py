"""The probability that a fitted program gives to each single outcome: of one trial, or of one battle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.inference.log_densities import log_densities
from bayesrank.programs.program import AnyProgram
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.outcome_counts import OutcomeCounts

if TYPE_CHECKING:
    import pymc as pm
    from xarray import Dataset


class SingleOutcomes(NamedTuple):
    """Log probability of each kind of outcome in each draw, shape (S, R, K), and how often it happened, (R, K).

    A row is a cell of a model and a question, or a pair of models in its circumstances.
    """

    log_probability: FloatArray
    number: FloatArray


def single_outcomes(program: AnyProgram, statistic: Any, posterior: Dataset) -> SingleOutcomes:  # noqa: ANN401
    """Return the log probabilities of single outcomes: those of the program, given one outcome in every row.

    So no program states its likelihood twice: it is built for data of one outcome of one kind, and evaluated at the
    draws of the posterior.

    Parameters
    ----------
    program : Program
        Whose likelihood is one of independent outcomes.
    statistic : OutcomeCounts or BattleCounts
    posterior : Dataset
        Draws of its variables, by chain and draw.

    Raises
    ------
    DataError
        If there are none; see :func:`refuse_no_single_outcomes`.
    """
    refuse_no_single_outcomes(program, statistic)
    if isinstance(statistic, BattleCounts):
        number = _observed(program.build(statistic))
        models = (_battles(program, statistic, kind) for kind in range(number.shape[1]))
    else:
        number = statistic.counts
        models = (_trials(program, statistic, kind) for kind in range(number.shape[2]))
    kinds = [_log_probability(model, posterior) for model in models]
    return SingleOutcomes(np.stack(kinds, axis=2), number.reshape(-1, number.shape[-1]))


def refuse_no_single_outcomes(program: AnyProgram, statistic: object) -> None:
    """Raise :class:`DataError` for a program that gives single outcomes no probability, before it is sampled.

    Raises
    ------
    DataError
        If the statistic counts no single outcomes, the likelihood is none of independent ones, or it is not one of the
        outcomes alone.
    """
    if not isinstance(statistic, OutcomeCounts | BattleCounts):
        message = (
            f"programs must read counts of trials or battles to be judged by single ones; {program.name!r} reads "
            f"{type(statistic).__name__}. Compare those that do."
        )
        raise DataError(message)
    if program.is_composite(statistic):
        message = (
            f"the likelihood of {program.name!r} must be one of independent outcomes to be compared; it is weighted, "
            f"of kinds of observations with their numbers, or of outcomes that share trials. Leave the program out."
        )
        raise DataError(message)
    observed = [str(variable.name) for variable in program.build(statistic).observed_RVs]
    if len(observed) != 1:
        message = (
            f"the program {program.name!r} must observe the outcomes and nothing else to be compared by them; it "
            f"observes {', '.join(observed) or 'nothing'}. Leave the program out."
        )
        raise DataError(message)


def _trials(program: AnyProgram, counts: OutcomeCounts, kind: int) -> pm.Model:
    """Build the program for one trial in every cell, of one kind of outcome."""
    one = np.zeros_like(counts.counts)
    one[..., kind] = 1.0
    return program.build(replace(counts, counts=one))


def _battles(program: AnyProgram, battles: BattleCounts, kind: int) -> pm.Model:
    """Build the program for one battle in every row that it reads, of one kind of outcome."""
    model = program.build(battles)
    one = np.zeros_like(_observed(model))
    one[:, kind] = 1.0
    (variable,) = model.observed_RVs
    model.rvs_to_values[variable].set_value(one)
    model[f"{variable.name}_coefficient"].set_value(np.zeros(len(one)))
    return model


def _observed(model: pm.Model) -> FloatArray:
    (variable,) = model.observed_RVs
    return np.asarray(model.rvs_to_values[variable].get_value())


def _log_probability(model: pm.Model, posterior: Dataset) -> FloatArray:
    """Return the log probability of what the model observed, shape (S, R)."""
    (values,) = log_densities(model, model.observed_RVs, posterior).values()
    return values.reshape(len(values), -1)
