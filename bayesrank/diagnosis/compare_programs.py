"""Which program foretells the data best, by leaving some of them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bayesrank.diagnosis.leave_one_out import BAD_PARETO_K, Foretold, leave_outcomes_out, leave_questions_out
from bayesrank.diagnosis.single_outcomes import refuse_no_single_outcomes, single_outcomes
from bayesrank.errors import DataError
from bayesrank.inference.nuts import sample_nuts
from bayesrank.inference.posterior import worker_count
from bayesrank.inference.progress import tracked
from bayesrank.options import check_at_least, check_choice
from bayesrank.programs.program import AnyProgram
from bayesrank.ranks.fitting import chosen_program
from bayesrank.statistics.outcome_counts import OutcomeCounts

if TYPE_CHECKING:
    import pandas as pd

type Unit = Literal["trial", "question"]
type Programs = Sequence[str] | Mapping[str, tuple[str, Mapping[str, Any]]]

DRAWS = 250  # a chain: a thousand draws settle a density to a few hundredths
MOST_BAD = 0.01  # share of the outcomes whose importance weights may be unreliable
FOLDS = 12


@dataclass(frozen=True, eq=False, repr=False)
class ProgramComparison:
    """How well programs foretell what was left out.

    Parameters
    ----------
    table : DataFrame
        Indexed by program, best first. Columns ``elpd`` (expected log predictive density of all units together, up to
        a constant of the data), ``difference`` to the best and its ``standard_error``, and ``bad_k``: the share of
        units whose importance weights are unreliable.
    unit : {"trial", "question"}
        What was left out.
    warnings : tuple of str
    """

    table: pd.DataFrame
    unit: Unit
    warnings: tuple[str, ...]

    def __repr__(self) -> str:
        said = "".join(f"warning: {warning}\n" for warning in self.warnings)
        return f"{said}ProgramComparison({len(self.table)} programs by {self.unit}, best: {self.table.index[0]!r})"


def compare_programs(
    data: Any,  # noqa: ANN401 (what the programs read)
    programs: Programs,
    *,
    unit: Unit = "trial",
    folds: int = FOLDS,
    cores: int | None = None,
    random_seed: int = 0,
) -> ProgramComparison:
    """Compare programs by how well they foretell data that were left out.

    Parameters
    ----------
    data : Outcomes or Comparisons
        All programs read the same.
    programs : sequence of str, or mapping
        Names, or labels with (name, options).
    unit : {"trial", "question"}
        Leave out single trials (or battles) by importance sampling, which is about more trials of these questions; or
        whole questions by fitting again, which is about questions like these. Importance sampling of whole questions
        does not work: most of its weights are unreliable.
    folds : int
        For questions: how many groups of them are left out in turn.
    cores, random_seed
        See :func:`bayesrank.fit`.

    Returns
    -------
    ProgramComparison

    Raises
    ------
    DataError
        If a program does not count single outcomes, its likelihood is weighted or of outcomes that share trials, it
        observes nothing or more than the outcomes, or programs do not foretell the same outcomes.
    ValueError
        If there is no such program or option.

    References
    ----------
    vehtari2017
    """
    check_choice("unit", unit, Unit)
    check_at_least("folds", folds, 2)
    calls = programs if isinstance(programs, Mapping) else {name: (name, {}) for name in programs}
    if not calls:
        message = "programs must name at least one; got none. Give their names."
        raise ValueError(message)
    foretold: dict[str, Foretold] = {}
    for label, (name, options) in tracked(calls.items(), len(calls), "fitting"):
        program, statistic = chosen_program(data, name, None, dict(options))
        if unit == "question" and not isinstance(statistic, OutcomeCounts):
            message = f"unit must be 'trial' for these data, which have no questions in common; got {unit!r}."
            raise ValueError(message)
        foretold[label] = _left_out(program, statistic, unit, folds, worker_count(cores), random_seed)
    return _comparison(foretold, unit)


def _left_out(
    program: AnyProgram,
    statistic: Any,  # noqa: ANN401
    unit: Unit,
    folds: int,
    cores: int,
    random_seed: int,
) -> Foretold:
    refuse_no_single_outcomes(program, statistic)
    if unit == "question":
        return leave_questions_out(program, statistic, folds=folds, draws=DRAWS, cores=cores, random_seed=random_seed)
    posterior = sample_nuts(program, program.build(statistic), draws=DRAWS, cores=cores, random_seed=random_seed)[
        "posterior"
    ]
    return leave_outcomes_out(single_outcomes(program, statistic, posterior))


def _comparison(foretold: Mapping[str, Foretold], unit: Unit) -> ProgramComparison:
    import pandas as pd

    first = next(iter(foretold.values()))
    for label, other in foretold.items():
        if other.number.shape != first.number.shape or not np.allclose(other.number, first.number):
            message = (
                f"programs must foretell the same outcomes to be compared; {label!r} foretells others (ties, say, that "
                f"another leaves out). Compare them apart."
            )
            raise DataError(message)
    best = max(foretold, key=lambda label: foretold[label].total)
    rows = []
    for label, found in foretold.items():
        lead = found.density - foretold[best].density
        n_units = found.number.sum()
        mean = found.number @ lead / n_units
        spread = np.sqrt(n_units * (found.number @ (lead - mean) ** 2))
        bad = float(found.number @ (found.pareto_k > BAD_PARETO_K) / n_units)
        rows.append((label, found.total, float(found.number @ lead), float(spread / np.sqrt(n_units)), bad))
    columns = ["program", "elpd", "difference", "standard_error", "bad_k"]
    table = pd.DataFrame(rows, columns=columns).set_index("program").sort_values("elpd", ascending=False)
    warnings = [
        f"{share:.1%} of the importance weights of {label!r} are unreliable. Use unit='question'."
        for label, share in table["bad_k"].items()
        if share > MOST_BAD
    ]
    return ProgramComparison(table, unit, tuple(warnings))
