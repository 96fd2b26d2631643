"""What a user must know about right and wrong answers before reading what a program makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import BoolArray, IntArray
from bayesrank.statistics.answer_separation import find_separated_answers, models_linked_by_answers
from bayesrank.statistics.outcome_counts import OutcomeCounts, right_category
from bayesrank.statistics.separation import named, named_groups, unlinked_groups

if TYPE_CHECKING:
    import numpy.typing as npt


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
        *_separated_models(counts),
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
    groups = _groups_by_questions(counts)
    if len(groups) == 1:
        return []
    told = (
        f"the models are in {len(groups)} groups without a question in common: {named_groups(counts.models, groups)}. "
        f"Which group is better is told by the prior alone, which takes all questions to be alike."
    )
    return [told]


def _groups_by_questions(counts: OutcomeCounts) -> list[IntArray]:
    """Return the groups of models, by positions, without a question in common."""
    if counts.observed.all(axis=0).any():  # a question that all models were asked links them
        return [np.arange(len(counts.models))]
    return unlinked_groups(counts.observed @ counts.observed.T > 0)


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


def _separated_models(counts: OutcomeCounts) -> list[str]:
    """Look at the models that were both right and wrong, on the questions that tell them apart."""
    better = right_category(counts)
    right, wrong = counts.counts[:, :, better] > 0, counts.counts[:, :, 1 - better] > 0
    both = right.any(axis=1) & wrong.any(axis=1)
    telling = right[both].any(axis=0) & wrong[both].any(axis=0)
    if not telling.any() or len(_groups_by_questions(counts)) > 1:  # which is said
        return []
    among = "" if both.all() else "of the models that were both right and wrong, "
    models, questions = np.array(counts.models)[both], np.array(counts.questions)[telling]
    told = _separated_by(models, questions, right[both][:, telling], wrong[both][:, telling])
    return [among + sentence for sentence in told]


def _separated_by(
    models: npt.NDArray[np.str_], questions: npt.NDArray[np.str_], right: BoolArray, wrong: BoolArray
) -> list[str]:
    groups = models_linked_by_answers(right, wrong)
    if len(groups) > 1:
        told = (
            f"no question that tells models apart links {len(groups)} groups, {named_groups(models.tolist(), groups)}: "
            f"how far apart is told by the prior alone."
        )
        return [told]
    sides = ((~wrong.any(axis=1), "right", "above"), (~right.any(axis=1), "wrong", "below"))
    found = [
        f"{named(sorted(models[which].tolist()))} {word} on every question that tells models apart: how far {side} the "
        f"rest is told by the prior alone."
        for which, word, side in sides
        if which.any()
    ]
    separated = None if found else find_separated_answers(right, wrong)
    if separated is None:
        return found
    those, these = sorted(models[separated.models].tolist()), sorted(questions[separated.questions].tolist())
    told = (
        f"{named(those)} {separated.theirs} on every question that tells models apart but {named(these)}, on which all "
        f"others were {separated.of_others}: how far apart is told by the prior alone."
    )
    return [told]


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
