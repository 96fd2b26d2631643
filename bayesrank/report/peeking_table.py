"""A study of looking again and again as text: how often methods were ever wrong, and what they certified when."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, TextIO

import numpy as np

from bayesrank.report.console import console_for
from bayesrank.sequential.rank_report import target_words
from bayesrank.studies.peeking import PeekingStudy

if TYPE_CHECKING:
    from rich.table import Table

SHARES = (0.25, 0.5, 0.75, 1.0)  # of the questions


def print_peeking(study: PeekingStudy, stream: TextIO) -> None:
    """Print for each method how often it was ever wrong, and how many pairs it certified at each quarter.

    Parameters
    ----------
    study : PeekingStudy
    stream : text file
        A terminal gets rules and colour, anything else plain text.
    """
    console = console_for(stream)
    n_models, last = len(study.models), int(study.n_questions[-1])
    of_orders = study.source == "orders"
    what = f"orders, seed {study.random_seed}" if of_orders else "simulated benchmarks"
    lines = (
        f"{n_models} models, {last:,} questions, {len(study.n_questions)} looks, {study.replications:,} {what}",
        f"target: {target_words(last if of_orders else None)}",
        f"ever false: something false was said at some look; alpha {100 * study.alpha:g}%",
        f"certified: mean number of the {n_models * (n_models - 1) // 2} pairs that are told apart",
        "",
    )
    console.print("\n".join(lines), soft_wrap=True)
    console.print(_rich_table(study, ruled=stream.isatty()))


def _rich_table(study: PeekingStudy, *, ruled: bool) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD if ruled else None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("method", no_wrap=True)
    table.add_column("ever false", justify="right", no_wrap=True)
    looks = sorted({_look_at(study, share) for share in SHARES})
    for look in looks:
        table.add_column(f"certified at {study.n_questions[look]:,}", justify="right", no_wrap=True)
    certified = study.n_certified.mean(axis=1)
    for method, name in enumerate(study.methods):
        numbers = [f"{certified[method, look]:.1f}" for look in looks]
        table.add_row(name, f"{100 * study.error_rate[method]:.1f}%", *numbers)
    return table


def _look_at(study: PeekingStudy, share: float) -> int:
    """Return the position of the first look after so large a share of the questions."""
    wanted = ceil(share * int(study.n_questions[-1]) - 1e-9)
    return int(np.searchsorted(study.n_questions, wanted))
