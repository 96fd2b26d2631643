"""A Swiss tournament as plain lists, dictionaries, text and numbers."""

from __future__ import annotations

from typing import Any

from bayesrank.plain_records import plain_records
from bayesrank.report.swiss_findings import SwissFindings
from bayesrank.report.versions import versions
from bayesrank.swiss.fragility.wins_tiers import WinsTiers


def swiss_record(findings: SwissFindings) -> dict[str, Any]:
    """Return all that is known of a tournament.

    Returns
    -------
    dict
        That of :meth:`SwissTournament.record`, with ``sensitivity``, ``classes`` (records of a model each), ``tiers``
        (likewise, and how they were made), ``sequence`` and ``versions``; None for what was not measured.
    """
    sensitivity, classes, sequence = findings.sensitivity, findings.classes, findings.sequence
    return findings.tournament.record(ci_prob=findings.ci_prob) | {
        "sensitivity": None if sensitivity is None else sensitivity.record(),
        "classes": None if classes is None else plain_records(classes.frame()),
        "tiers": None if findings.tiers is None else _of_tiers(findings.tiers),
        "sequence": None if sequence is None else sequence.record(),
        "versions": versions(),
    }


def _of_tiers(tiers: WinsTiers) -> dict[str, Any]:
    """Return all but the table of pairs of models."""
    return {name: value for name, value in tiers.record().items() if name != "same_tier"}
