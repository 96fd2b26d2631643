"""A rule applied to many data sets for one: the posterior, or the bootstrap distribution, of its scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.inference.blocks import BLOCK, draw_blocks
from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.programs.program import TARGET_WORDS, Target
from bayesrank.ranks.score_ranks import snap_ties
from bayesrank.ranks.stacks import STACKERS, Stacker, Uncertainty
from bayesrank.rules.rule import Rule
from bayesrank.statistics.connection import compared_pairs, in_one_piece
from bayesrank.statistics.games import Games, games_of_questions
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.profile import Profile
from bayesrank.statistics.summarise import Reduction, find_reduction

type Counts = OutcomeCounts | Profile | PairCounts | Games

UNITS = {Comparisons: "battles", Orderings: "voters", ScoreTable: "benchmarks"}
LARGEST_STACK = 4_000_000  # numbers in the counts of one block of data sets


def target_words(data: object, target: Target) -> str:
    """Return in words what drawn data sets are of."""
    if isinstance(data, Outcomes):
        return TARGET_WORDS[target]
    return f"{UNITS[type(data)]} like these"


def resampled_options(data: object, rule: Rule, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options with which a rule reads data and drawn data sets alike.

    Drawn outcomes have no order of play: each question is one game, in the data as well.

    Raises
    ------
    DataError
        If trials were asked for as games.
    """
    if not (isinstance(data, Outcomes) and rule.reads is Games):
        return options
    if options.get("games", "questions") != "questions":
        message = (
            f"games must be 'questions' with uncertainty, for drawn outcomes have no order of play; "
            f"got {options['games']!r}. Leave it out."
        )
        raise DataError(message)
    return {**options, "games": "questions"}


def number_of_units(counts: Counts) -> int:
    """Return how many clusters of questions, voters or battles are exchanged."""
    match counts:
        case OutcomeCounts():
            return int(counts.cluster.max()) + 1
        case Profile():
            return round(counts.weights.sum())
        case PairCounts():
            return round(counts.n_battles.sum() / 2)
        case Games():
            return len(counts.weight)


class DrawnScores(NamedTuple):
    """Scores in drawn data sets.

    ``counts`` are those of the data, in whose place others were drawn; ``scores``, of shape (draws, L), are in the
    order of ``counts.models``; ``in_pieces`` is the share of data sets in which nothing compares some models with the
    others.
    """

    counts: Counts
    scores: FloatArray
    in_pieces: float


def draw_scores(
    data: object,
    rule: Rule,
    options: Mapping[str, Any],
    *,
    uncertainty: Uncertainty,
    target: Target,
    draws: int,
    random_seed: int,
) -> DrawnScores:
    """Score the models in data sets drawn in place of the one observed.

    Parameters
    ----------
    data, rule
        What was observed, and what is applied.
    options
        Of the rule and of the reduction to what it reads.
    uncertainty, target, draws, random_seed
        See :func:`bayesrank.rank`.

    Returns
    -------
    DrawnScores

    Raises
    ------
    DataError
        If such data cannot be drawn anew in this way.
    """
    _refuse_weighted_battles(data, rule)
    refuse_matched_trials(options, target)
    reduction = resampled_reduction(data, rule)
    counts: Any = reduction.count(data, **{name: options[name] for name in reduction.options if name in options})
    stacker = _stacker(counts, uncertainty, target)
    chosen = {name: value for name, value in options.items() if name in rule.options}

    def block(size: int, rng: np.random.Generator) -> FloatArray:
        return score_stack(stacker(counts, size, rng), reduction, rule, chosen, rng)

    return drawn_scores(counts, draw_blocks(block, draws, block=block_size(counts), random_seed=random_seed))


def score_stack(
    stack: Any,  # noqa: ANN401 (counts of any kind)
    reduction: Reduction,
    rule: Rule,
    options: Mapping[str, Any],
    rng: np.random.Generator,
) -> FloatArray:
    """Return the scores in each data set of a stack of counts, and in a last column 1 where they are in pieces."""
    seeded = {"random_seed": int(rng.integers(2**32))} if rule.random else {}
    statistic: Any = reduction.derived(stack)
    scores = rule(statistic, **dict(options) | seeded)
    return np.column_stack([scores, _in_pieces(statistic, len(scores))])


def drawn_scores(counts: Counts, scored: FloatArray) -> DrawnScores:
    """Read what :func:`score_stack` returned for all draws."""
    scores, in_pieces = scored[:, :-1], scored[:, -1]
    _refuse_unscored(scores, counts.models)
    return DrawnScores(counts, snap_ties(scores), float(in_pieces.mean()))


def block_size(counts: Counts) -> int:
    """Return how many data sets to score at once."""
    return int(np.clip(LARGEST_STACK // _numbers(counts), 1, BLOCK))


def _in_pieces(statistic: object, n_draws: int) -> FloatArray:
    """Return 1 for each data set in which nothing compares some models with the others, shape (n_draws,)."""
    pairs = compared_pairs(statistic)
    together = True if pairs is None else in_one_piece(pairs)
    return 1.0 - np.broadcast_to(together, (n_draws,))


def resampled_reduction(data: object, rule: Rule) -> Reduction:
    """Return the way from data to the statistic that passes through counts which can be drawn anew."""
    if isinstance(data, Outcomes) and rule.reads is Games:  # drawn outcomes have no order of play
        return Reduction(count_outcomes, (games_of_questions,))
    return find_reduction(data, rule.reads)


def _stacker(counts: object, uncertainty: Uncertainty, target: Target) -> Stacker:
    stacker = STACKERS.get((type(counts), uncertainty, target))
    if stacker is None:
        message = (
            f"target must be 'population' for these data, whose battles or voters are a sample; got {target!r}. "
            f"Leave it out."
        )
        raise DataError(message)
    return stacker


def _refuse_unscored(scores: FloatArray, models: tuple[str, ...]) -> None:
    """Refuse draws in which a model has no score, since none of its questions was drawn."""
    lost = np.isnan(scores).mean(axis=0)
    if lost.any():
        message = (
            f"every model must have a question in every drawn benchmark; got none of {models[int(lost.argmax())]!r} in "
            f"{lost.max():.1%} of them. Use uncertainty='posterior', which gives every question some weight."
        )
        raise DataError(message)


def _refuse_weighted_battles(data: object, rule: Rule) -> None:
    if isinstance(data, Comparisons) and data.weight is not None and rule.reads is not Games:
        message = (
            "battles must have no weights to be drawn anew from their counts; got weights. "
            "Leave the weight column out, or rank without uncertainty."
        )
        raise DataError(message)


def refuse_matched_trials(options: Mapping[str, Any], target: Target) -> None:
    """Refuse cells of one trial each, whose chances one outcome does not tell."""
    for name, exchangeable in (("voters", "questions"), ("pairing", "expected")):
        chosen = options.get(name, exchangeable)
        if target == "benchmark" and chosen != exchangeable:
            message = (
                f"voters and pairing must be 'questions' and 'expected' for target='benchmark'; got {name}={chosen!r}. "
                f"Use target='population', or leave it out."
            )
            raise DataError(message)


def _numbers(counts: Any) -> int:  # noqa: ANN401 (any statistic)
    """Return how many numbers one data set takes."""
    return max(np.size(value) for value in vars(counts).values() if isinstance(value, np.ndarray))
