"""Programs compiled once a process, and used again for other data of the same shape.

Compiling takes seconds, sampling a small program less. So what is compiled is kept, with the data as inputs, under the
signature of its graph: two programs share it if they do the same to data of the same type, whatever the data are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import FloatArray
from bayesrank.inference.graph_signature import data_variables, graph_signature
from bayesrank.inference.progress import stage

if TYPE_CHECKING:
    import pymc as pm

MOST_KEPT = 16  # compiled programs; the one that was not used for longest goes first
# Seconds, measured: a gradient in Python, by itself and for each value of the data, and numba's compilation.
PYTHON_GRADIENT, PYTHON_VALUE, NUMBA_COMPILATION = 2e-3, 7e-7, 5.0

# transforms see to it that parameters are legal; checks would stop a search where numbers are large and sums inexact
UNCHECKED = "local_remove_check_parameter"

type DensityAndGradient = Callable[[FloatArray], tuple[float, FloatArray]]


@dataclass(eq=False)
class CompiledProgram:
    """A program whose density and sampler are compiled when they are first asked for, for any data.

    Parameters
    ----------
    model : pm.Model
        As first built; the data in it are not used, and stay as they are.
    """

    model: pm.Model
    _densities: dict[tuple[bool, bool, str], Any] = field(default_factory=dict)

    @cached_property
    def sampler(self) -> Any:  # noqa: ANN401 (nutpie is not typed)
        """The program as nutpie samples it."""
        import nutpie

        with stage("compiling the sampler, once for all data of this shape"):
            return nutpie.compile_pymc_model(self.model)

    @cached_property
    def _point(self) -> dict[str, npt.NDArray[Any]]:
        """Free values by name, for their shapes."""
        point: dict[str, npt.NDArray[Any]] = self.model.initial_point()
        return point

    def density(self, data: Mapping[str, npt.NDArray[Any]], *, prior: bool, jacobian: bool) -> DensityAndGradient:
        """Return the log density of these data, and its gradient, as a function of the free values as one vector.

        Parameters
        ----------
        data : mapping of str to array
            As :func:`data_of` returns them.
        prior : bool
            With the log prior, or the likelihood alone.
        jacobian : bool
            With the log Jacobian of the transforms: a density of the unconstrained values, or of the variables.
        """
        given = [data[name] for name in data_variables(self.model)]
        mode = self._mode(sum(np.size(value) for value in given))
        function = self._densities.get((prior, jacobian, mode))
        if function is None:
            function = self._compile_density(prior=prior, jacobian=jacobian, mode=mode)
            self._densities[prior, jacobian, mode] = function

        def at(values: FloatArray) -> tuple[float, FloatArray]:
            density, gradient = function(values, *given)
            return float(density), np.asarray(gradient, dtype=np.float64)

        return at

    def likelihood(self, data: Mapping[str, npt.NDArray[Any]]) -> Callable[[FloatArray], float]:
        """Return the log likelihood of these data as a function of the free values as one vector."""
        given = [data[name] for name in data_variables(self.model)]
        return lambda values: float(self._likelihood(values, *given))

    @cached_property
    def _likelihood(self) -> Any:  # noqa: ANN401 (a compiled function)
        vector, density = self._joined(self.model.observed_RVs, jacobian=False)
        return self._compiled(vector, density, mode=_in_python())  # for few calls

    def _mode(self, n_values: int) -> Literal["numba", "python"]:
        """Return numba where the gradients of one mode and its curvature take longer in Python than its compilation."""
        n_free = sum(np.size(value) for value in self._point.values())
        n_gradients = 200 + 4 * n_free  # of the search; of two curvatures by central differences
        in_python = n_gradients * (PYTHON_GRADIENT + PYTHON_VALUE * n_values)
        return "numba" if in_python > NUMBA_COMPILATION else "python"

    def _compile_density(self, *, prior: bool, jacobian: bool, mode: str) -> Any:  # noqa: ANN401 (a compiled function)
        import pytensor

        with stage("compiling the density, once for all data of this shape"):
            vector, density = self._joined(None if prior else self.model.observed_RVs, jacobian=jacobian)
            gradient = pytensor.grad(density, vector, disconnected_inputs="ignore")
            return self._compiled(vector, [density, gradient], mode=_in_numba() if mode == "numba" else _in_python())

    def _joined(self, variables: Any, *, jacobian: bool) -> tuple[Any, Any]:  # noqa: ANN401 (pytensor is not typed)
        """Return the free values as one vector, and the log density of variables as a function of it."""
        from pymc.pytensorf import join_nonshared_inputs

        density = self.model.logp(vars=variables, jacobian=jacobian)
        (joined,), vector = join_nonshared_inputs(self._point, [density], self.model.value_vars)
        return vector, joined

    def _compiled(self, vector: Any, outputs: Any, *, mode: Any) -> Any:  # noqa: ANN401 (pytensor is not typed)
        import pytensor

        data = {variable: variable.type(name) for name, variable in data_variables(self.model).items()}
        return pytensor.function([vector, *data.values()], outputs, givens=data, on_unused_input="ignore", mode=mode)


def _in_numba() -> Any:  # noqa: ANN401 (pytensor is not typed)
    from pytensor.compile.mode import get_mode

    return get_mode("NUMBA").including(UNCHECKED)


def _in_python() -> Any:  # noqa: ANN401 (pytensor is not typed)
    """Return a mode with all rewrites that make a graph stable, whose operations are those of NumPy."""
    from pytensor.compile.mode import Mode

    return Mode(linker="py", optimizer="fast_run").excluding("fusion").including(UNCHECKED)


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
    """Return what stands in ``pm.Data``, and the lengths of dimensions, by name."""
    return {name: variable.get_value() for name, variable in data_variables(model).items()}
