"""Elementary symmetric polynomials in a PyTensor graph: operations that call, or compile in, the loops of Numba."""

from __future__ import annotations

import inspect
import zlib
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pytensor.tensor as pt
from pytensor.gradient import disconnected_type
from pytensor.graph.basic import Apply
from pytensor.graph.op import Op
from pytensor.link.numba.dispatch.basic import numba_njit, register_funcify_default_op_cache_key
from pytensor.tensor import TensorVariable
from pytensor.tensor.type import TensorType

from bayesrank.programs.setwise import _symmetric_polynomials as polynomials

VERSION = zlib.crc32(inspect.getsource(polynomials).encode())  # compiled graphs that are kept are of this source


class _CompiledLoop(Op):  # type: ignore[misc]
    """A function of :mod:`bayesrank.programs.setwise._symmetric_polynomials`, applied to its arguments in order."""

    __props__ = ()
    loop: ClassVar[Callable[..., Any]]
    returns: ClassVar[tuple[TensorType, ...]]
    shaped_as: ClassVar[int]
    """Position of the argument that has the shape of all that is returned."""

    def make_node(self, *arguments: TensorVariable) -> Apply:
        return Apply(self, [pt.as_tensor(argument) for argument in arguments], [kind() for kind in self.returns])

    def perform(self, node: Apply, inputs: Sequence[Any], outputs: list[list[Any]]) -> None:  # noqa: ARG002
        returned = type(self).loop(*inputs)
        for storage, value in zip(outputs, returned if isinstance(returned, tuple) else (returned,), strict=True):
            storage[0] = value

    def infer_shape(self, node: Apply, shapes: list[Any]) -> list[Any]:  # noqa: ARG002
        return [shapes[self.shaped_as] for _ in self.returns]


class LogPolynomials(_CompiledLoop):
    """Logs of the polynomials of rows, and the tilts that served, from (ability, scale, attempts, total)."""

    loop = polynomials.log_polynomials
    returns = (pt.dvector, pt.dvector)
    shaped_as = 3

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Return that values alone have a gradient, and in abilities alone."""
        return [[True, False], *([False, False] for _ in node.inputs[1:])]

    def pullback(self, inputs: list[Any], outputs: list[Any], cotangents: list[Any]) -> list[Any]:
        """Return the gradient in abilities."""
        gradient = ExpectedWins()(*inputs, outputs[1], cotangents[0])
        return [gradient, *(disconnected_type() for _ in inputs[1:])]


class ExpectedWins(_CompiledLoop):
    """Gradient of a weighted sum of rows, from (ability, scale, attempts, total, tilt, weight)."""

    loop = polynomials.expected_wins
    returns = (pt.dvector,)
    shaped_as = 0


class DrawnWins(_CompiledLoop):
    """Wins given totals, from (ability, scale, attempts, total, tilt, n_events, uniform)."""

    loop = polynomials.drawn_wins
    returns = (pt.dmatrix,)
    shaped_as = 2


@register_funcify_default_op_cache_key(_CompiledLoop)  # type: ignore[untyped-decorator]
def _compiled_in(op: _CompiledLoop, **_: object) -> tuple[Callable[..., Any], int]:
    loop = type(op).loop

    @numba_njit  # type: ignore[untyped-decorator]
    def call(*arguments: Any) -> Any:  # noqa: ANN401 (whatever the loop takes)
        return loop(*arguments)

    return call, VERSION
