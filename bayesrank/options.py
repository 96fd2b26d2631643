"""Options that take one of a few words, a probability, a positive number, or a whole one, and seeds."""

from collections.abc import Iterable
from math import inf
from numbers import Integral, Real
from typing import TypeAliasType, get_args

import numpy as np

# of probabilities by the names of their options, for whoever gave none; others are like ci_prob
EXAMPLES = {"alpha": 0.05, "damping": 0.85, "quantile": 0.05}


def check_names(method: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raise ``ValueError`` unless every option given to a method is one that it has."""
    names = sorted(known)
    unknown = [name for name in given if name not in names]
    if unknown:
        those = f"among {', '.join(names)}" if names else "none for these data"
        message = f"options of {method!r} must be {those}; got {unknown[0]!r}. Check the spelling."
        raise ValueError(message)


def check_choice(name: str, value: str, choices: TypeAliasType) -> None:
    """Raise ``ValueError`` unless ``value`` is one of the words of a ``Literal`` type alias."""
    words = get_args(choices.__value__)
    if value not in words:
        message = f"{name} must be one of {', '.join(words)}; got {value!r}. Check the spelling."
        raise ValueError(message)


def check_probability(name: str, value: float) -> None:
    """Raise ``ValueError`` unless ``value`` lies strictly between 0 and 1."""
    if not 0 < value < 1:
        example = EXAMPLES.get(name, 0.95)
        message = f"{name} must lie between 0 and 1; got {value}. Give a probability such as {example}."
        raise ValueError(message)


def check_positive(name: str, value: object) -> None:
    """Raise ``ValueError`` unless ``value`` is a positive and finite number."""
    if not isinstance(value, Real) or not 0 < float(value) < inf:
        message = f"{name} must be positive and finite; got {value!r}. Leave it out for the usual value."
        raise ValueError(message)


def check_at_least(name: str, value: object, least: int) -> None:
    """Raise ``ValueError`` unless ``value`` is a whole number of at least ``least``."""
    if not isinstance(value, Integral) or value < least:
        message = f"{name} must be a whole number of at least {least}; got {value!r}. Give one, or leave it out."
        raise ValueError(message)


def seed_or_fresh(random_seed: int | None) -> int:
    """Return the seed, or a fresh one that can be kept for none.

    Raises
    ------
    ValueError
        If it is no whole number of at least 0.
    """
    if random_seed is None:
        return int(np.random.SeedSequence().generate_state(1)[0])
    check_at_least("random_seed", random_seed, 0)
    return int(random_seed)
