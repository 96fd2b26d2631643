"""What orders of models leave to the prior, and what is read into them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bayesrank.arrays import BoolArray
from bayesrank.statistics.separation import find_separated, named, named_groups, unlinked_groups
from bayesrank.statistics.tied_orders import TiedOrders

RACES = (
    "right answers are read as if they came in one after the other, which suits races better than independent trials: "
    "abilities are log worths, and closer together than those of 'setwise_cml' or 'rasch'."
)
MATCHED = (
    "trial n of each model was matched with trial n of the others, which says nothing where trials are exchangeable. "
    "Use events='questions', which orders models by their mean outcomes."
)
MEANS = (
    "questions order models by their mean outcomes: neither how far apart these are nor how many trials they rest on "
    "is read. Use 'setwise_cml' or 'rasch', which read both."
)


def order_doubts(orders: TiedOrders) -> list[str]:
    """Say what is read into the orders, and what they leave to the prior, as sentences."""
    return [*_reading(orders), *_left_to_the_prior(orders.models, orders.votes().wins > 0)]


def _reading(orders: TiedOrders) -> Iterator[str]:
    if orders.ordered_by == "voters":
        yield from _ties(orders)
    if orders.ordered_by == "trials":
        yield MATCHED
    if orders.ordered_by != "voters" and orders.place.max(initial=1) <= 2:
        yield RACES
    elif orders.ordered_by == "questions":
        yield MEANS


def _ties(orders: TiedOrders) -> Iterator[str]:
    last = orders.place[orders.start[1:] - 1]
    total = orders.multiplicity.sum()
    silent = orders.multiplicity[last == 1].sum()
    if silent:
        yield f"{silent:g} of {total:g} orders tie all their models and say nothing."
    tied = np.zeros(len(last), dtype=bool)
    again = np.flatnonzero((np.diff(orders.place) == 0) & (np.diff(orders.order) == 0))
    tied[orders.order[again]] |= orders.place[again] < last[orders.order[again]]
    if tied.any():
        share = orders.multiplicity[tied].sum() / total
        yield (
            f"{share:.1%} of the orders tie models ahead of others: ties are read as orders that nobody told, and are "
            f"no sign that models are equally good."
        )


def _left_to_the_prior(models: tuple[str, ...], ahead: BoolArray) -> Iterator[str]:
    names = np.array(models)
    groups = unlinked_groups(ahead)
    separated = find_separated(ahead)
    if not ahead.any():
        yield "no order has one model ahead of another: abilities are the prior's alone."
        return
    if len(groups) > 1:
        yield (
            f"no order links {len(groups)} groups of models, {named_groups(models, groups)}: the prior alone decides "
            f"between them."
        )
        return
    single = [
        f"{named(sorted(names[~ever].tolist()))} never came {where} another: how far apart from the others is decided "
        f"by the prior."
        for where, ever in (("behind", ahead.any(axis=0)), ("ahead of", ahead.any(axis=1)))
        if not ever.all()
    ]
    yield from single
    if not single and separated is not None:
        where = "behind" if separated.never == "lost" else "ahead of"
        group = named(sorted(names[separated.group].tolist()))
        yield f"{group} never came {where} the rest: how far apart from the others is decided by the prior."
