"""All that is told of a Swiss tournament beside its wins."""

from __future__ import annotations

from dataclasses import dataclass

from bayesrank.studies.sequence_sensitivity import SequenceSensitivity
from bayesrank.swiss.fragility.classification import SensitivityClasses, classify_sensitivity
from bayesrank.swiss.fragility.failure_sensitivity import FailureSensitivity
from bayesrank.swiss.fragility.wins_tiers import WinsTiers, wins_tiers
from bayesrank.swiss.tournament import SwissTournament


@dataclass(frozen=True, eq=False)
class SwissFindings:
    """A tournament and what was measured of it; None for what was not.

    Parameters
    ----------
    tournament : SwissTournament
    ci_prob : float
        Probability of the intervals and rank sets, and of the comparison that makes tiers.
    sensitivity : FailureSensitivity or None
        Where the schedules show it.
    classes : SensitivityClasses or None
        Of that sensitivity.
    tiers : WinsTiers or None
        At the first schedule, where there are posterior draws.
    sequence : SequenceSensitivity or None
        What other orders of the rounds do.
    """

    tournament: SwissTournament
    ci_prob: float = 0.95
    sensitivity: FailureSensitivity | None = None
    classes: SensitivityClasses | None = None
    tiers: WinsTiers | None = None
    sequence: SequenceSensitivity | None = None

    @property
    def why_no_sequence(self) -> str:
        """Why the rounds were played in the given order alone."""
        if len(self.tournament.wins.rounds) < 2:
            return "there is one round"
        return "no others were asked for"


def swiss_findings(
    tournament: SwissTournament, *, sequence: SequenceSensitivity | None = None, ci_prob: float = 0.95
) -> SwissFindings:
    """Measure of a tournament all that can be: sensitivity and classes, and tiers.

    Parameters
    ----------
    tournament : SwissTournament
    sequence : SequenceSensitivity, optional
        Of the same tournament.
    ci_prob : float
        See :class:`SwissFindings`.

    Returns
    -------
    SwissFindings

    Raises
    ------
    ValueError
        If ``ci_prob`` is no probability.
    """
    sensitivity = tournament.sensitivity(ci_prob=ci_prob) if tournament.shows_sensitivity else None
    return SwissFindings(
        tournament=tournament,
        ci_prob=ci_prob,
        sensitivity=sensitivity,
        classes=None if sensitivity is None else classify_sensitivity(sensitivity),
        tiers=None if tournament.wins.draws is None else wins_tiers(tournament.wins, alpha=round(1 - ci_prob, 12)),
        sequence=sequence,
    )
