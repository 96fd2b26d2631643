"""Who takes part, has a bye and meets whom, given the probabilities that groups play among themselves."""

from __future__ import annotations

from fractions import Fraction

from bayesrank.swiss.contests.contest_rules import Pairing
from bayesrank.swiss.exact._group_gains import Law, members_of


def active[N: (float, Fraction)](played: Law[N], n_models: int, zero: N) -> tuple[N, ...]:
    """Return the probabilities that models take part in the round, length M."""
    chances = [zero] * n_models
    for group, chance in played.items():
        for model in members_of(group):
            chances[model] += chance
    return tuple(chances)


def byes[N: (float, Fraction)](played: Law[N], n_models: int, pairing: Pairing, zero: N) -> tuple[N, ...]:
    """Return the probabilities that models have a bye in the round, length M."""
    chances = [zero] * n_models
    for group, chance in played.items():
        members = members_of(group)
        if len(members) % 2 == 1 and pairing != "round_robin":
            for model in members:
                chances[model] += chance / len(members)
    return tuple(chances)


def met[N: (float, Fraction)](played: Law[N], n_models: int, pairing: Pairing, zero: N) -> tuple[tuple[N, ...], ...]:
    """Return the probabilities that models meet in the round, shape (M, M).

    Of an even number each has n - 1 opponents that are equally likely; of an odd number it has none with probability
    1 / n, and each other with 1 / n as well.
    """
    chances = [[zero] * n_models for _ in range(n_models)]
    for group, chance in played.items():
        members = members_of(group)
        ways = 1 if pairing == "round_robin" else len(members) - 1 + len(members) % 2
        for one in members:
            for other in members:
                if one != other:
                    chances[one][other] += chance / ways
    return tuple(map(tuple, chances))
