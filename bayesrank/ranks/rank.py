"""From observations to the ranking by any method in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

from bayesrank.arrays import FloatArray
from bayesrank.options import check_at_least, check_choice, seed_or_fresh
from bayesrank.programs.program import AnyProgram, Moments, Target
from bayesrank.programs.registry import program_families
from bayesrank.ranks.lift import Counts, draw_scores, resampled_options, target_words
from bayesrank.ranks.metric_scores import rank_by_cells
from bayesrank.ranks.program_ranking import rank_by_program
from bayesrank.ranks.ranking import Ranking
from bayesrank.ranks.rule_doubts import PRIOR_UNUSED, sampling_doubts
from bayesrank.ranks.rule_ranking import rank_by_rule
from bayesrank.ranks.stacks import Uncertainty
from bayesrank.rules.registry import find_rule
from bayesrank.rules.rule import Rule

DRAWS = 2_000

type TargetOfRule = Literal["population", "benchmark"]


def rank(
    data: object,
    method: str | Rule,
    *,
    uncertainty: Uncertainty | None = None,
    target: Target | None = None,
    program: str | AnyProgram | None = None,
    draws: int | None = None,
    random_seed: int | None = None,
    **options: Any,  # noqa: ANN401 (each method has its own)
) -> Ranking:
    """Rank the models by a rule, or by the scores of a program.

    Parameters
    ----------
    data : Outcomes, Comparisons, Orderings or ScoreTable
        What was observed.
    method : str or Rule
        Name of a rule or program of the methods table, or a rule of your own.
    uncertainty : {"posterior", "bootstrap"}, optional
        Apply the rule to data sets drawn in place of the one observed: from the posterior, or by resampling. The
        result is read as a fit is.
    target : {"population", "benchmark", "ability"}, optional
        What the uncertainty is of. ``"population"`` (unless said) exchanges questions or clusters of them, voters,
        or battles, and takes their outcomes as they are; ``"benchmark"`` draws the cells of these questions, from the
        posterior of Bayes@N or from their trials. Of a program, which of its targets; only programs have abilities.
    program : str or Program, optional
        For ``uncertainty="posterior"`` and ``target="benchmark"``: the cells are those of the posterior of this
        program, ``"rasch"`` or ``"hierarchical"``, say, in the place of Bayes@N. A metric of k attempts is then of
        further ones, however few the trials.
    draws : int, optional
        How many data sets to draw; 2,000 by default.
    random_seed : int, optional
        Seed of the data sets and of a rule that draws random numbers; a fresh one, kept in the result, by default.
    **options
        Of the method; ``voters`` or ``pairing``, how outcomes become what the rule reads
        (:mod:`bayesrank.statistics.trials`); and those of the program.

    Returns
    -------
    Ranking

    Raises
    ------
    DataError
        If the method cannot read the data, or they cannot be drawn anew as asked.
    ValueError
        If there is no such method or option.

    Examples
    --------
    >>> import bayesrank as br
    >>> data = br.Outcomes.from_array([[1, 1, 0], [1, 0, 0]], models=["a", "b"])
    >>> br.rank(data, "borda").ranking()
      model  score  rank
    0     a    2.0     1
    1     b    1.0     2
    """
    seed = seed_or_fresh(random_seed)
    if uncertainty is not None:
        check_choice("uncertainty", uncertainty, Uncertainty)
    else:
        _refuse_without_uncertainty("draws", draws)
    if isinstance(method, str) and method in program_families():
        _refuse_samples_of_program(method, uncertainty, program)
        return rank_by_program(data, method, options, target=target, random_seed=seed)
    rule = find_rule(method) if isinstance(method, str) else method
    if uncertainty is None:
        for name, value in (("target", target), ("program", program)):
            _refuse_without_uncertainty(name, value)
        return rank_by_rule(data, rule, options, random_seed=seed)
    n_draws = DRAWS if draws is None else draws
    check_at_least("draws", n_draws, 1)
    if program is not None:
        _refuse_program_of_no_cells(uncertainty, target)
        return rank_by_cells(data, rule, options, program=program, draws=n_draws, random_seed=seed)
    aim: Target = "population" if target is None else target
    check_choice("target", aim, TargetOfRule)
    return _rank_with_samples(data, rule, options, uncertainty, aim, n_draws, seed)


def _rank_with_samples(
    data: Any,  # noqa: ANN401 (any observations)
    rule: Rule,
    options: Mapping[str, Any],
    uncertainty: Uncertainty,
    target: Target,
    draws: int,
    seed: int,
) -> Ranking:
    """Rank by a rule, with its scores in drawn data sets beside those in the data."""
    options = resampled_options(data, rule, options)
    ranking = rank_by_rule(data, rule, options, random_seed=seed)
    drawn = draw_scores(data, rule, options, uncertainty=uncertainty, target=target, draws=draws, random_seed=seed)
    samples = drawn.scores[:, [drawn.counts.models.index(model) for model in ranking.names]]
    of_cells = (uncertainty, target) == ("posterior", "benchmark")
    known = {}
    if of_cells and rule.moments is not None:
        known = _exact_moments(rule.moments, drawn.counts, rule.defaults | dict(options), ranking.names)
    return replace(
        ranking,
        scores=known.get("mean", samples.mean(axis=0)) if uncertainty == "posterior" else ranking.scores,
        samples=samples,
        uncertainty=uncertainty,
        target=target,
        target_words=target_words(data, target),
        warnings=(
            *sampling_doubts(data, rule, drawn, uncertainty, target),
            *(doubt for doubt in ranking.warnings if not (of_cells and doubt == PRIOR_UNUSED)),
        ),
        diagnostics={**ranking.diagnostics, **known},
        random_seed=seed,
    )


def _exact_moments(
    moments: Callable[..., Moments],
    counts: Counts,
    options: Mapping[str, Any],
    names: tuple[str, ...],
) -> dict[str, FloatArray]:
    """Return posterior mean and standard deviation of each score, in the order of the names."""
    exact = moments(counts, **options)
    place = [counts.models.index(name) for name in names]
    return {"mean": exact.mean[place], "standard_deviation": exact.standard_deviation[place]}


def _refuse_without_uncertainty(name: str, value: object) -> None:
    if value is not None:
        message = (
            f"{name} must be of an uncertainty, and none was asked for; got {value!r}. "
            f"Use uncertainty='posterior' or 'bootstrap', or leave it out."
        )
        raise ValueError(message)


def _refuse_program_of_no_cells(uncertainty: Uncertainty, target: Target | None) -> None:
    if uncertainty != "posterior" or target not in {None, "benchmark"}:
        message = (
            f"program must go with uncertainty='posterior' and target='benchmark', the cells of which it draws; got "
            f"uncertainty={uncertainty!r} and target={target!r}. Leave program out, or choose these."
        )
        raise ValueError(message)


def _refuse_samples_of_program(name: str, uncertainty: Uncertainty | None, program: str | AnyProgram | None) -> None:
    if program is not None:
        message = (
            f"program must go with a rule that its cells are given to; got method {name!r}, a program itself. "
            f"Leave program out, or name a rule."
        )
        raise ValueError(message)
    if uncertainty is not None:
        message = (
            f"{name!r} must be ranked without uncertainty here, for it is a program with a posterior of its own; "
            f"got uncertainty={uncertainty!r}. Use fit(data, {name!r}) for its posterior."
        )
        raise ValueError(message)
