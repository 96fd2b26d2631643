"""Whether the likelihood of right and wrong answers has a maximum in abilities and difficulties (Rasch).

A right answer is a win of the model over the question and a wrong one a win of the question over the model, with the
log odds of Bradley and Terry: ability less difficulty. So there is a maximum if and only if wins lead from every model
and every question to all others.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np

from bayesrank.arrays import BoolArray, IntArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.options import check_choice
from bayesrank.statistics.outcome_counts import OutcomeCounts, right_category
from bayesrank.statistics.separation import REMEDY, find_separated, named, named_groups, unlinked_groups

type Unanimous = Literal["refuse", "leave_out"]


class SeparatedAnswers(NamedTuple):
    """Models, by position, that were right on all questions but some, on which all other models were wrong.

    Or the other way round: ``theirs`` says how they answered, ``of_others`` how the others did on those questions.
    """

    models: IntArray
    questions: IntArray
    theirs: Literal["right", "wrong"]
    of_others: Literal["right", "wrong"]


def refuse_separated_answers(counts: OutcomeCounts, program: str, *, unanimous: Unanimous = "refuse") -> None:
    """Raise :class:`NotIdentifiedError` unless abilities and difficulties have a joint maximum likelihood.

    Parameters
    ----------
    counts : OutcomeCounts
        Right and wrong answers of L models to M questions.
    program : str
        Its name, for the message.
    unanimous : {"refuse", "leave_out"}
        What to do about questions that were answered right every time, or wrong every time. Their difficulty has no
        maximum likelihood, yet all others may: such a question tells nothing of the models.

    Raises
    ------
    NotIdentifiedError
        Names models that were always right or always wrong, such questions, groups of models that no question links, or
        models whose answers nothing contradicts.
    """
    check_choice("unanimous", unanimous, Unanimous)
    better = right_category(counts)
    right, wrong = counts.counts[..., better] > 0, counts.counts[..., 1 - better] > 0
    questions = np.array(counts.questions)
    if unanimous == "leave_out":
        telling = right.any(axis=0) & wrong.any(axis=0)
        right, wrong, questions = right[:, telling], wrong[:, telling], questions[telling]
    models = np.array(counts.models)
    _refuse_unanimous("model", models, right.any(axis=1), wrong.any(axis=1), program)
    _refuse_unanimous("question", questions, right.any(axis=0), wrong.any(axis=0), program)
    separated = find_separated_answers(right, wrong)
    if separated is None:
        return
    _refuse_unlinked(counts.models, models_linked_by_answers(right, wrong), program)
    those, these = models[separated.models].tolist(), questions[separated.questions].tolist()
    message = (
        f"answers must contradict every split of models and questions for {program!r} to have a maximum likelihood; "
        f"got {named(sorted(those))} {separated.theirs} on all questions but {named(sorted(these))}, on which all "
        f"other models were {separated.of_others}. {REMEDY}."
    )
    raise NotIdentifiedError(message)


def find_separated_answers(right: BoolArray, wrong: BoolArray) -> SeparatedAnswers | None:
    """Return the smallest group of models whose answers nothing contradicts, None if there is none.

    Parameters
    ----------
    right, wrong : array of bool, shape (L, M)
        Whether the model answered the question so at least once; each question both, by some model.
    """
    separated = find_separated(_wins_of_both(right, wrong))
    if separated is None:
        return None
    n_models = len(right)
    models, questions = separated.group[separated.group < n_models], separated.group[separated.group >= n_models]
    if separated.never == "lost":
        return SeparatedAnswers(models, questions - n_models, "right", "wrong")
    return SeparatedAnswers(models, questions - n_models, "wrong", "right")


def models_linked_by_answers(right: BoolArray, wrong: BoolArray) -> list[IntArray]:
    """Return the groups of models, by positions, that no answered question links, given as above."""
    groups = unlinked_groups(_wins_of_both(right, wrong))
    return [group[group < len(right)] for group in groups]


def _refuse_unanimous(kind: str, names: Any, right: BoolArray, wrong: BoolArray, program: str) -> None:  # noqa: ANN401
    """Refuse models or questions that were not both right and wrong; ``names`` is an array of text."""
    cases = {
        "right every time": right & ~wrong,
        "wrong every time": wrong & ~right,
        "asked none that tells models apart": ~(right | wrong),
    }
    found = [f"{named(sorted(names[which].tolist()))} {word}" for word, which in cases.items() if which.any()]
    if found:
        message = (
            f"every {kind} must have right and wrong answers for {program!r} to have a maximum likelihood; got "
            f"{'; '.join(found)}. {REMEDY}."
        )
        raise NotIdentifiedError(message)


def _refuse_unlinked(models: tuple[str, ...], groups: list[IntArray], program: str) -> None:
    if len(groups) > 1:
        message = (
            f"questions must link all models for {program!r} to have a maximum likelihood; got {len(groups)} groups "
            f"without a question in common: {named_groups(models, groups)}. {REMEDY}; between groups it is the "
            f"prior's alone."
        )
        raise NotIdentifiedError(message)


def _wins_of_both(right: BoolArray, wrong: BoolArray) -> Any:  # noqa: ANN401 (a sparse array)
    """Return who beat whom, models first and then questions, as a sparse array of shape (L + M, L + M)."""
    from scipy.sparse import block_array, csr_array

    return block_array([[None, csr_array(right)], [csr_array(wrong.T), None]], format="csr")
