"""Whether a likelihood of wins, losses and ties has a maximum in the abilities and in how wide a tie is.

In the model of Davidson the log weights of a win, a loss and a tie are ``x / 2``, ``-x / 2`` and ``t``, where ``x`` is
the lead in ability and ``t`` a free parameter; in that of Rao and Kupper the lead plus logistic noise is over ``t``,
under ``-t`` or in between. Both log likelihoods are concave, and have a maximum unless they never fall in some
direction, of leads ``x`` and of ``t``:

1. ``t < 0`` never falls where nobody tied: the fewer ties the better.
2. ``t = 0`` never falls where ``x >= 0`` for all wins and ``x = 0`` for all ties: a group that never lost to the rest
   nor tied with it.
3. ``t = 1`` never falls where ``x >= c`` for all wins and ``|x| <= c`` for all ties, with c = 2 for Davidson and c = 1
   for Rao and Kupper. Such leads exist unless those around some cycle of models contradict each other: one that goes
   from each model to the next by a win over it or by a tie, and has more wins than ties.

That wins and ties connect the models strongly excludes 2 alone: one win, two ties and no loss leave 3.
"""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import BoolArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.separation import REMEDY, named, refuse_separated


def refuse_separated_ties(pairs: PairCounts, program: str) -> None:
    """Raise :class:`NotIdentifiedError` unless abilities and a free tie parameter have a maximum likelihood.

    For Davidson's model and for that of Rao and Kupper. Where the tie parameter is given,
    :func:`~bayesrank.statistics.separation.refuse_separated` of wins or ties is the condition.

    Parameters
    ----------
    pairs : PairCounts
        Wins and ties of L models.
    program : str
        Its name, for the message.

    Raises
    ------
    NotIdentifiedError
        Names the models: all tied or none, groups without a loss, or models whose wins nothing contradicts.
    """
    won, tied = pairs.wins > 0, pairs.ties > 0
    if not tied.any():
        message = (
            f"battles must hold a tie for {program!r} to have a maximum likelihood; got none of {len(pairs.models)} "
            f"models, which makes ties impossible. Use 'bradley_terry', or inference='nuts' for the posterior."
        )
        raise NotIdentifiedError(message)
    if not won.any():
        message = (
            f"battles must hold a win for {program!r} to have a maximum likelihood; got ties alone, of "
            f"{named(sorted(pairs.models))}. {REMEDY}."
        )
        raise NotIdentifiedError(message)
    refuse_separated(pairs.models, won | tied, program)
    if not _wins_contradict(won, tied):
        unbeaten = [model for model, lost in zip(pairs.models, won.any(axis=0), strict=True) if not lost]
        message = (
            f"wins must outnumber ties around some cycle of battles for {program!r} to have a maximum likelihood; got "
            f"no such cycle, for no win contradicts another: {named(sorted(unbeaten))} lost to nobody. {REMEDY}."
        )
        raise NotIdentifiedError(message)


def _wins_contradict(won: BoolArray, tied: BoolArray) -> bool:
    """Say whether wins outnumber ties around some cycle that follows wins from winner to loser and ties both ways."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import NegativeCycleError, bellman_ford

    length = csr_array(np.where(won, -1.0, 0.0) + (tied & ~won))  # no arc where zero
    try:
        bellman_ford(length, indices=0)  # from any model, for all can be reached
    except NegativeCycleError:
        return True
    return False
