"""Whether wins lead from every model to every other: without that a likelihood of worths has no maximum.

Let all models of a group that never lost to the rest grow better by the same amount. No outcome becomes less probable,
so that the likelihood rises for ever. Such a group exists unless the graph of wins is strongly connected (Zermelo 1929,
Ford 1957). The same holds wherever the probability of an outcome is largest in the limit when all winners are far
ahead of all losers: rankings (Plackett and Luce), winners of sets, right answers given their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from bayesrank.arrays import BoolArray, IntArray
from bayesrank.errors import NotIdentifiedError

MOST_NAMES = 5
REMEDY = "Use inference='nuts' for the posterior, which exists"


class Separated(NamedTuple):
    """A group, by its positions, that never lost to the others, or never won against them."""

    group: IntArray
    never: Literal["lost", "won"]


def refuse_separated(models: Sequence[str], beats: BoolArray, program: str) -> None:
    """Raise :class:`NotIdentifiedError` unless wins lead from every model to every other, directly or through others.

    Parameters
    ----------
    models : sequence of str
        Names, L of them.
    beats : array of bool, shape (L, L)
        Whether the row's model beat the column's at least once; for a program in which a tie pulls both together, or
        tied.
    program : str
        Its name, for the message.

    Raises
    ------
    NotIdentifiedError
        Names the groups that nothing compares, or else a group that never lost to the rest, or never won against it.
    """
    separated = find_separated(beats)
    if separated is None:
        return
    groups = unlinked_groups(beats)
    if len(groups) > 1:
        message = (
            f"battles must link all models for {program!r} to have a maximum likelihood; got {len(groups)} groups "
            f"without a link: {named_groups(models, groups)}. {REMEDY}; between groups it is the prior's alone."
        )
        raise NotIdentifiedError(message)
    lost = "lost to" if separated.never == "lost" else "won against"
    message = (
        f"every group of models must win against the rest and lose to it for {program!r} to have a maximum likelihood; "
        f"got {named(sorted(models[index] for index in separated.group))} that never {lost} the other "
        f"{len(models) - len(separated.group)}. {REMEDY}."
    )
    raise NotIdentifiedError(message)


def unlinked_groups(beats: Any) -> list[IntArray]:  # noqa: ANN401 (an array, or a sparse one)
    """Return the groups, by positions, that no win links, whichever its direction."""
    from scipy.sparse.csgraph import connected_components  # counting starts fast without it

    n_groups, group = connected_components(beats, directed=False)
    return [np.flatnonzero(group == number) for number in range(n_groups)]


def find_separated(beats: Any) -> Separated | None:  # noqa: ANN401 (an array, or a sparse one)
    """Return the smallest group that never lost to the rest or never won against it, None if there is no such group.

    Parameters
    ----------
    beats : array or sparse array of bool, shape (n, n)
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n_groups, group = connected_components(beats, directed=True, connection="strong")
    if n_groups == 1:
        return None
    arcs = coo_array(beats)
    winner, loser = group[arcs.coords[0]], group[arcs.coords[1]]
    between = winner != loser
    size, first = np.bincount(group), np.unique(group, return_index=True)[1]
    unbeaten = np.setdiff1d(np.arange(n_groups), loser[between])
    unsuccessful = np.setdiff1d(np.arange(n_groups), winner[between])
    either = np.concatenate([unbeaten, unsuccessful])
    number = either[np.lexsort((first[either], size[either]))[0]]
    return Separated(np.flatnonzero(group == number), "lost" if number in unbeaten else "won")


def named(names: Sequence[str]) -> str:
    """Return the first names in one line, and how many more there are."""
    text = ", ".join(repr(name) for name in names[:MOST_NAMES])
    return text if len(names) <= MOST_NAMES else f"{text} and {len(names) - MOST_NAMES} more"


def named_groups(models: Sequence[str], groups: Sequence[IntArray]) -> str:
    """Return the names of the largest groups in one line, and how many more groups there are."""
    members = [sorted(models[index] for index in group) for group in groups]
    members.sort(key=lambda names: (-len(names), names))
    text = "; ".join(named(names) for names in members[:3])
    return text if len(members) <= 3 else f"{text}; and {len(members) - 3} more"
