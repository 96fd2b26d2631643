"""A rank confidence sequence as text: what to mind first, then what is ranked, then the ranks that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from bayesrank.arrays import IntArray
from bayesrank.ranks.wording import rank_set_text
from bayesrank.report.console import console_for
from bayesrank.sequential.certificates import told_apart
from bayesrank.sequential.rank_confidence_sequence import RankConfidenceSequence
from bayesrank.sequential.rank_report import RankReport

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table


def print_sequence(sequence: RankConfidenceSequence, stream: TextIO, *, top: int | None = None) -> None:
    """Print what is known after the last look, and since when.

    Parameters
    ----------
    sequence : RankConfidenceSequence
    stream : text file
        A terminal gets rules and colour, anything else plain text.
    top : int, optional
        Print only so many models, the best, and how many are left out.
    """
    console = console_for(stream)
    for warning in sequence.warnings:
        console.print(f"warning: {warning}", style="bold yellow", soft_wrap=True)
    console.print("\n".join((*_what_is_known(sequence), "")), soft_wrap=True)
    table = sequence.frame()
    shown = table if top is None else table.head(top)
    console.print(_rich_table(shown, ruled=stream.isatty()))
    if len(shown) < len(table):
        console.print(f"... and {len(table) - len(shown)} more models")


def _what_is_known(sequence: RankConfidenceSequence) -> list[str]:
    report = sequence.report
    of = "" if report.population_size is None else f" of {report.population_size:,}"
    seed = "" if report.random_seed is None else f", seed {report.random_seed}"
    apart = int(told_apart(report.certified).sum()) // 2
    n_pairs = len(report.models) * (len(report.models) - 1) // 2
    return [
        f"{report.n_questions:,}{of} questions, {len(report.models)} models, {report.evaluations:,} scores",
        f"target: {report.target_words} (certifier {report.certifier}{seed})",
        f"ranks: {_promise(report)}; equal means share the better rank",
        f"certified: {apart} of {n_pairs} pairs are told apart{_since(sequence.n_certified, sequence)}",
        _first(sequence),
    ]


def _promise(report: RankReport) -> str:
    """Say how sure the ranks are."""
    if report.exact and not report.failed:
        return "known, every model was asked every question"
    return f"all hold at once, at every look, with probability at least {100 * (1 - report.alpha):g}%"


def _since(values: IntArray, sequence: RankConfidenceSequence) -> str:
    """Say after how many questions the last value was reached."""
    reached = int((values == values[-1]).argmax())
    return f", since question {sequence.n_questions[reached]:,}" if values[-1] else ""


def _first(sequence: RankConfidenceSequence) -> str:
    """Say which model is first, and since when, or how many may be."""
    first = sequence.report.may_be_first
    if len(first) > 1:
        return f"first: one of {len(first)} models, in tier 1"
    known = sequence.rank_upper[:, sequence.models.index(first[0])] == 1
    return f"first: {first[0]}, since question {sequence.n_questions[int(known.argmax())]:,}"


def _rich_table(table: pd.DataFrame, *, ruled: bool) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    rich_table = Table(box=box.SIMPLE_HEAD if ruled else None, pad_edge=False, header_style="bold")
    rich_table.add_column("rank", justify="right", no_wrap=True)
    rich_table.add_column("model", overflow="fold")
    status = ("status",) if (table["status"] != "live").any() else ()
    for heading in ("mean score", "scores", "tier", *status):
        rich_table.add_column(heading, justify="right", no_wrap=True)
    for row in table.to_dict(orient="records"):
        rich_table.add_row(
            rank_set_text(row["rank_lower"], row["rank_upper"]),
            Text(str(row["model"])),
            "" if row["n_scored"] == 0 else f"{row['mean_score']:.3f}",
            f"{row['n_scored']:,}",
            str(row["tier"]),
            *(row[heading] for heading in status),
        )
    return rich_table
