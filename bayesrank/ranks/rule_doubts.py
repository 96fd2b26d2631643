"""What a user must know before the ranking by a rule: what the data do not settle and the rule does not say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bayesrank.observations.outcomes import Outcomes
from bayesrank.programs.outcomes import bayes
from bayesrank.programs.program import Target
from bayesrank.ranks.stacks import Uncertainty
from bayesrank.rules.rule import MISSING_WORDS, Rule
from bayesrank.statistics.games import Games
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes
from bayesrank.statistics.pair_counts import PairCounts

FEW_TRIALS = 8  # the bootstrap of n trials has (n - 1) / n of the variance


def rule_doubts(data: object, rule: Rule, statistic: object, options: Mapping[str, Any]) -> list[str]:
    """Return what is doubtful about a rule on these data, as sentences."""
    found = []
    if isinstance(statistic, PairCounts):
        found += _pair_doubts(statistic, rule)
    if isinstance(statistic, Games) and options.get("permutations") is None:
        found += _order_doubts(data, statistic)
    if isinstance(data, Outcomes):
        found += _outcome_doubts(data, rule)
    return found


def _order_doubts(data: object, games: Games) -> list[str]:
    if games.ordered and not isinstance(data, Outcomes):
        return []
    why = (
        "of trials and questions, which says nothing where they are exchangeable"
        if games.ordered
        else "of games, which is not known, and are means over few random orders"
    )
    return [f"ratings depend on the order {why}. Use permutations=1000 to average over more."]


def _pair_doubts(counts: PairCounts, rule: Rule) -> list[str]:
    groups = counts.components()
    if len(groups) > 1:
        doubt = (
            f"models fall into {len(groups)} groups that nothing compares ({groups[-1][0]!r} and {groups[0][0]!r} are "
            f"in different ones): ranks across groups mean nothing. Rank the groups apart."
        )
        return [doubt]
    n_models = len(counts.models)
    unmet = 1 - np.count_nonzero(counts.n_battles) / max(n_models * (n_models - 1), 1)
    if unmet > 0 and rule.missing == "taken as equal":
        doubt = (
            f"{unmet:.1%} of the pairs of models never met and are taken as equal here, which favours models that met "
            f"few others. Use a method that leaves them out, hodge_rank or rank_centrality."
        )
        return [doubt]
    return []


def _outcome_doubts(data: Outcomes, rule: Rule) -> list[str]:
    found = []
    if data.prior_counts is not None:
        found.append("prior outcomes are not used here. Use uncertainty='posterior', target='benchmark'.")
    if data.coverage < 1:
        found.append(
            f"{data.coverage:.1%} of the cells are observed; here {MISSING_WORDS[rule.missing]}. Models that were "
            f"asked easier questions may rank too high."
        )
    return found


def sampling_doubts(data: object, uncertainty: Uncertainty, target: Target) -> list[str]:
    """Return what is doubtful about data sets drawn in this way, as sentences."""
    if not isinstance(data, Outcomes) or target == "population":
        return []
    counts = count_outcomes(data)
    return bayes.doubts(counts, target) if uncertainty == "posterior" else _bootstrap_doubts(counts)


def _bootstrap_doubts(counts: OutcomeCounts) -> list[str]:
    trials = float(np.median(counts.n_trials[counts.n_trials > 0]))
    if trials >= FEW_TRIALS:
        return []
    doubt = (
        f"there are {trials:g} trials a cell (below {FEW_TRIALS}), and resampling {trials:g} trials understates how "
        f"much they vary: intervals are too narrow. Use target='population', or uncertainty='posterior'."
    )
    return [doubt]
