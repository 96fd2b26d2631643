"""Names of models, questions, benchmarks and judges: whole, present and told apart."""

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
    alike = find_look_alikes(checked)
    if alike is not None:
        message = (
            f"{kind} names must differ in more than white space; got {alike[0]!r} and {alike[1]!r}. "
            f"Rename one, or merge them."
        )
        raise DataError(message)
    return checked


def is_nameless(name: object) -> bool:
    """Say whether ``name`` is None, NaN or nothing but white space."""
    return name is None or name != name or not str(name).strip()  # noqa: PLR0124 (NaN is what differs from itself)


def find_look_alikes(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the first two names that differ in nothing but white space, or None."""
    spellings: dict[str, str] = {}
    for name in names:
        bare = "".join(name.split())
        if bare in spellings:
            return spellings[bare], name
        spellings[bare] = name
    return None


def _text(name: object, kind: str) -> str:
    if is_nameless(name):
        message = f"{kind} must have a name; got {name!r}. Fill it in, or drop its rows."
        raise DataError(message)
    return str(name)
