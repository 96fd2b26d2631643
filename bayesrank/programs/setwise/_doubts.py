"""What sets of winners leave to the prior, and events that some programs cannot read."""

from __future__ import annotations

from collections.abc import Iterator

from bayesrank.errors import DataError
from bayesrank.statistics.separation import find_separated, named, named_groups, unlinked_groups
from bayesrank.statistics.setwise_counts import SetwiseCounts


def winner_doubts(counts: SetwiseCounts) -> list[str]:
    """Say what the events do not tell, as sentences."""
    return list(_left_to_the_prior(counts))


def _left_to_the_prior(counts: SetwiseCounts) -> Iterator[str]:
    beats = counts.beat > 0
    groups = unlinked_groups(beats)
    separated = find_separated(beats)
    if not beats.any():
        yield "in no event one model is right and another wrong: abilities are the prior's alone."
    elif len(groups) > 1:
        yield (
            f"no event links {len(groups)} groups of models, {named_groups(counts.models, groups)}, by a right answer "
            f"in one group and a wrong one in another: the prior alone decides between them."
        )
    elif separated is not None:
        group = named(sorted(counts.models[index] for index in separated.group))
        one, other, where = ("wrong", "right", "ahead") if separated.never == "lost" else ("right", "wrong", "behind")
        yield (
            f"{group} never had a {one} answer where one of the others had a {other} one: how far {where} is decided "
            f"by the prior."
        )


def refuse_repeated_attempts(counts: SetwiseCounts, program: str) -> None:
    """Raise :class:`DataError` if a model has several attempts in an event, for a program of who won and who lost."""
    if not counts.single_attempts:
        message = (
            f"models must have one attempt in an event for {program!r}, which they win or lose; got up to "
            f"{counts.attempts.max()}. Use events='trials', or 'setwise_cml', which takes several."
        )
        raise DataError(message)
