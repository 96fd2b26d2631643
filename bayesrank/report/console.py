"""The console that results are printed on: a terminal, or a pipe that wraps nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 160  # nothing is wrapped where no terminal says how wide it is


def console_for(stream: TextIO, *, pipe_width: int = PIPE_WIDTH) -> Console:
    """Return a console that prints text as it is, as wide as the terminal or, where there is none, as said."""
    from rich.console import Console

    return Console(file=stream, width=None if stream.isatty() else pipe_width, highlight=False, markup=False)
