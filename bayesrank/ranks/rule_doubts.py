"""What a user must know before the ranking by a rule: what the data do not settle and the rule does not say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.programs.outcomes import bayes
from bayesrank.programs.program import Target
from bayesrank.ranks.fitting import lone_model_doubts
from bayesrank.ranks.lift import DrawnScores, number_of_units
from bayesrank.ranks.stacks import Uncertainty
from bayesrank.rules.rule import MISSING_WORDS, Rule
from bayesrank.statistics.connection import compared_pairs
from bayesrank.statistics.games import Games
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.pair_votes import PairVotes
from bayesrank.statistics.profile import Profile

FEW_TRIALS = 8  # the bootstrap of n trials has (n - 1) / n of the variance
FEW_UNITS = 10  # of fewer, what was seen says too little of what was not
PRIOR_UNUSED = "prior outcomes are not used here. Use uncertainty='posterior', target='benchmark'."


def rule_doubts(data: Any, rule: Rule, statistic: object, options: Mapping[str, Any]) -> list[str]:  # noqa: ANN401
    """Return what is doubtful about a rule on these data, as sentences."""
    found = lone_model_doubts(data.models)
    pairs = compared_pairs(statistic)
    if pairs is not None:
        found += _pair_doubts(pairs, rule)
    if isinstance(statistic, Games) and options.get("permutations") is None:
        found += _order_doubts(data, statistic)
    if isinstance(data, Outcomes) and data.prior_counts is not None:
        found.append(PRIOR_UNUSED)
    if isinstance(data, Outcomes | ScoreTable) and data.coverage < 1:
        easier = "questions" if isinstance(data, Outcomes) else "benchmarks"
        found.append(
            f"{data.coverage:.1%} of the cells are observed; here {MISSING_WORDS[rule.missing]}. Models that were "
            f"asked easier {easier} may rank too high."
        )
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


def _pair_doubts(pairs: PairCounts, rule: Rule) -> list[str]:
    groups = pairs.components()
    if len(groups) > 1:
        doubt = (
            f"models fall into {len(groups)} groups that nothing compares ({groups[-1][0]!r} and {groups[0][0]!r} are "
            f"in different ones): ranks across groups mean nothing. Rank the groups apart."
        )
        return [doubt]
    n_models = len(pairs.models)
    unmet = 1 - np.count_nonzero(pairs.n_battles) / max(n_models * (n_models - 1), 1)
    if n_models > 1 and unmet > 0 and rule.missing == "taken as equal":
        doubt = (
            f"{unmet:.1%} of the pairs of models never met and are taken as equal here, which favours models that met "
            f"few others. Use a method that does not, borda or win_rate."
        )
        return [doubt]
    return []


def sampling_doubts(
    data: object, rule: Rule, drawn: DrawnScores, uncertainty: Uncertainty, target: Target
) -> list[str]:
    """Return what is doubtful about data sets drawn in this way, as sentences."""
    found = []
    if drawn.in_pieces > 0:
        found.append(
            f"in {drawn.in_pieces:.1%} of the drawn data sets models fall into groups that nothing compares, and their "
            f"scores across groups mean nothing: intervals are doubtful. Use uncertainty='posterior', which leaves no "
            f"question, voter or battle out."
        )
    if isinstance(drawn.counts, OutcomeCounts) and target == "benchmark":
        found += _posterior_doubts(drawn.counts) if uncertainty == "posterior" else _bootstrap_doubts(drawn.counts)
        return found + vote_doubts(rule)
    n_units = number_of_units(drawn.counts)
    if n_units < FEW_UNITS:
        found.append(
            f"there are {n_units} units to exchange (below {FEW_UNITS}): what they have in common is taken for "
            f"certain, and intervals are too narrow. Get more questions, voters or battles."
        )
    if isinstance(data, Comparisons) and (data.question_index is not None or data.judge_index is not None):
        found.append(
            "battles are drawn as if they were independent; those of one question or judge are not, so that intervals "
            "can be too narrow. Compare models question by question where that matters."
        )
    return found


def vote_doubts(rule: Rule) -> list[str]:
    """Return what is doubtful about votes in drawn cells."""
    if not issubclass(rule.reads, Profile | PairVotes):
        return []
    doubt = (
        "the noise of trials turns the votes of questions on which models are close, in the draws more than in the "
        "data: ranks on these questions can be certain and wrong. Use target='population', or a rule that counts over "
        "trials, hodge_rank or avg."
    )
    return [doubt]


def _posterior_doubts(counts: OutcomeCounts) -> list[str]:
    remedy = "Use target='population' for questions like these."
    doubts = [*bayes.prior_doubts(counts), *([bayes.FRACTIONS_DOUBT] if counts.fractional else [])]
    return [f"{doubt} {remedy}" for doubt in doubts]


def _bootstrap_doubts(counts: OutcomeCounts) -> list[str]:
    trials = float(np.median(counts.n_trials[counts.n_trials > 0]))
    if trials >= FEW_TRIALS:
        return []
    doubt = (
        f"there are {trials:g} trials a cell (below {FEW_TRIALS}), and resampling {trials:g} trials understates how "
        f"much they vary: intervals are too narrow. Use target='population', or uncertainty='posterior'."
    )
    return [doubt]
