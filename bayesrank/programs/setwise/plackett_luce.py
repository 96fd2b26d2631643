"""Plackett-Luce: the best of those left is chosen with odds of their worths, again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.nested_laplace import most_likely
from bayesrank.programs.newton import Density, Derivatives
from bayesrank.programs.program import Program, Target
from bayesrank.programs.setwise._ability_problem import AbilityProblem, approximation_of
from bayesrank.programs.setwise._order_doubts import order_doubts
from bayesrank.programs.setwise._order_rows import OrderRows, order_rows
from bayesrank.programs.setwise._tied_order_density import order_log_density
from bayesrank.statistics.separation import refuse_separated
from bayesrank.statistics.tied_orders import TiedOrders

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable


def plackett_luce(
    orders: TiedOrders,
    *,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> pm.Model:
    """Let an order name its best model first, then the best of those left, each with odds of ``exp(ability)``.

    ``P(i before j before ...) = prod over places of exp(ability[i]) / sum of exp(ability) of i and all behind it``;
    see :func:`~bayesrank.programs.abilities.abilities` for the prior of abilities. Ties are orders that nobody told, no
    outcomes with a chance of their own (which turner2020 gives them): the probability of a block of ties is the sum
    over all orders inside it, given its size, so that winners before losers have the multivariate Wallenius
    distribution. Models of an order's last block say nothing of each other, and a model that took no part is neither
    praised nor blamed.

    Parameters
    ----------
    orders : TiedOrders
        L models.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]``, the log worth. ``place`` is observed: a predicted order of models has the sizes of blocks
        that were seen.

    References
    ----------
    plackett1975; luce1959; fog2008, for ties; hunter2004, for the maximum likelihood
    """
    import pymc as pm

    rows = order_rows(orders)
    with pm.Model(coords={"model": orders.models}) as model:
        ability = abilities(
            len(orders.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        observe_places(ability, rows)
    return model


def observe_places(ability: TensorVariable, rows: OrderRows) -> TensorVariable:
    """Add the observed variable ``place`` to the model in the context, one row an order."""
    import pymc as pm
    import pytensor.tensor as pt

    from bayesrank.programs.setwise._tied_order_op import OrderLogDensity

    def log_probability(
        place: TensorVariable,
        ability: TensorVariable,
        member: TensorVariable,
        block: TensorVariable,  # noqa: ARG001 (only draws are told the sizes of blocks)
        multiplicity: TensorVariable,
    ) -> TensorVariable:
        return multiplicity * OrderLogDensity()(ability, member, place)[0]

    def draw(
        ability: TensorVariable,
        member: TensorVariable,
        block: TensorVariable,
        multiplicity: TensorVariable,  # noqa: ARG001 (one order stands for those like it)
        size: TensorVariable,  # noqa: ARG001
    ) -> TensorVariable:
        lateness = -ability[member] - pm.Gumbel.dist(0.0, 1.0, shape=member.shape)
        arrived = pt.argsort(pt.switch(pt.ge(member, 0), lateness, np.inf), axis=1)
        return pt.take_along_axis(block, pt.argsort(arrived, axis=1), axis=1)

    return pm.CustomDist(
        "place",
        ability,
        pm.Data("order_member", rows.member),
        pm.Data("order_block", rows.place),
        pm.Data("order_multiplicity", rows.multiplicity),
        logp=log_probability,
        dist=draw,
        signature="(l),(k),(k),()->(k)",
        observed=pm.Data("place_observed", rows.place),
    )


def likelihood_of(orders: TiedOrders) -> Density:
    """Return the log likelihood of abilities and its derivatives."""
    rows = order_rows(orders)
    n_models = len(orders.models)

    def at(ability: FloatArray) -> Derivatives:
        curvature = np.zeros((n_models, n_models))
        density, slope = order_log_density(ability, rows.member, rows.place, rows.multiplicity, curvature)
        by_entry = (rows.multiplicity[:, None] * slope)[rows.member >= 0]
        gradient = np.bincount(rows.member[rows.member >= 0], by_entry, n_models)
        return Derivatives(float(rows.multiplicity @ density), gradient, curvature)

    return at


def mle(orders: TiedOrders) -> dict[str, FloatArray]:
    """Return the maximum likelihood of abilities by Newton's method: the likelihood is log-concave."""
    identified(orders)
    return most_likely(AbilityProblem(likelihood_of(orders), len(orders.models)))


laplace = approximation_of(likelihood_of)


def identified(orders: TiedOrders) -> None:
    """Refuse orders whose likelihood has no finite maximum: some group was never behind the rest, or never ahead."""
    refuse_separated(orders.models, orders.votes().wins > 0, "plackett_luce")


def doubts(orders: TiedOrders, target: Target) -> list[str]:  # noqa: ARG001 (there is one)
    """Say what is read into the orders, and what they leave to the prior."""
    return order_doubts(orders)


PROGRAM = Program(
    reads=TiedOrders,
    scores={"ability": "ability in logits, the log worth: log odds of being ahead of a model of mean ability"},
    build=plackett_luce,
    reference="plackett1975",
    doubts=doubts,
    mle=mle,
    laplace=laplace,
    identified=identified,
)
