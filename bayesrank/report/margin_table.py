"""A comparison of two tournaments, by the better score and by its margin, as text."""

from __future__ import annotations

from typing import TextIO

from bayesrank.report.study_text import print_study
from bayesrank.studies.margin_comparison import MarginComparison


def print_margins(study: MarginComparison, stream: TextIO, *, top: int | None = None) -> None:
    """Print how far both rankings agree at each number of eliminations, and the models whose class switches.

    Parameters
    ----------
    study : MarginComparison
    stream : text file
        A terminal gets rules and colour, anything else plain text.
    top : int, optional
        Print only so many of the models that switch, and how many are left out.
    """
    rows = [
        [
            f"{row['eliminate']}",
            f"{row['tau']:.3f}",
            f"{row['largest_rank_change']:g}",
            f"{row['mean_rank_change']:.1f}",
            row["binary_first"],
            row["margin_first"],
        ]
        for row in study.summary().to_dict(orient="records")
    ]
    specialists = ", ".join(study.no_longer_specialists) or "none"
    size = f"{len(study.models)} models, {len(study.rounds)} rounds"
    close = f"close calls by the margin: {study.margins.close_fraction:.1%} of the matches"
    doubts = dict.fromkeys((*study.binary.classes.warnings, *study.margins.classes.warnings))
    lines = (
        f"{size}; {study.n_contests:,} contests, seed {study.random_seed}",
        f"{close}; equal scores: {study.tie_fraction:.1%}",
        "tau: Kendall's between the ranking in which the better score wins and that by its margin",
        f"aggressive specialists by the better score alone: {specialists}",
        *(f"warning: {doubt}" for doubt in doubts),
    )
    headings = ["eliminate", "tau", "largest rank change", "mean", "first by score", "first by margin"]
    print_study(lines, headings, rows, stream)
    labels = zip(study.models, study.binary.classes.labels, study.margins.classes.labels, strict=True)
    switching = [[model, one, other] for model, one, other in labels if one != other]
    shown = switching if top is None else switching[:top]
    left = [f"... and {len(switching) - len(shown)} more models"] if len(shown) < len(switching) else []
    said = f"{len(switching)} of {len(study.models)} models are in another class by the margin"
    print_study(["", said], ["model", "class by score", "class by margin"], shown, stream, after=left)
