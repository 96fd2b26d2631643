"""A Swiss tournament as one HTML page that stands alone: no network, no other file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from bayesrank.counted import counted
from bayesrank.plots.plot_expected_wins import plot_expected_wins
from bayesrank.plots.plot_failure_sensitivity import plot_failure_sensitivity
from bayesrank.plots.plot_sequence_ranks import plot_sequence_ranks
from bayesrank.report.page import MOST_MODELS_IN_PLOTS, data_uri, write_page
from bayesrank.report.swiss_findings import SwissFindings
from bayesrank.report.swiss_table import models_table
from bayesrank.report.swiss_words import mean_is_fixed, what_is_found, what_is_played, what_to_know
from bayesrank.report.versions import versions

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def write_swiss_report(findings: SwissFindings, path: str | Path) -> Path:
    """Write a Swiss tournament as one self-contained HTML page.

    Parameters
    ----------
    findings : SwissFindings
    path : str or Path
        Where to write; the page appears whole or not at all.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    DataError
        If the folder does not exist, or there is a folder of that name.
    ValueError
        If the probability of the intervals is none.
    """
    table, tournament = models_table(findings), findings.tournament
    return write_page(
        Path(path),
        "swiss.html.jinja",
        models=counted(len(tournament.models), "model"),
        rounds=tournament.wins.rounds,
        n_rounds=counted(len(tournament.wins.rounds), "round"),
        warnings=what_to_know(findings),
        said=[*what_is_played(findings), *what_is_found(findings)],
        headings=list(table.columns),
        rows=table.to_dict(orient="records"),
        plots=[(title, shows, data_uri(figure)) for title, shows, figure in _plots(findings)],
        conditional=tournament.wins.draws is None,
        fixed=mean_is_fixed(tournament),
        played=repr(tournament.played),
        versions=versions(),
    )


def _plots(findings: SwissFindings) -> Iterator[tuple[str, str, Figure]]:
    """Draw the plots, each with its title and what it shows."""
    axes = plot_expected_wins(findings.tournament, most=MOST_MODELS_IN_PLOTS, ci_prob=findings.ci_prob)
    shows = "a point for each model at each number of eliminations; the numbers are in the table above"
    yield "Expected wins", shows, cast("Figure", axes.figure)
    if findings.sensitivity is not None and findings.classes is not None:
        axes = plot_failure_sensitivity(findings.classes, findings.sensitivity)
        shows = "expected wins without eliminations across, sensitivity to them up; the numbers are in the table above"
        yield "Sensitivity to failure", shows, cast("Figure", axes.figure)
    if findings.sequence is not None:
        axes = plot_sequence_ranks(findings.sequence, most=MOST_MODELS_IN_PLOTS)
        shows = "the range of ranks of each model over random orders of the rounds"
        yield "Ranks in other orders of the rounds", shows, cast("Figure", axes.figure)
