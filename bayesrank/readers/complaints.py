"""Complaints of observations about themselves, under the name of the file that they came from."""

from collections.abc import Iterator
from contextlib import contextmanager

from bayesrank.errors import DataError


@contextmanager
def naming(source: str) -> Iterator[None]:
    """Put ``source`` before the message of any :class:`DataError` within."""
    try:
        yield
    except DataError as error:
        message = f"{source}: {error}"
        raise DataError(message) from error
