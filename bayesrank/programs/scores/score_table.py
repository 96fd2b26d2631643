"""Scores of models on benchmarks: one ability a model, and a noise of each benchmark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from bayesrank.errors import NotIdentifiedError
from bayesrank.options import check_choice
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.program import Program, Target
from bayesrank.statistics.score_cells import ScoreCells
from bayesrank.statistics.separation import named, named_groups, unlinked_groups

if TYPE_CHECKING:
    import pymc as pm

type Errors = Literal["student_t", "normal"]

DEGREES_OF_FREEDOM = 4.0
NOISE_LOG_MEDIAN, TYPICAL_NOISE_LOG_SD, NOISE_LOG_SD = float(np.log(0.5)), 0.5, 0.5
EFFECT_SCALE = 1.0
FEWEST_BENCHMARKS = 3  # two do not say which of them is the noisier one
LITTLE_AGREEMENT = 0.2
FEW_SCORED = 0.9  # of the models on a benchmark
FEWEST_COMMON_MODELS = 4  # for a correlation


def score_table(
    cells: ScoreCells,
    *,
    errors: Errors = "student_t",
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 0.7,
) -> pm.Model:
    """Let a score be the ability of the model, what the benchmark adds for all, and noise.

    In standard deviations of each benchmark,
    ``z ~ StudentT(4, ability[l] + benchmark_effect[k], sqrt(noise[k]^2 + standard_error^2))``. The standard error is
    the part of the noise that more questions would shrink; ``noise[k]`` is what makes models better or worse on this
    benchmark than on others, and without standard errors it is both. Benchmarks are exchangeable:
    ``noise[k] ~ LogNormal(log typical_noise, 0.5)``, ``typical_noise ~ LogNormal(log 1/2, 0.5)``. The effect of a
    benchmark, ``Normal(0, 1)``, takes up that it was given to good models only. Missing cells drop out.

    Parameters
    ----------
    cells : ScoreCells
        L models, K benchmarks.
    errors : {"student_t", "normal"}
        Law of what abilities do not explain. Student's t has 4 degrees of freedom: a single score that is far off moves
        its model little.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`; scales are in standard deviations of benchmarks.

    Returns
    -------
    pm.Model
        ``ability[model]`` in standard deviations of a benchmark over models, ``noise[benchmark]``.

    Raises
    ------
    ValueError
        If an option is none of its choices.

    References
    ----------
    gelman2013, ch. 17 (Student's t for outlying scores)
    """
    import pymc as pm

    check_choice("errors", errors, Errors)
    with pm.Model(coords={"model": cells.models, "benchmark": cells.benchmarks}) as model:
        ability = abilities(
            len(cells.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        effect = pm.Normal("benchmark_effect", 0.0, pm.Data("effect_scale", EFFECT_SCALE), dims="benchmark")
        typical = pm.LogNormal("typical_noise", pm.Data("noise_log_median", NOISE_LOG_MEDIAN), TYPICAL_NOISE_LOG_SD)
        noise = pm.LogNormal("noise", pm.math.log(typical), pm.Data("noise_log_sd", NOISE_LOG_SD), dims="benchmark")
        of_model, of_benchmark = pm.Data("cell_model", cells.model), pm.Data("cell_benchmark", cells.benchmark)
        known = pm.Data("standard_error", cells.standard_error)
        location = ability[of_model] + effect[of_benchmark]
        spread = pm.math.sqrt(noise[of_benchmark] ** 2 + known**2)
        observed = pm.Data("z_observed", cells.score)
        if errors == "normal":
            pm.Normal("z", location, spread, observed=observed)
        else:
            pm.StudentT("z", pm.Data("freedom", DEGREES_OF_FREEDOM), mu=location, sigma=spread, observed=observed)
    return model


def identified(cells: ScoreCells) -> None:
    """Refuse a likelihood without maximum: a benchmark free of noise, with its scores as abilities, has no bound.

    Raises
    ------
    NotIdentifiedError
        Without standard errors, which leave some noise; or where benchmarks do not link all models.
    """
    if not cells.with_errors:
        message = (
            "scores must have standard errors for 'score_table' to have a maximum likelihood; got none, and one "
            "benchmark taken for free of noise explains itself ever better. Use inference='nuts'."
        )
        raise NotIdentifiedError(message)
    groups = _groups(cells)
    if len(groups) > 1:
        message = (
            f"benchmarks must link all models for 'score_table' to have a maximum likelihood; got {len(groups)} groups "
            f"without a link: {named_groups(cells.models, groups)}. Use inference='nuts'; between groups it is the "
            f"prior's alone."
        )
        raise NotIdentifiedError(message)


def doubts(cells: ScoreCells, target: Target) -> list[str]:  # noqa: ARG001 (there is one)
    """Say where benchmarks say too little, nothing of some models, or different things."""
    found = []
    groups = _groups(cells)
    if len(groups) > 1:
        found.append(
            f"no benchmark links {len(groups)} groups of models, {named_groups(cells.models, groups)}: each benchmark "
            f"is measured against its own mean, so that the prior alone decides between them."
        )
    if len(cells.benchmarks) < FEWEST_BENCHMARKS:
        number = "one benchmark does" if len(cells.benchmarks) == 1 else "two benchmarks do"
        found.append(
            f"{number} not tell noise from ability: how much of the scores is noise is told by the prior. Add "
            f"benchmarks, three at least."
        )
    agreement = benchmark_agreement(cells)
    if agreement < LITTLE_AGREEMENT:
        found.append(
            f"benchmarks disagree (mean correlation of two of them {agreement:.2f}): one order of the models is a poor "
            f"summary. Rank by groups of benchmarks that belong together."
        )
    scored = cells.observed.mean(axis=0)
    if scored.min() < FEW_SCORED:
        found.append(
            f"{cells.benchmarks[int(scored.argmin())]!r} has scores of {scored.min():.0%} of the models: a standard "
            f"deviation of a benchmark is that of the models scored on it, which is small where these are alike."
        )
    if cells.left_out:
        found.append(f"benchmarks that compare no models are left out: {named(sorted(cells.left_out))}.")
    return found


def benchmark_agreement(cells: ScoreCells) -> float:
    """Return the mean correlation of two benchmarks over the models scored on both; NaN where none share four."""
    table, observed = cells.table, cells.observed
    correlations = []
    for first in range(len(cells.benchmarks)):
        for second in range(first):
            both = observed[:, first] & observed[:, second]
            pair = table[np.ix_(both, [first, second])]
            if both.sum() >= FEWEST_COMMON_MODELS and (np.ptp(pair, axis=0) > 0).all():
                correlations.append(np.corrcoef(pair.T)[0, 1])
    return float(np.mean(correlations)) if correlations else float("nan")


def _groups(cells: ScoreCells) -> list[np.ndarray]:
    met = cells.observed.astype(np.float64)
    return unlinked_groups(met @ met.T > 0)


PROGRAM = Program(
    reads=ScoreCells,
    scores={"ability": "ability in standard deviations of a benchmark over models; 0 is the mean of the models"},
    build=score_table,
    reference="gelman2013",
    doubts=doubts,
    identified=identified,
)
