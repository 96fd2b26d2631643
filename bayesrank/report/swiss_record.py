"""A Swiss tournament as plain lists, dictionaries, text and numbers."""

from __future__ import annotations

from typing import Any

from bayesrank.report.versions import versions
from bayesrank.studies.sequence_sensitivity import SequenceSensitivity
from bayesrank.swiss.fragility.classification import SensitivityClasses
from bayesrank.swiss.fragility.failure_sensitivity import FailureSensitivity
from bayesrank.swiss.tournament import SwissTournament


def swiss_record(
    tournament: SwissTournament,
    *,
    sensitivity: FailureSensitivity | None,
    classes: SensitivityClasses | None,
    sequence: SequenceSensitivity | None,
    ci_prob: float,
) -> dict[str, Any]:
    """Return all that is known of a tournament.

    Parameters
    ----------
    tournament : SwissTournament
    sensitivity, classes, sequence
        None for what was not measured.
    ci_prob : float
        Probability of the intervals and rank sets.

    Returns
    -------
    dict
        That of :meth:`SwissTournament.record`, with ``sensitivity``, ``classes`` (records of a model each),
        ``sequence`` and ``versions``; None for what was not measured.
    """
    return tournament.record(ci_prob=ci_prob) | {
        "sensitivity": None if sensitivity is None else sensitivity.record(),
        "classes": None if classes is None else classes.frame().to_dict(orient="records"),
        "sequence": None if sequence is None else sequence.record(),
        "versions": versions(),
    }
