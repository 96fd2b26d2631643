"""A rule applied to the chances of right answers that a fitted program gives: its scores on endless trials."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.inference.exact import CHAINS
from bayesrank.inference.variables import draws_of
from bayesrank.options import check_names
from bayesrank.programs.program import TARGET_WORDS, AnyProgram, Draws, Target
from bayesrank.programs.registry import find_program, program_families
from bayesrank.ranks.fit import Basis, Fit
from bayesrank.ranks.fitting import fit
from bayesrank.ranks.lift import (
    DrawnScores,
    block_size,
    drawn_scores,
    refuse_matched_trials,
    resampled_options,
    resampled_reduction,
    score_stack,
)
from bayesrank.ranks.ranking import Ranking
from bayesrank.ranks.rule_doubts import PRIOR_UNUSED, rule_doubts, vote_doubts
from bayesrank.rules.rule import Rule
from bayesrank.statistics.cell_probabilities import cell_probabilities
from bayesrank.statistics.outcome_counts import OutcomeCounts, right_category
from bayesrank.statistics.summarise import Reduction

TARGET: Target = "benchmark"


def rank_by_cells(
    data: Any,  # noqa: ANN401 (outcomes, or what the rule cannot read)
    rule: Rule,
    options: Mapping[str, Any],
    *,
    program: str | AnyProgram,
    draws: int,
    random_seed: int,
) -> Ranking:
    """Rank models by a rule in data sets of the chances that a program gives, one a draw of its posterior.

    A missing cell stays missing, though the program could predict it: rules leave it out, in the data and here.

    Parameters
    ----------
    data : Outcomes
    rule : Rule
        That reads outcomes, or what is made of them.
    options : mapping
        Of the rule, of the reduction to what it reads, and of the program.
    program : str or Program
        That says chances of answers, or draws the probabilities of cells.
    draws : int
        How many data sets.
    random_seed : int

    Returns
    -------
    Ranking
        With samples. The program is among its options.

    Raises
    ------
    DataError
        If the rule or the program cannot read the data.
    ValueError
        If the program says nothing of cells, or there is no such option.
    """
    chosen = find_program(program) if isinstance(program, str) else program
    _refuse_program_without_cells(chosen)
    reduction = resampled_reduction(data, rule)
    of_program = {
        name: value for name, value in options.items() if name in chosen.defaults and name not in rule.options
    }
    of_rule = resampled_options(data, rule, {name: value for name, value in options.items() if name not in of_program})
    check_names(rule.name, of_rule, {*rule.options, *reduction.options} - {"random_seed"})
    refuse_matched_trials(of_rule, TARGET)
    target = TARGET if TARGET in chosen.scores else None
    fitted = fit(data, chosen, target=target, draws=-(-draws // CHAINS), random_seed=random_seed, **of_program)
    basis: Any = fitted.basis  # a fresh fit has one
    drawn = _scores_given_fit(fitted, basis, rule, reduction, of_rule, draws)
    told = [*rule_doubts(data, rule, reduction.derived(basis.statistic), of_rule), *vote_doubts(rule)]
    samples = drawn.scores[:, [drawn.counts.models.index(model) for model in data.models]]
    return Ranking(
        method=rule.name,
        options={**options, "program": chosen.name},
        names=data.models,
        scores=samples.mean(axis=0),
        samples=samples,
        uncertainty="posterior",
        target=TARGET,
        target_words=TARGET_WORDS[TARGET],
        warnings=(*fitted.warnings, *(doubt for doubt in told if doubt != PRIOR_UNUSED)),
        data=repr(data),
        diagnostics={},
        random_seed=random_seed,
    )


def _scores_given_fit(
    fitted: Fit, basis: Basis, rule: Rule, reduction: Reduction, options: Mapping[str, Any], draws: int
) -> DrawnScores:
    """Score the first draws of a fit, a block at a time."""
    counts: OutcomeCounts = basis.statistic
    posterior = fitted.posterior["posterior"].to_dataset()
    ordered = posterior.sel(model=list(counts.models)) if "model" in posterior.coords else posterior
    variables = {name: values[:draws] for name, values in draws_of(ordered).items()}
    of_rule = {name: value for name, value in options.items() if name in rule.options}
    step = block_size(counts)
    starts = range(0, draws, step)
    streams = np.random.SeedSequence(fitted.random_seed).spawn(len(starts))
    scored = []
    for start, stream in zip(starts, streams, strict=True):
        rng = np.random.default_rng(stream)
        block = {name: values[start : start + step] for name, values in variables.items()}
        stack = cell_probabilities(counts, cells_given(basis, block, rng))
        scored.append(score_stack(stack, reduction, rule, of_rule, rng))
    return drawn_scores(counts, np.concatenate(scored))


def cells_given(basis: Basis, draws: Draws, rng: np.random.Generator) -> FloatArray:
    """Return the probability of each category in each cell given draws of a program, shape (n_draws, L, M, C + 1)."""
    program, counts = basis.program, basis.statistic
    if program.cells is not None:
        return program.cells(counts, draws, rng)
    right = right_category(counts)
    chance: FloatArray = program.chance(counts, draws)  # type: ignore[misc]
    pair = (1 - chance, chance) if right == 1 else (chance, 1 - chance)
    return np.stack(pair, axis=3)


def _refuse_program_without_cells(program: AnyProgram) -> None:
    if not _says_cells(program):
        able = [name for name in program_families() if _says_cells(find_program(name))]
        message = (
            f"program must be one that says how probable each answer is, {', '.join(able)}; got {program.name!r}. "
            f"Choose another, or leave it out."
        )
        raise ValueError(message)


def _says_cells(program: AnyProgram) -> bool:
    return program.reads is OutcomeCounts and (program.cells is not None or program.chance is not None)
