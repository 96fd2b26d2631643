"""Names for the axes of arrays that come without."""

from collections.abc import Sequence

from bayesrank.errors import DataError


def names_or_numbers(kind: str, given: Sequence[str] | None, number: int) -> tuple[str, ...]:
    """Return the names given for an axis of ``number`` entries, or "model 1", "model 2", ... for a kind "model".

    Raises
    ------
    DataError
        If names are one text, or there are more or fewer than entries.
    """
    if given is None:
        return tuple(f"{kind} {position}" for position in range(1, number + 1))
    if isinstance(given, str):
        message = f"{kind}s must be a list of names; got the text {given!r}. Write [{given!r}] for one."
        raise DataError(message)
    if len(given) != number:
        message = f"{kind}s must be {number} names, as many as the array has; got {len(given)}. Name every one."
        raise DataError(message)
    return tuple(given)
