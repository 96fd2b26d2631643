"""Programs compiled once a process, and used again for other data of the same shape.

Compiling takes seconds, sampling a small program less. So what is compiled is kept, with the data as inputs, under the
signature of its graph: two programs share it if they do the same to data of the same type, whatever the data are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import FloatArray
from bayesrank.inference.graph_signature import graph_signature
from bayesrank.inference.progress import stage

if TYPE_CHECKING:
    import pymc as pm

MOST_KEPT = 16  # compiled programs; the one that was not used for longest goes first

type DensityAndGradient = Callable[[FloatArray], tuple[float, FloatArray]]


@dataclass(eq=False)
class CompiledProgram:
    """A program whose density and sampler are compiled when they are first asked for, for any data.

    Parameters
    ----------
    model : pm.Model
        As first built; its data are replaced before each use.
    """

    model: pm.Model
    _densities: dict[tuple[bool, bool], Any] = field(default_factory=dict)

    @cached_property
    def sampler(self) -> Any:  # noqa: ANN401 (nutpie is not typed)
        """The program as nutpie samples it."""
        import nutpie

        with stage("compiling the sampler, once for all data of this shape"):
            return nutpie.compile_pymc_model(self.model)

    def density(self, data: Mapping[str, npt.NDArray[Any]], *, prior: bool, jacobian: bool) -> DensityAndGradient:
        """Return the log density of these data, and its gradient, as a function of the free values as one vector.

        Parameters
        ----------
        data : mapping of str to array
            What stands in ``pm.Data``, by name.
        prior : bool
            With the log prior, or the likelihood alone.
        jacobian : bool
            With the log Jacobian of the transforms: a density of the unconstrained values, or of the variables.
        """
        function = self._densities.get((prior, jacobian))
        if function is None:
            function = self._densities[prior, jacobian] = self._compile_density(prior=prior, jacobian=jacobian)
        for name, value in data.items():
            self.model[name].set_value(value)

        def at(values: FloatArray) -> tuple[float, FloatArray]:
            density, gradient = function(values)
            return float(density), np.asarray(gradient, dtype=np.float64)

        return at

    def _compile_density(self, *, prior: bool, jacobian: bool) -> Any:  # noqa: ANN401 (a compiled function)
        import pytensor
        from pymc.pytensorf import join_nonshared_inputs

        with stage("compiling the density, once for all data of this shape"):
            variables = None if prior else self.model.observed_RVs
            density = self.model.logp(vars=variables, jacobian=jacobian)
            values = self.model.value_vars
            point = self.model.initial_point()
            (joined,), vector = join_nonshared_inputs(point, [density], values)
            gradient = pytensor.grad(joined, vector, disconnected_inputs="ignore")
            return pytensor.function([vector], [joined, gradient], mode="NUMBA")


_KEPT: dict[tuple[Any, ...], CompiledProgram] = {}


def compiled_program(model: pm.Model) -> CompiledProgram:
    """Return the compiled form of a model, that of an earlier one with the same graph if there is one."""
    signature = graph_signature(model)
    compiled = _KEPT.pop(signature, None) or CompiledProgram(model)
    _KEPT[signature] = compiled  # last in, last used
    if len(_KEPT) > MOST_KEPT:
        del _KEPT[next(iter(_KEPT))]
    return compiled


def data_of(model: pm.Model) -> dict[str, npt.NDArray[Any]]:
    """Return what stands in ``pm.Data``, by name."""
    return {data.name: data.get_value() for data in model.data_vars}
