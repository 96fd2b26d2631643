"""Outcome counts by name, stacks of them, and whether a rule scores a stack as it scores its members."""

from dataclasses import replace

import numpy as np

from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.cell_probabilities import CellProbabilities
from bayesrank.statistics.outcome_counts import count_outcomes

NAN = float("nan")
ROUNDING = 1e-12


def counts_of(outcomes, **known):
    """Count an array of outcomes, models called a, b, c, ... and questions p, q, r, ...."""
    return count_outcomes(
        Outcomes.from_array(
            outcomes, models=list("abcdefgh"[: len(outcomes)]), questions=list("pqrstuvw"[: len(outcomes[0])]), **known
        )
    )


def by_name(counts, scores):
    """Return the score of each model by its name."""
    return {name: float(score) for name, score in zip(counts.models, scores, strict=True)}


def weighed(counts, **weight):
    """Give questions, by name, what they count for; the others count 1."""
    return replace(counts, question_weight=np.array([weight.get(question, 1.0) for question in counts.questions]))


def resampled(counts, n_draws, random_seed=0):
    """Stack data sets with the same cells observed, other outcomes, and other weights of the questions."""
    rng = np.random.default_rng(random_seed)
    categories = counts.n_categories
    drawn = rng.multinomial(
        counts.n_trials.astype(np.int64), np.full(categories, 1 / categories), size=(n_draws, *counts.n_trials.shape)
    )
    weight = rng.integers(0, 3, (n_draws, len(counts.questions))).astype(np.float64)
    weight[:, 0] += 1.0  # no data set without a question
    return replace(counts, counts=drawn.astype(np.float64), question_weight=weight)


def probabilities(counts, p_right):
    """Expected counts of right and wrong for probabilities of shape (..., L, M)."""
    p_right = np.asarray(p_right, dtype=np.float64)
    drawn = np.stack([1 - p_right, p_right], axis=-1) * counts.n_trials[..., None]
    weight = np.broadcast_to(counts.question_weight, (*p_right.shape[:-2], len(counts.questions)))
    fields = {name: value for name, value in vars(counts).items() if name in counts.__dataclass_fields__}
    return CellProbabilities(**fields | {"counts": drawn, "question_weight": weight})


def members(stack):
    """Return the data sets of a stack one by one."""
    pairs = zip(stack.counts, stack.question_weight, strict=True)
    return [replace(stack, counts=counts, question_weight=weight) for counts, weight in pairs]


def assert_scored_as_members(rule, stack, tolerance=ROUNDING, **options):
    """Fail unless the scores of a stack are those of its members."""
    scores = rule(stack, **options)
    assert scores.shape == (len(stack.counts), len(stack.models))
    singles = [rule(member, **options) for member in members(stack)]
    np.testing.assert_allclose(scores, singles, rtol=0, atol=tolerance)
    assert np.ptp(scores, axis=0).max() > 0.01  # the members differ, or nothing is tested
