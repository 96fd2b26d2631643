"""A progress bar on a terminal's standard error, for work that lasts."""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

SECONDS_BEFORE_SHOWING = 1.0


def tracked[Step](steps: Iterable[Step], total: int, description: str) -> Iterator[Step]:
    """Yield the steps, with a bar from the first second on if somebody is watching."""
    steps = iter(steps)
    started = time.monotonic()
    done = 0
    for step in steps:
        yield step
        done += 1
        if sys.stderr.isatty() and time.monotonic() - started > SECONDS_BEFORE_SHOWING:
            break
    else:
        return
    from rich.console import Console  # most work ends before there is a bar to draw
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(description, total=total, completed=done)
        for step in steps:
            yield step
            progress.advance(task)


@contextmanager
def stage(description: str) -> Iterator[None]:
    """Say on a terminal's standard error what is being done, while it is being done."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"{description} ..."):
        yield
