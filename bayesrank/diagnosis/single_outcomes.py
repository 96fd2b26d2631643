"""The probability that a fitted program gives to each single outcome: of one trial, or of one battle."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.inference.groups import IN_PYTHON
from bayesrank.inference.nuts import only_errors_logged
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
        If the statistic counts no single outcomes, or the likelihood is none of independent ones.
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
            f"or of outcomes that share trials. Leave the program out."
        )
        raise DataError(message)
    if isinstance(statistic, BattleCounts):
        number = _observed(program.build(statistic))
        models = (_battles(program, statistic, kind) for kind in range(number.shape[1]))
    else:
        number = statistic.counts
        models = (_trials(program, statistic, kind) for kind in range(number.shape[2]))
    kinds = [_log_probability(model, posterior) for model in models]
    return SingleOutcomes(np.stack(kinds, axis=2), number.reshape(-1, number.shape[-1]))


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
    import pymc
    import xarray as xr

    tree = xr.DataTree.from_dict({"posterior": posterior})
    with only_errors_logged(), warnings.catch_warnings():
        warnings.simplefilter("ignore", category=UserWarning)
        pymc.compute_log_likelihood(tree, model=model, progressbar=False, compile_kwargs=IN_PYTHON)
    (name,) = (variable.name for variable in model.observed_RVs)
    values = tree["log_likelihood"][name].transpose("chain", "draw", ...).to_numpy()
    return np.asarray(values.reshape(values.shape[0] * values.shape[1], -1), dtype=np.float64)
