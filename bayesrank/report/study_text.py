"""Lines and a table of a study, on a terminal or in a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TextIO

from bayesrank.report.console import console_for


def print_study(
    lines: Iterable[str],
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    stream: TextIO,
    *,
    after: Sequence[str] = (),
) -> None:
    """Print what was done, a table if it has rows, and what is left to say.

    Parameters
    ----------
    lines : iterable of str
        Above the table.
    headings : sequence of str
        Of the columns.
    rows : sequence of sequence of str
        Columns are aligned to the right where every cell is a number, or starts with one.
    stream : text file
    after : sequence of str
        Below the table.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    console = console_for(stream)
    console.print("\n".join((*lines, "")), soft_wrap=True)
    if rows:
        table = Table(box=SIMPLE_HEAD if stream.isatty() else None, pad_edge=False, padding=(0, 2, 0, 0))
        for heading, cells in zip(headings, zip(*rows, strict=True), strict=True):
            table.add_column(heading, justify="right" if all(map(_is_figure, cells)) else "left", overflow="fold")
        for row in rows:
            table.add_row(*map(Text, row))
        console.print(table)
    for line in after:
        console.print(line)


def _is_figure(cell: str) -> bool:
    first = cell.lstrip("+-").removesuffix("%").split(" ")[0]
    return first.replace(",", "").replace(".", "", 1).isdecimal() or first == "nan"
