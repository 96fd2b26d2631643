"""Rasch over benchmarks: an ability over all of them, and how far each benchmark departs from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy.special import expit

from bayesrank.arrays import FloatArray
from bayesrank.options import check_choice
from bayesrank.programs.abilities import FEWEST_MODELS_FOR_SPREAD, AbilityPrior, abilities
from bayesrank.programs.binomial_logit import binomial_logit
from bayesrank.programs.difficulties import DIFFICULTY_SPREAD, MEAN_SCALE
from bayesrank.programs.item_response._benchmarks import benchmarks_of
from bayesrank.programs.item_response._discrimination import NODES, discriminations, located
from bayesrank.programs.item_response._doubts import answer_doubts
from bayesrank.programs.item_response._questions import BLOCK_OF_CELLS, chance_on_new_questions, utility
from bayesrank.programs.program import Draws, Program, Target
from bayesrank.statistics.answer_separation import refuse_separated_answers
from bayesrank.statistics.outcome_counts import OutcomeCounts, refuse_prior_outcomes, right_answers
from bayesrank.statistics.separation import named

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable

type Discrimination = Literal["equal", "by_question"]

BENCHMARK_SPREAD = 0.5  # prior median of what benchmarks add to or take from an ability, in logits
SCORES: dict[Target, str] = {
    "benchmark": "mean over benchmarks of the expected utility (accuracy) on these questions",
    "population": "mean over benchmarks of the expected utility (accuracy) on questions like theirs",
    "ability": "ability in logits, the mean over benchmarks; 0 is the mean of the models",
}


def rasch_by_benchmark(
    counts: OutcomeCounts,
    *,
    discrimination: Discrimination = "equal",
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> pm.Model:
    """Let each model have an ability of its own on each benchmark, about one over all benchmarks.

    ``benchmark_ability[b, l] = ability[l] + deviation[b, l]``, where deviations sum to zero over the models of each
    benchmark and over the benchmarks of each model, so that ``ability`` is the mean over these benchmarks, each
    counting as one however many questions it has; ``deviation ~ ZeroSumNormal(benchmark_spread)``,
    ``benchmark_spread ~ LogNormal(log 0.5, 0.5)``. Given these, Rasch: ``logit = benchmark_ability[b, l] -
    difficulty[m]``, with a mean and a spread of difficulties for each benchmark. Benchmarks are told by the column
    ``benchmark`` of the data, a fact about questions. Missing cells add nothing; a model that was not asked one
    benchmark is predicted there from the others.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, right or wrong, each of one of B benchmarks.
    discrimination : {"equal", "by_question"}
        Whether all questions tell models apart alike, or ``logit = discrimination[m] * benchmark_ability[b, l] +
        easiness[m]``, where easiness has the prior of difficulty and ``difficulty = -easiness / discrimination``.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]``, ``benchmark_ability[benchmark, model]`` and ``difficulty[question]`` in logits.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, there are prior outcomes, a question has no benchmark, or all have one.

    References
    ----------
    bradlow1999
    """
    import pymc as pm

    check_choice("discrimination", discrimination, Discrimination)
    refuse_prior_outcomes(counts, "rasch_by_benchmark")
    cells, benchmarks = right_answers(counts), benchmarks_of(counts)
    coords = {"model": counts.models, "question": counts.questions, "benchmark": benchmarks.names}
    with pm.Model(coords=coords) as model:
        ability = abilities(
            len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        spread = _benchmark_spread(len(benchmarks.names), len(counts.models))
        deviation = pm.ZeroSumNormal("deviation", spread, n_zerosum_axes=2, dims=("benchmark", "model"))
        on_benchmark = pm.Deterministic("benchmark_ability", ability + deviation, dims=("benchmark", "model"))
        of_question = pm.Data("benchmark_of_question", benchmarks.of_question, dims="question")
        logit = on_benchmark[of_question].T
        if discrimination == "equal":
            logit -= _of_questions("difficulty", of_question)
        else:
            slope, easiness = discriminations(), _of_questions("easiness", of_question)
            located(easiness, slope)
            logit = slope * logit + easiness
        binomial_logit("right", logit, cells.right, cells.trials, ("model", "question"))
    return model


def _benchmark_spread(n_benchmarks: int, n_models: int) -> TensorVariable:
    import pymc as pm

    if (n_benchmarks - 1) * (n_models - 1) < FEWEST_MODELS_FOR_SPREAD - 1:
        return pm.Data("benchmark_spread", BENCHMARK_SPREAD)
    return pm.LogNormal("benchmark_spread", pm.Data("benchmark_spread_log_median", np.log(BENCHMARK_SPREAD)), 0.5)


def _of_questions(name: str, of_question: TensorVariable) -> TensorVariable:
    """Add ``name[question]`` with a mean and a spread for each benchmark, and the priors of Rasch for these."""
    import pymc as pm

    mean = pm.Normal(f"{name}_mean", 0.0, pm.Data(f"{name}_mean_scale", MEAN_SCALE), dims="benchmark")
    log_median = pm.Data(f"{name}_spread_log_median", DIFFICULTY_SPREAD.log_median)
    spread = pm.LogNormal(f"{name}_spread", log_median, DIFFICULTY_SPREAD.log_sd, dims="benchmark")
    return pm.Normal(name, mean[of_question], spread[of_question], dims="question")


def chance(counts: OutcomeCounts, draws: Draws) -> FloatArray:
    """Return the chance of a right answer of each cell, shape (n_draws, L, M)."""
    ability = draws["benchmark_ability"][:, benchmarks_of(counts).of_question].swapaxes(1, 2)
    slope = draws["discrimination"][:, None, :] if "discrimination" in draws else 1.0
    return np.asarray(expit(slope * (ability - draws["difficulty"][:, None, :])))


def score(counts: OutcomeCounts, draws: Draws, target: Target, rng: np.random.Generator) -> FloatArray:  # noqa: ARG001
    """Return abilities, or the mean over benchmarks of the accuracy there, shape (n_draws, L)."""
    if target == "ability":
        return draws["ability"]
    if target == "benchmark":
        return utility(counts, _chance_on_these(counts, draws))
    on_each = [_chance_on_new(draws, benchmark) for benchmark in range(draws["benchmark_ability"].shape[1])]
    return utility(counts, np.mean(on_each, axis=0))


def _chance_on_these(counts: OutcomeCounts, draws: Draws) -> FloatArray:
    """Return the chance of a right answer, the mean over benchmarks of the mean over their questions, (n_draws, L)."""
    names, of_question = benchmarks_of(counts)
    size = np.bincount(of_question)
    weight = 1 / (len(names) * size[of_question])
    n_draws = len(draws["ability"])
    step = max(1, BLOCK_OF_CELLS // (len(counts.models) * len(counts.questions)))
    blocks = [slice(start, start + step) for start in range(0, n_draws, step)]
    shares = [chance(counts, {name: values[block] for name, values in draws.items()}) @ weight for block in blocks]
    return np.concatenate(shares)


def _chance_on_new(draws: Draws, benchmark: int) -> FloatArray:
    """Return the chance of a right answer to a new question of a benchmark, shape (n_draws, L), by quadrature."""
    ability = draws["benchmark_ability"][:, benchmark]
    if "discrimination" not in draws:
        mean, spread = draws["difficulty_mean"], draws["difficulty_spread"]
        return chance_on_new_questions(ability, mean[:, benchmark], spread[:, benchmark])
    mean, spread = -draws["easiness_mean"], draws["easiness_spread"]
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    found = np.zeros_like(ability)
    for node, weight in zip(nodes, weights / weights.sum(), strict=True):
        slope = np.exp(draws["discrimination_spread"] * node)[:, None]
        found += weight * chance_on_new_questions(slope * ability, mean[:, benchmark], spread[:, benchmark])
    return found


def identified(counts: OutcomeCounts) -> None:
    """Refuse data on which the likelihood of one of the benchmarks, each by itself Rasch, has no maximum."""
    names, of_question = benchmarks_of(counts)
    for number, name in enumerate(names):
        kept = np.flatnonzero(of_question == number)
        part = replace(
            counts,
            questions=tuple(counts.questions[index] for index in kept),
            counts=counts.counts[:, kept],
            prior_counts=counts.prior_counts[:, kept],
            cluster=counts.cluster[kept],
            question_weight=counts.question_weight[kept],
            benchmark=(name,) * len(kept),
        )
        refuse_separated_answers(part, f"rasch_by_benchmark, benchmark {name}")


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:  # noqa: ARG001 (they are those of all targets)
    """Say what the prior decides, what is predicted from other benchmarks, and what is left out."""
    names, of_question = benchmarks_of(counts)
    asked = np.stack([counts.observed[:, of_question == number].any(axis=1) for number in range(len(names))])
    found = answer_doubts(counts, "rasch_by_benchmark")
    for name, row in zip(names, asked, strict=True):
        if not row.all():
            absent = named(sorted(model for model, seen in zip(counts.models, row, strict=True) if not seen))
            found.append(
                f"benchmark {name!r} was not put to {absent}: the ability there is told by the other benchmarks, and "
                f"counts as much as where it was."
            )
    return found


PROGRAM = Program(
    reads=OutcomeCounts,
    scores=SCORES,
    build=rasch_by_benchmark,
    reference="bradlow1999",
    score=score,
    chance=chance,
    doubts=doubts,
    identified=identified,
)
