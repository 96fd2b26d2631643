"""What a program computes, apart from its data: equal for two programs that differ in ``pm.Data`` only."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pymc as pm


def graph_signature(model: pm.Model) -> tuple[Hashable, ...]:
    """Return a key that is equal for models whose log density and deterministic variables are the same graph.

    Constants of the graph are part of the key, values in ``pm.Data`` are not; of these only names and types are. An
    operation that has no description of its own counts as different from every other, which costs a compilation and
    never gives a wrong answer.
    """
    from pytensor.graph.traversal import io_toposort, truncated_graph_inputs

    outputs = [model.logp(sum=False, jacobian=True), model.unobserved_value_vars]
    flat = [variable for group in outputs for variable in group]
    leaves = truncated_graph_inputs(flat)
    number: dict[Any, int] = {}
    key: list[Hashable] = []
    for leaf in leaves:
        number[leaf] = len(number)
        key.append(_leaf(leaf))
    for node in io_toposort(leaves, flat):
        key.append((node.op, tuple(number.setdefault(value, -1) for value in node.inputs)))
        for value in node.outputs:
            number[value] = len(number)
    shapes = tuple((name, tuple(value.shape)) for name, value in model.initial_point().items())
    return (*key, tuple(number[variable] for variable in flat), shapes)


def _leaf(leaf: Any) -> Hashable:  # noqa: ANN401 (a variable of a graph)
    from pytensor.graph.basic import Constant

    if isinstance(leaf, Constant):
        data = leaf.data
        content = (data.dtype.str, data.shape, data.tobytes()) if hasattr(data, "tobytes") else repr(data)
        return (str(leaf.type), content)
    return (str(leaf.type), leaf.name)
