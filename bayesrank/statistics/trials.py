"""Trials that belong together over models: each is then an item of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_choice
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes

type Voters = Literal["questions", "trials"]
type Pairing = Literal["expected", "trial"]


def count_voters(outcomes: Outcomes, *, voters: Voters = "questions") -> OutcomeCounts:
    """Count outcomes where each question is a voter, or each trial of a question is.

    Parameters
    ----------
    voters : {"questions", "trials"}
        A question prefers the model with the higher mean outcome. A trial prefers the model with the better outcome
        of that trial, so that it says something only where trial n means the same to all models.

    Raises
    ------
    DataError
        If trials are to vote and have no index.
    """
    check_choice("voters", voters, Voters)
    return count_outcomes(outcomes if voters == "questions" else trials_as_questions(outcomes, "voters='questions'"))


def count_pairings(outcomes: Outcomes, *, pairing: Pairing = "expected") -> OutcomeCounts:
    """Count outcomes where the trials of two models on a question are paired in all ways, or each with its like.

    Parameters
    ----------
    pairing : {"expected", "trial"}
        All pairings of the exchangeable trials of two models, averaged; or trial n of one with trial n of the other,
        for trials that have something in common, a seed or a prompt.

    Raises
    ------
    DataError
        If trials are to be paired by their index and have none.
    """
    check_choice("pairing", pairing, Pairing)
    return count_outcomes(outcomes if pairing == "expected" else trials_as_questions(outcomes, "pairing='expected'"))


def trials_as_questions(outcomes: Outcomes, otherwise: str) -> Outcomes:
    """Return the same outcomes with every trial of a question as a question; those of one question are a cluster.

    Parameters
    ----------
    otherwise : str
        What to do without trials, for the message.

    Raises
    ------
    DataError
        If the trials were counted, so that it is not known which is which.
    """
    if outcomes.trial_index is None:
        message = (
            f"outcomes must say which trial each is for trials to be matched over models; got counts of trials. "
            f"Use {otherwise}, or read data with a trial column."
        )
        raise DataError(message)
    n_trials = int(outcomes.trial_index.max()) + 1
    pair = outcomes.question_index * n_trials + outcomes.trial_index
    kept, item = np.unique(pair, return_inverse=True)
    question, trial = np.divmod(kept, n_trials)
    cluster = outcomes.question_metadata.get("cluster", np.arange(len(outcomes.questions)))
    return replace(
        outcomes,
        questions=tuple(f"{outcomes.questions[q]}, trial {t + 1}" for q, t in zip(question, trial, strict=True)),
        question_index=item.astype(np.int64),
        trial_index=np.zeros(len(item), dtype=np.int64),
        prior_counts=None,
        question_metadata={"cluster": np.asarray(cluster)[question]},
    )
