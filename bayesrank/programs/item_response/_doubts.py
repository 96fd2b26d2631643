"""What a user must know about right and wrong answers before reading what a program makes of them."""

from __future__ import annotations

import numpy as np

from bayesrank.statistics.outcome_counts import OutcomeCounts, right_category
from bayesrank.statistics.separation import named, named_groups, unlinked_groups


def answer_doubts(counts: OutcomeCounts, program: str) -> list[str]:
    """Say what a program of abilities and difficulties takes from its prior or leaves out, one sentence or two each.

    Parameters
    ----------
    counts : OutcomeCounts
        Right and wrong answers.
    program : str
        Its name.
    """
    return [
        *_missing(counts),
        *_lone_question(counts),
        *_unlinked(counts),
        *_unanimous_models(counts),
        *_unanimous_questions(counts),
        *_clusters(counts, program),
    ]


def _missing(counts: OutcomeCounts) -> list[str]:
    if counts.coverage.min() == 1:
        return []
    told = (
        f"{1 - counts.observed.mean():.1%} of the cells are missing and are predicted from the abilities of the models "
        f"and the difficulties of the questions."
    )
    return [told]


def _lone_question(counts: OutcomeCounts) -> list[str]:
    if len(counts.questions) > 1:
        return []
    return ["there is one question: what others are like is told by the prior alone."]


def _unlinked(counts: OutcomeCounts) -> list[str]:
    if counts.observed.all(axis=0).any():  # a question that all models were asked links them
        return []
    groups = unlinked_groups(counts.observed @ counts.observed.T > 0)
    if len(groups) == 1:
        return []
    told = (
        f"the models are in {len(groups)} groups without a question in common: {named_groups(counts.models, groups)}. "
        f"Which group is better is told by the prior alone, which takes all questions to be alike."
    )
    return [told]


def _unanimous_models(counts: OutcomeCounts) -> list[str]:
    right = counts.counts[:, :, right_category(counts)].sum(axis=1)
    asked = counts.n_trials.sum(axis=1)
    models = np.array(counts.models)
    found = []
    for which, word, side in ((right == asked, "right", "above"), (right == 0, "wrong", "below")):
        if which.any():
            found.append(
                f"{named(sorted(models[which].tolist()))} {word} every time: how far {side} the rest is told by the "
                f"prior alone."
            )
    return found


def _unanimous_questions(counts: OutcomeCounts) -> list[str]:
    right = counts.counts[:, :, right_category(counts)].sum(axis=0)
    number = int(((right == 0) | (right == counts.n_trials.sum(axis=0))).sum())
    if not number:
        return []
    told = (
        f"{number} of {len(counts.questions)} questions were answered right every time or wrong every time: they tell "
        f"no models apart, and only a prior makes their difficulty finite."
    )
    return [told]


def _clusters(counts: OutcomeCounts, program: str) -> list[str]:
    if np.unique(counts.cluster).size == len(counts.questions):
        return []
    told = (
        f"{program} takes questions of one cluster as unrelated: its intervals may be too short. program='population' "
        f"keeps clusters."
    )
    return [told]
