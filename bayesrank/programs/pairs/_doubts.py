"""What a ranking from battles leaves to the prior, or to other programs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bayesrank.programs.battles import WEIGHTED
from bayesrank.programs.pairs._identified import Ties, outcomes_that_bind
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.separation import find_separated, named, named_groups, unlinked_groups

OVERCOUNTED = (
    "each pair of trials counts as a battle of its own, though battles share trials: intervals are far too narrow "
    "(with 20 models, half of the 95 % intervals hold). Use event_weight='shared'."
)
INDUCED = (
    "battles are pairs of trials on the same question, which share trials, so that the likelihood is a composite one: "
    "its intervals are about right, and programs cannot be compared by it. Programs that read the outcomes themselves, "
    "such as 'rasch', need no such approximation."
)


def battle_doubts(battles: BattleCounts, program: str, ties: Ties) -> list[str]:
    """Say what is not told by the battles alone, as sentences."""
    return [*_of_the_likelihood(battles), *_of_ties(battles, program, ties), *_of_the_prior(battles, ties)]


def _of_the_likelihood(battles: BattleCounts) -> Iterator[str]:
    if battles.induced:
        yield OVERCOUNTED if battles.overcounted else INDUCED
    if battles.weighted:
        yield WEIGHTED


def _of_ties(battles: BattleCounts, program: str, ties: Ties) -> Iterator[str]:
    share = float(battles.counts[:, 2].sum() / battles.counts.sum())
    if ties == "left_out" and share > 0:
        yield f"{share:.1%} of the battles are ties, which {program} leaves out. Use 'davidson', which counts them."
    if ties == "learned" and share == 0:
        yield f"no battle is a tie: how rare they are is decided by the prior. 'bradley_terry' is {program} without."
    if ties == "learned" and share == 1:
        yield "all battles are ties: how rare wins are is decided by the prior."


def _of_the_prior(battles: BattleCounts, ties: Ties) -> Iterator[str]:
    bind = outcomes_that_bind(battles, ties)
    groups = unlinked_groups(bind)
    if len(groups) > 1:
        yield _unlinked(named_groups(battles.models, groups), len(groups), ties)
        return
    names = np.array(battles.models)
    single = [
        _unbounded(sorted(names[~ever].tolist()), f"never {did}", ties)
        for did, ever in (("lost", bind.any(axis=0)), ("won", bind.any(axis=1)))
        if not ever.all()
    ]
    yield from single
    separated = find_separated(bind)
    if not single and separated is not None:
        never = "never lost to the rest" if separated.never == "lost" else "never won against the rest"
        yield _unbounded(sorted(names[separated.group].tolist()), never, ties)


def _unlinked(groups: str, n_groups: int, ties: Ties) -> str:
    decisive = "decisive " if ties == "left_out" else ""
    return f"no {decisive}battles link {n_groups} groups of models, {groups}: the prior alone decides between them."


def _unbounded(names: list[str], never: str, ties: Ties) -> str:
    tied = "" if ties == "left_out" else " nor tied"
    return f"{named(names)} {never}{tied}: how far apart from the others is decided by the prior."
