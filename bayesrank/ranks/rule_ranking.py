"""The ranking of the data as they are by a rule."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

import numpy as np

from bayesrank.options import check_names
from bayesrank.ranks.ranking import Ranking
from bayesrank.ranks.rule_doubts import rule_doubts
from bayesrank.rules.rule import Rule
from bayesrank.statistics.summarise import Reduction, find_reduction

type Summaries = MutableMapping[object, Any]


def rank_by_rule(
    data: Any,  # noqa: ANN401 (any observations)
    rule: Rule,
    options: Mapping[str, Any],
    *,
    random_seed: int,
    summaries: Summaries | None = None,
) -> Ranking:
    """Apply a rule to the data as they are.

    Parameters
    ----------
    data
        What the rule can read.
    rule : Rule
    options : mapping
        Of the rule and of the reduction to what it reads.
    random_seed : int
        For a rule that draws random numbers.
    summaries : mutable mapping, optional
        Statistics of the same data that other rules have asked for; new ones are added.

    Raises
    ------
    DataError
        If the rule cannot read the data.
    ValueError
        If there is no such option.
    """
    reduction = find_reduction(data, rule.reads)
    check_names(rule.name, options, {*rule.options, *reduction.options} - {"random_seed"})
    kept = {} if summaries is None else summaries
    statistic = _summary(data, rule.reads, reduction, _among(options, reduction.options), kept)
    chosen = _among(options, rule.options) | ({"random_seed": random_seed} if rule.random else {})
    place = [statistic.models.index(model) for model in data.models]
    solved = rule.solve(statistic, **chosen)
    return Ranking(
        method=rule.name,
        options=options,
        names=data.models,
        scores=solved.scores[place],
        samples=None,
        uncertainty=None,
        target=None,
        target_words=None,
        warnings=tuple(rule_doubts(data, rule, statistic, options)),
        data=repr(data),
        diagnostics={name: _in_place(value, place) for name, value in solved.facts().items()},
        random_seed=random_seed if rule.random else None,
    )


def _summary(
    data: object, statistic: type, reduction: Reduction, options: Mapping[str, Any], summaries: Summaries
) -> Any:  # noqa: ANN401 (the statistic)
    """Return the statistic that a rule reads, made only once, as are the counts that it comes from."""
    choice = tuple(sorted(options.items()))
    if (statistic, choice) not in summaries:
        counting = (reduction.count, choice)
        if counting not in summaries:
            summaries[counting] = reduction.count(data, **options)
        summaries[statistic, choice] = reduction.derived(summaries[counting])
    return summaries[statistic, choice]


def _among(options: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in names}


def _in_place(value: object, place: list[int]) -> object:
    """Put what is known of each model in the order of the data."""
    return value[place] if isinstance(value, np.ndarray) and value.shape == (len(place),) else value
