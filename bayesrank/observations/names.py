"""Names of models, questions, benchmarks and judges: whole, present and told apart."""

from collections import defaultdict
from collections.abc import Iterable

from bayesrank.errors import DataError


def checked_names(names: Iterable[object], kind: str) -> tuple[str, ...]:
    """Return ``names`` as text, or raise :class:`DataError` when two of them cannot be told apart.

    Parameters
    ----------
    names : iterable
        Text or numbers, one a ``kind``.
    kind : str
        What is named, for the message: ``"model"``, ``"question"``, ...
    """
    checked = tuple(_text(name, kind) for name in names)
    if not checked:
        message = f"{kind}s must be at least one; got none. Check that the data are not empty."
        raise DataError(message)
    _refuse_look_alikes(checked, kind)
    return checked


def _text(name: object, kind: str) -> str:
    missing = name is None or name != name  # noqa: PLR0124 (NaN is what differs from itself)
    if missing or not str(name).strip():
        message = f"{kind} must have a name; got {name!r}. Fill it in, or drop its rows."
        raise DataError(message)
    return str(name)


def _refuse_look_alikes(names: tuple[str, ...], kind: str) -> None:
    spellings = defaultdict(list)
    for name in names:
        spellings["".join(name.split())].append(name)
    for alike in spellings.values():
        if len(alike) > 1:
            message = (
                f"{kind} names must differ in more than white space; got {alike[0]!r} and {alike[1]!r}. "
                f"Rename one, or merge them."
            )
            raise DataError(message)
