"""A Swiss tournament as one HTML page that stands alone: no network, no other file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from bayesrank.plots.plot_expected_wins import plot_expected_wins
from bayesrank.plots.plot_failure_sensitivity import plot_failure_sensitivity
from bayesrank.plots.plot_sequence_ranks import plot_sequence_ranks
from bayesrank.report.page import MOST_MODELS_IN_PLOTS, data_uri, write_page
from bayesrank.report.swiss_table import models_table, what_is_found, what_is_played, what_to_know
from bayesrank.report.versions import versions
from bayesrank.studies.sequence_sensitivity import SequenceSensitivity
from bayesrank.swiss.fragility.classification import SensitivityClasses
from bayesrank.swiss.fragility.failure_sensitivity import FailureSensitivity
from bayesrank.swiss.tournament import SwissTournament

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def write_swiss_report(
    tournament: SwissTournament,
    path: str | Path,
    *,
    sensitivity: FailureSensitivity | None = None,
    classes: SensitivityClasses | None = None,
    sequence: SequenceSensitivity | None = None,
    ci_prob: float = 0.95,
) -> Path:
    """Write a Swiss tournament as one self-contained HTML page.

    Parameters
    ----------
    tournament : SwissTournament
    path : str or Path
        Where to write; the page appears whole or not at all.
    sensitivity : FailureSensitivity, optional
        Of the tournament.
    classes : SensitivityClasses, optional
        Of that sensitivity.
    sequence : SequenceSensitivity, optional
        What other orders of the rounds do.
    ci_prob : float
        Probability of the intervals and rank sets.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    DataError
        If the folder does not exist, or there is a folder of that name.
    ValueError
        If ``ci_prob`` is no probability.
    """
    table = models_table(tournament, sensitivity, classes, ci_prob)
    plots = _plots(tournament, sensitivity, classes, sequence, ci_prob)
    return write_page(
        Path(path),
        "swiss.html.jinja",
        models=len(tournament.models),
        rounds=tournament.wins.rounds,
        warnings=what_to_know(tournament, classes),
        said=[*what_is_played(tournament, ci_prob), *what_is_found(sensitivity, sequence)],
        headings=list(table.columns),
        rows=table.to_dict(orient="records"),
        plots=[(title, shows, data_uri(figure)) for title, shows, figure in plots],
        conditional=tournament.wins.draws is None,
        played=repr(tournament.played),
        versions=versions(),
    )


def _plots(
    tournament: SwissTournament,
    sensitivity: FailureSensitivity | None,
    classes: SensitivityClasses | None,
    sequence: SequenceSensitivity | None,
    ci_prob: float,
) -> Iterator[tuple[str, str, Figure]]:
    """Draw the plots, each with its title and what it shows."""
    axes = plot_expected_wins(tournament, most=MOST_MODELS_IN_PLOTS, ci_prob=ci_prob)
    shows = "a point for each model at each number of eliminations"
    yield "Expected wins", shows, cast("Figure", axes.figure)
    if sensitivity is not None and classes is not None:
        axes = plot_failure_sensitivity(classes, sensitivity)
        shows = "expected wins without eliminations across, sensitivity to them up"
        yield "Sensitivity to failure", shows, cast("Figure", axes.figure)
    if sequence is not None:
        axes = plot_sequence_ranks(sequence, most=MOST_MODELS_IN_PLOTS)
        shows = "the range of ranks of each model over random orders of the rounds"
        yield "Ranks in other orders of the rounds", shows, cast("Figure", axes.figure)
