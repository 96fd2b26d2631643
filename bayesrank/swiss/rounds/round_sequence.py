"""The rounds that are played, in the order in which they are played."""

from collections.abc import Mapping, Sequence

from bayesrank.errors import DataError


def in_sequence[T](rounds: Mapping[str, T], sequence: Sequence[str] | None) -> dict[str, T]:
    """Return the rounds that a sequence names, in its order; all as they stand without one.

    Raises
    ------
    DataError
        If the sequence names no round, an unknown one, or one twice.
    """
    if sequence is None:
        return dict(rounds)
    if not sequence:
        message = "sequence must name at least one round; got none. Leave it out to play all."
        raise DataError(message)
    for place, name in enumerate(sequence):
        if name not in rounds:
            message = f"sequence must name rounds that there are; got {name!r}. Check the spelling: {_some(rounds)}."
            raise DataError(message)
        if name in sequence[:place]:
            message = f"sequence must name every round once; got {name!r} twice. Drop one."
            raise DataError(message)
    return {name: rounds[name] for name in sequence}


def _some(rounds: Mapping[str, object]) -> str:
    """Return the first names, as many as a line holds."""
    names = [repr(name) for name in rounds]
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
