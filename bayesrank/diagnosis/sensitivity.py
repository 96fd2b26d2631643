"""What a ranking hangs on: its statements under weaker and stronger priors, other families, and fewer questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.diagnosis.statements import Statement, statements, weighted_probabilities
from bayesrank.errors import DataError
from bayesrank.inference.nuts import sample_nuts
from bayesrank.inference.posterior import worker_count
from bayesrank.inference.progress import tracked
from bayesrank.inference.variables import draws_of
from bayesrank.options import check_at_least
from bayesrank.programs.program import AnyProgram
from bayesrank.ranks.fit import Basis, Fit

if TYPE_CHECKING:
    import pandas as pd

POWERS = (0.5, 2.0)  # of the prior, and of the likelihood: half and double
SPREADS = (0.5, 2.0)  # times the prior median of the spread of abilities
FAMILIES = ("student_t", "laplace")
BAD_PARETO_K = 0.7
DRAWS = 500  # a chain, of the fits under other priors
FRAGILE = 0.1  # change of a probability, or crossing one half, that makes a statement fragile


@dataclass(frozen=True, eq=False, repr=False)
class Sensitivity:
    """How the statements of a ranking fare when what they rest on is changed.

    Parameters
    ----------
    table : DataFrame
        One row a statement, with columns ``statement``, ``probability``, one column a change with the probability under
        it (NaN where importance weights are unreliable), and ``fragile_to``: the changes that move it by more than
        ``FRAGILE`` or across one half, in words.
    """

    table: pd.DataFrame

    def __repr__(self) -> str:
        fragile = int((self.table["fragile_to"] != "").sum())
        return f"Sensitivity({len(self.table)} statements, {fragile} of them fragile)"


def sensitivity(fit: Fit, *, cores: int | None = None) -> Sensitivity:
    """Say which statements of a ranking survive other priors.

    Statements are: which model is best, each neighbour in the ranking being above the next, and the first tier holding
    the best. They are worked out again (a) with the prior, and with the likelihood, raised to the powers one half and
    two, by Pareto-smoothed importance weights (kallioinen2024); (b) by fitting again with half and double the prior
    median of the spread of abilities; (c) with heavier-tailed families of the prior. (b) and (c) are made where the
    program has such options.

    Parameters
    ----------
    fit : Fit
        Sampled by NUTS, not read from a file.
    cores : int, optional
        Threads of the fits; all by default.

    Returns
    -------
    Sensitivity

    Raises
    ------
    DataError
        If the fit was not sampled, or was read from a file.

    References
    ----------
    kallioinen2024
    """
    import pandas as pd

    if cores is not None:
        check_at_least("cores", cores, 1)
    basis = _basis(fit)
    claims = statements(fit)
    columns = {"probability": weighted_probabilities(claims, fit.draws, None)}
    columns |= dict(_power_scaled(fit, claims))
    columns |= dict(_fitted_again(fit, basis, claims, worker_count(cores)))
    table = pd.DataFrame({"statement": [claim.text for claim in claims], **columns})
    changed = [name for name in columns if name != "probability"]
    table["fragile_to"] = [_fragile(row, changed) for row in table.to_dict(orient="records")]
    return Sensitivity(table)


def _basis(fit: Fit) -> Basis:
    if fit.basis is None or "log_prior" not in fit.posterior.children:
        message = (
            f"the sensitivity of a fit must start from draws of NUTS and the program behind them; got "
            f"{'a fit that was read from a file' if fit.basis is None else 'exact or approximate draws'}. "
            f"Fit the data with inference='nuts'."
        )
        raise DataError(message)
    return fit.basis


def _power_scaled(fit: Fit, claims: list[Statement]) -> Iterator[tuple[str, FloatArray]]:
    """Yield the statements' probabilities with the prior of abilities and scales, and with the likelihood, scaled."""
    from arviz_stats.base import array_stats

    parts = {"prior": _summed(fit, "log_prior")}
    if "log_likelihood" in fit.posterior.children:
        parts["likelihood"] = _summed(fit, "log_likelihood")
    for part, log_density in parts.items():
        for power in POWERS:
            log_weights, pareto_k = array_stats.psislw(-(power - 1) * log_density)
            reliable = float(pareto_k) <= BAD_PARETO_K
            found = weighted_probabilities(claims, fit.draws, np.exp(log_weights))
            yield f"{part}^{power:g}", found if reliable else np.full(len(claims), np.nan)


def _summed(fit: Fit, group: str) -> FloatArray:
    """Return the sum of all log densities of a group in each draw, shape (S,)."""
    values = draws_of(fit.posterior[group].to_dataset())
    return np.sum([value.reshape(len(value), -1).sum(axis=1) for value in values.values()], axis=0)


def _fitted_again(fit: Fit, basis: Basis, claims: list[Statement], cores: int) -> Iterator[tuple[str, FloatArray]]:
    changes = list(_changes(basis.program))
    for change, options in tracked(changes, len(changes), "fitting again"):
        program = basis.program.with_options({**basis.program.chosen, **options})
        model = program.build(basis.statistic)
        groups = sample_nuts(program, model, draws=DRAWS, cores=cores, random_seed=fit.random_seed)
        rng = np.random.default_rng(fit.random_seed)
        scores = program.scores_of(basis.statistic, draws_of(groups["posterior"]), fit.target, rng)
        place = [basis.statistic.models.index(model) for model in fit.models]
        yield change, weighted_probabilities(claims, scores[:, place], None)


def _changes(program: AnyProgram) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the other priors that the program can be given, each with its options."""
    options = program.defaults
    if "spread_median" in options and options.get("ability_scale") is None:
        for factor in SPREADS:
            yield f"spread x {factor:g}", {"spread_median": factor * options["spread_median"]}
    if "ability_prior" in options:
        for family in FAMILIES:
            if family != options["ability_prior"]:
                yield family, {"ability_prior": family}


def _fragile(row: dict[Any, Any], changes: list[str]) -> str:
    before = row["probability"]
    moved = [
        change
        for change in changes
        if abs(row[change] - before) > FRAGILE or (row[change] - 0.5) * (before - 0.5) < 0  # NaN is neither
    ]
    return ", ".join(moved)
