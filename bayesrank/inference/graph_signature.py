"""What a program computes, apart from its data: equal for two programs that differ in ``pm.Data`` only."""

from __future__ import annotations

from collections.abc import Hashable
from types import NoneType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pymc as pm

PLAIN = (NoneType, bool, int, float, str, slice)  # constants whose representation is all that there is to them


def graph_signature(model: pm.Model) -> tuple[Hashable, ...]:
    """Return a key that is equal for models whose log density and deterministic variables are the same graph.

    Constants of the graph are part of the key, data are not; of these only names and types are. So are the names,
    dimensions and shapes of what is sampled. An operation that has no description of its own counts as
    different from every other, which costs a compilation and never gives a wrong answer.
    """
    from pytensor.graph.traversal import graph_inputs, io_toposort

    known = {*data_variables(model).values(), *model.value_vars}
    flat = [*model.logp(sum=False, jacobian=True), *model.unobserved_value_vars]
    leaves = list(graph_inputs(flat))
    number = {leaf: place for place, leaf in enumerate(leaves)}
    key: list[Hashable] = [_leaf(leaf, named=leaf in known) for leaf in leaves]
    for node in io_toposort(leaves, flat):
        key.append((node.op, tuple(number[value] for value in node.inputs)))
        for value in node.outputs:
            number[value] = len(number)
    return (*key, tuple(number[variable] for variable in flat), *_shapes(model))


def data_variables(model: pm.Model) -> dict[str, Any]:
    """Return the variables of a graph that other data of the same program set: ``pm.Data``, and lengths, by name."""
    from pytensor.compile.sharedvalue import SharedVariable

    data = {variable.name: variable for variable in model.data_vars}
    lengths = {name: length for name, length in model.dim_lengths.items() if isinstance(length, SharedVariable)}
    return {name: length for name, length in lengths.items() if name not in data} | data


def _leaf(leaf: Any, *, named: bool) -> Hashable:  # noqa: ANN401 (a variable of a graph)
    """Return the name of a free value or of data, and the value of anything else."""
    from pytensor.compile.sharedvalue import SharedVariable

    if named:
        return (str(leaf.type), leaf.name)
    value = leaf.get_value() if isinstance(leaf, SharedVariable) else leaf.data
    if hasattr(value, "tobytes"):
        return (str(leaf.type), value.dtype.str, value.shape, value.tobytes())
    return (str(leaf.type), repr(value) if isinstance(value, PLAIN) else object())


def _shapes(model: pm.Model) -> tuple[Hashable, ...]:
    """Return what the sampler knows of its output: names and lengths; those that only the data tell, if there are any.

    A deterministic variable without named dimensions could have the length of any data.
    """
    free = tuple((name, value.shape) for name, value in model.initial_point().items())
    named = tuple(
        (variable.name, tuple((dim, _length(model, dim)) for dim in model.named_vars_to_dims.get(variable.name, ())))
        for variable in model.unobserved_RVs
    )
    unnamed = any(variable.ndim and not dims for variable, (_, dims) in zip(model.unobserved_RVs, named, strict=True))
    of_data = tuple((data.name, data.get_value(borrow=True).shape) for data in model.data_vars) if unnamed else ()
    return free, named, of_data


def _length(model: pm.Model, dim: str) -> int:
    length = model.dim_lengths[dim]
    return int(length.get_value() if hasattr(length, "get_value") else length.data)
