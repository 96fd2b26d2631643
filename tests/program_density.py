"""The density of a program at values of its variables, and where it is greatest, without a slow compilation."""

import numpy as np
from scipy.optimize import minimize


def point_of(model, values):
    """Return the point of the unconstrained space where the free variables have these values, by name."""
    import pytensor.tensor as pt

    point = {}
    for variable in model.free_RVs:
        transform = model.rvs_to_transforms[variable]
        value = pt.constant(np.asarray(values[variable.name], dtype=float))
        moved = value if transform is None else transform.forward(value, *variable.owner.inputs)
        point[model.rvs_to_values[variable].name] = moved.eval(mode="FAST_COMPILE")
    return point


def log_density(model, values, variables=None):
    """Return the log density of the free and observed variables, or of some by name, at values of the free ones."""
    chosen = None if variables is None else [model[name] for name in variables]
    return float(model.compile_logp(vars=chosen, jacobian=False, mode="FAST_COMPILE")(point_of(model, values)))


def gradient_is_finite(model, values):
    """Say whether the gradient is finite there."""
    return bool(np.isfinite(model.compile_dlogp(mode="FAST_COMPILE")(point_of(model, values))).all())


def values_at(model, point):
    """Return free and deterministic variables by name at a point of the unconstrained space."""
    variables = [*model.free_RVs, *model.deterministics]
    outputs = model.replace_rvs_by_values(variables)
    found = model.compile_fn(outputs, inputs=model.value_vars, mode="FAST_COMPILE", on_unused_input="ignore")(point)
    return {variable.name: value for variable, value in zip(variables, found, strict=True)}


def mode_of(model, *, prior, start=None):
    """Return the variables where the posterior density, or the likelihood, is greatest, and its logarithm there.

    L-BFGS, then a trust region with the curvature from differences of the gradient.
    """
    downhill, point = _downhill(model, prior=prior)
    first = model.initial_point() if start is None else point_of(model, start)
    vector = _joined(first)
    vector = minimize(downhill, vector, jac=True, method="L-BFGS-B", options={"maxiter": 5000, "maxfun": 20000}).x
    vector = minimize(
        downhill, vector, jac=True, hess=lambda at: _curvature(downhill, at), method="trust-exact",
        options={"gtol": 1e-9, "maxiter": 100},
    ).x  # fmt: skip
    return values_at(model, point(vector)), -downhill(vector)[0]


def standard_errors(model, values):
    """Return the standard errors of maximum likelihood of the unconstrained values, one vector; 0 where it is flat."""
    downhill, _ = _downhill(model, prior=False)
    curvature = _curvature(downhill, _joined(point_of(model, values)))
    moved = np.abs(curvature).sum(axis=0) > 0
    errors = np.zeros(len(curvature))
    errors[moved] = np.sqrt(np.diag(np.linalg.inv(curvature[np.ix_(moved, moved)])))
    return errors


def _downhill(model, *, prior):
    """Return minus the log density and its slope as a function of one vector, and how a vector becomes a point."""
    variables = None if prior else model.observed_RVs
    density = model.compile_logp(vars=variables, jacobian=False, mode="FAST_COMPILE")
    gradient = model.compile_dlogp(jacobian=False, mode="FAST_COMPILE") if prior else _likelihood_gradient(model)
    first = model.initial_point()
    names, shapes = list(first), [np.shape(value) for value in first.values()]
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]

    def point(vector):
        return {n: part.reshape(s) for n, part, s in zip(names, np.split(vector, ends), shapes, strict=True)}

    def downhill(vector):
        return -float(density(point(vector))), -gradient(point(vector))

    return downhill, point


def _joined(point):
    return np.concatenate([np.ravel(value) for value in point.values()]).astype(float)


def _likelihood_gradient(model):
    import pytensor

    density = model.logp(vars=model.observed_RVs, jacobian=False)
    parts = pytensor.grad(density, model.value_vars, disconnected_inputs="ignore", return_disconnected="zero")
    function = model.compile_fn(parts, inputs=model.value_vars, mode="FAST_COMPILE", on_unused_input="ignore")
    return lambda point: np.concatenate([np.ravel(part) for part in function(point)])


def _curvature(downhill, vector):
    steps = 1e-5 * np.eye(len(vector))
    rows = [(downhill(vector + step)[1] - downhill(vector - step)[1]) / 2e-5 for step in steps]
    return (np.array(rows) + np.array(rows).T) / 2
