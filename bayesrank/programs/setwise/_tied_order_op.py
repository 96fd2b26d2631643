"""The log density of orders with ties in a PyTensor graph: an operation that compiles in the loops of Numba."""

from __future__ import annotations

import inspect
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytensor.tensor as pt
from pytensor.gradient import disconnected_type
from pytensor.graph.basic import Apply
from pytensor.graph.op import Op
from pytensor.link.numba.dispatch.basic import numba_njit, register_funcify_default_op_cache_key
from pytensor.tensor import TensorVariable

from bayesrank.programs.setwise import _tied_order_density

VERSION = zlib.crc32(inspect.getsource(_tied_order_density).encode())  # what was compiled from other source is not used
order_log_density = _tied_order_density.order_log_density
NO_WEIGHT, NO_CURVATURE = np.empty(0), np.empty((0, 0))


class OrderLogDensity(Op):  # type: ignore[misc]
    """Log density of each order, shape (n_orders,), and its slopes, from (ability, member, place).

    See :func:`~bayesrank.programs.setwise._tied_order_density.order_log_density`. The slopes come out of the same pass
    and make the gradient; they have none of their own.
    """

    __props__ = ()

    def make_node(self, ability: TensorVariable, member: TensorVariable, place: TensorVariable) -> Apply:
        arguments = [pt.cast(ability, "float64"), pt.cast(member, "int64"), pt.cast(place, "float64")]
        return Apply(self, arguments, [pt.dvector(), pt.dmatrix()])

    def perform(self, node: Apply, inputs: Sequence[Any], outputs: list[list[Any]]) -> None:  # noqa: ARG002
        ability, member, place = (np.ascontiguousarray(values) for values in inputs)
        outputs[0][0], outputs[1][0] = order_log_density(ability, member, place, NO_WEIGHT, NO_CURVATURE)

    def infer_shape(self, node: Apply, shapes: list[Any]) -> list[Any]:  # noqa: ARG002
        n_orders, width = shapes[1]
        return [(n_orders,), (n_orders, width)]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:  # noqa: ARG002
        """Return that densities alone have a gradient, and in abilities alone."""
        return [[True, False], [False, False], [False, False]]

    def pullback(self, inputs: list[Any], outputs: list[Any], cotangents: list[Any]) -> list[Any]:
        """Return the gradient in abilities."""
        ability, member, _ = inputs
        by_entry = cotangents[0][:, None] * outputs[1]  # zero where nobody is
        gradient = pt.zeros_like(ability)[member.ravel()].inc(by_entry.ravel())
        return [gradient, disconnected_type(), disconnected_type()]


@register_funcify_default_op_cache_key(OrderLogDensity)  # type: ignore[untyped-decorator]
def _compiled_in(op: OrderLogDensity, **_: object) -> tuple[Callable[..., Any], int]:  # noqa: ARG001
    @numba_njit  # type: ignore[untyped-decorator]
    def call(ability: Any, member: Any, place: Any) -> Any:  # noqa: ANN401 (arrays as Numba has them)
        rows = np.ascontiguousarray(member), np.ascontiguousarray(place)
        return order_log_density(np.ascontiguousarray(ability), rows[0], rows[1], np.empty(0), np.empty((0, 0)))

    return call, VERSION
