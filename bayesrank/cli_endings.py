"""How the commands of ``bayesrank`` begin and end: places to write to, one JSON object, one line and an exit code."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import typer

BAD_DATA, NO_RESULT = 2, 3


def refuse_no_places(*files: Path | None) -> None:
    """Refuse before the work what could not be written after it."""
    from bayesrank.saving import refuse_no_place

    for file in files:
        if file is not None:
            refuse_no_place(file)


def refuse_no_plot(file: Path | None) -> None:
    """Refuse before the work a plot that could not be written after it, or not in the format of its name."""
    if file is None:
        return
    from matplotlib.backend_bases import FigureCanvasBase

    refuse_no_places(file)
    formats = FigureCanvasBase.get_supported_filetypes()
    if file.suffix.removeprefix(".").lower() not in formats:
        message = (
            f"--plot must end in one of {', '.join(f'.{name}' for name in sorted(formats))}; got {file}. Use .png."
        )
        raise ValueError(message)


def print_json(record: dict[str, Any]) -> None:
    """Print one JSON object."""
    from json import dumps

    typer.echo(dumps(record, indent=2, ensure_ascii=False))


class Study(Protocol):
    """What has all its facts in a record."""

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers."""


def tell_study[S: Study](found: S, printed: Callable[..., None], *, json: bool, **options: int | None) -> None:
    """Print a study as one JSON object or as its table."""
    if json:
        print_json(found.record())
    else:
        printed(found, sys.stdout, **options)


@contextmanager
def errors_told() -> Iterator[None]:
    """Turn the errors that a user can mend into one line and an exit code."""
    from bayesrank.errors import ConvergenceError

    try:
        yield
    except ConvergenceError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(NO_RESULT) from error
    except (ValueError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(BAD_DATA) from error
