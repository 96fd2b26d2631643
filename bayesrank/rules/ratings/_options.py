"""Numbers that options of ratings can be."""

from math import inf


def check_finite(name: str, value: float) -> None:
    """Raise ``ValueError`` unless ``value`` is finite."""
    if not -inf < value < inf:
        message = f"{name} must be finite; got {value}. Leave it out for the usual value."
        raise ValueError(message)


def check_not_negative(name: str, value: float) -> None:
    """Raise ``ValueError`` unless ``value`` is 0, or positive and finite."""
    if not 0 <= value < inf:
        message = f"{name} must be finite and at least 0; got {value}. Leave it out for the usual value."
        raise ValueError(message)
