"""From the free values of a program, one vector a draw, to its variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.program import Draws

if TYPE_CHECKING:
    import pymc as pm
    from xarray import Dataset


def variables_at(model: pm.Model, values: FloatArray) -> Draws:
    """Return the program's variables for unconstrained free values.

    Parameters
    ----------
    model : pm.Model
    values : array of float, shape (n_draws, n)

    Returns
    -------
    mapping of str to array
        Free and deterministic variables by name, each with a leading axis of draws.
    """
    from pymc.pytensorf import compile as compile_function

    names = {variable.name for variable in (*model.free_RVs, *model.deterministics)}
    wanted = [variable for variable in model.unobserved_value_vars if variable.name in names]
    function = compile_function(model.value_vars, wanted, mode="FAST_COMPILE")
    point = model.initial_point()
    sizes = [np.size(value) for value in point.values()]
    parts = np.split(values, np.cumsum(sizes)[:-1], axis=1)
    shaped = [
        part.reshape(len(values), *np.shape(value)).astype(np.asarray(value).dtype)
        for part, value in zip(parts, point.values(), strict=True)
    ]
    rows = [function(*row) for row in zip(*shaped, strict=True)]
    return {variable.name: np.stack(column) for variable, column in zip(wanted, zip(*rows, strict=True), strict=True)}


def draws_of(posterior: Dataset) -> dict[str, FloatArray]:
    """Return the variables of a posterior by name, chains one after the other, as one leading axis of draws."""
    flat = {}
    for name in posterior.data_vars:
        values = posterior[name].transpose("chain", "draw", ...).to_numpy()
        flat[str(name)] = np.asarray(values.reshape(-1, *values.shape[2:]), dtype=np.float64)
    return flat
