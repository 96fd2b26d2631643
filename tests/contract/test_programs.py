"""What holds for every program, without sampling; and one real fit of each."""

import numpy as np
import pytest
import xarray as xr
from sbc import data_name

from bayesrank import fit
from bayesrank.inference.graph_signature import graph_signature
from bayesrank.inference.log_densities import log_densities
from bayesrank.inference.mode import curvature
from bayesrank.programs.registry import find_program, program_families
from bayesrank.ranks.fitting import chosen_program
from tests.program_examples import EXAMPLES, MODELS

CASES = [
    pytest.param(name, dict(options), make, id=f"{name}{dict(options) or ''}")
    for (name, options), make in EXAMPLES.items()
]
WITH_LIKELIHOOD = [case for case in CASES if case.values[0] != "population"]  # its draws need none
FAST = "FAST_COMPILE"


def built(name, options, data):
    program, statistic = chosen_program(data, name, None, options)
    return program, statistic, program.build(statistic)


def start(model):
    return np.concatenate([np.ravel(value) for value in model.initial_point().values()])


def density(model, *, prior=True):
    """Return the log density and its gradient as a function of the free values, without a compiler."""
    import pytensor
    from pymc.pytensorf import join_nonshared_inputs

    logp = model.logp(vars=None if prior else model.observed_RVs, jacobian=False)
    (joined,), vector = join_nonshared_inputs(model.initial_point(), [logp], model.value_vars)
    gradient = pytensor.grad(joined, vector, disconnected_inputs="ignore")
    return pytensor.function([vector], [joined, gradient], mode=FAST)


def test_every_program_has_an_example():
    assert {name for name, _ in EXAMPLES} == set(program_families())


@pytest.mark.parametrize(("name", "options", "make"), CASES)
def test_density_and_gradient_are_finite_and_agree(name, options, make):
    _, _, model = built(name, options, make(1))
    at, values = density(model), start(model)
    values += np.random.default_rng(2).normal(0, 0.1, len(values))
    value, gradient = at(values)
    assert np.isfinite(value)
    assert np.isfinite(gradient).all()
    direction = np.random.default_rng(3).normal(size=len(values))
    step = 1e-5 * direction / np.linalg.norm(direction)
    slope = (at(values + step)[0] - at(values - step)[0]) / 2e-5
    assert slope == pytest.approx(gradient @ direction / np.linalg.norm(direction), rel=1e-4, abs=1e-4)


@pytest.mark.parametrize(("name", "options", "make"), CASES)
def test_models_are_a_coordinate_and_abilities_sum_to_zero(name, options, make):
    import pymc as pm

    program, _, model = built(name, options, make(1))
    assert sorted(model.coords["model"]) == sorted(MODELS)
    prior = pm.draw([model["ability"]], draws=3, random_seed=1, mode=FAST)[0] if "ability" in model else None
    if prior is not None:
        np.testing.assert_allclose(prior.sum(axis=-1), 0, atol=1e-9)
    assert set(program.scores) <= {"benchmark", "population", "ability"}
    cells = len(MODELS) * 12
    assert all(
        np.prod(value.shape) < cells or name.startswith(("p_", "prior_share"))
        for name, value in model.initial_point().items()
    )


@pytest.mark.parametrize(("name", "options", "make"), WITH_LIKELIHOOD)
def test_predicted_outcomes_are_legal(name, options, make):
    import pymc as pm

    _, _, model = built(name, options, make(1))
    observed = model.observed_RVs
    drawn = pm.draw([*model.free_RVs, *observed], draws=4, random_seed=1, mode=FAST)
    values, predictions = drawn[: len(model.free_RVs)], drawn[len(model.free_RVs) :]
    prior = xr.Dataset(
        {
            variable.name: (
                ("chain", "draw", *(f"{variable.name}_{axis}" for axis in range(found.ndim - 1))),
                found[None],
            )
            for variable, found in zip(model.free_RVs, values, strict=True)
        }
    )
    for variable, predicted in zip(observed, predictions, strict=True):
        data = model.rvs_to_values[variable]
        shape = (data.get_value() if hasattr(data, "get_value") else data.eval()).shape
        assert predicted.shape == (4, *shape)
        holder = data_name(model, variable)
        for number, one in enumerate(predicted):
            pm.set_data({holder: one}, model=model)
            density = log_densities(model, [variable], prior.isel(draw=[number]))[variable.name]
            assert np.isfinite(density).all()  # an outcome that cannot be has none


@pytest.mark.parametrize(("name", "options", "make"), CASES)
def test_other_data_of_the_same_shape_have_the_same_program(name, options, make):
    _, _, one = built(name, options, make(1))
    _, _, other = built(name, options, make(2))
    assert graph_signature(one) == graph_signature(other)
    values = start(one) + 0.05
    expected, _ = density(other)(values)
    swapped = density(one)
    for data in other.data_vars:
        one[data.name].set_value(data.get_value())
    assert swapped(values)[0] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("name", "options", "make"), WITH_LIKELIHOOD)
def test_the_likelihood_is_flat_in_no_direction(name, options, make):
    _, _, model = built(name, options, make(1))
    at = density(model, prior=False)
    values = start(model) + np.random.default_rng(4).normal(0, 0.1, len(start(model)))
    moved = at(values)[1] != 0
    eigenvalues = np.linalg.eigvalsh(curvature(at, values, moved))
    assert np.abs(eigenvalues).min() > 1e-5 * np.abs(eigenvalues).max()


@pytest.mark.parametrize(("name", "options", "make"), CASES)
def test_one_real_fit(name, options, make):
    fitted = fit(make(1), name, inference="nuts", random_seed=1, **options)
    assert fitted.converged, fitted.warnings
    ranking = fitted.ranking()
    order = ranking["model"].tolist()
    assert order.index("best") < order.index("worst")
    truth = dict(zip(MODELS, range(1, len(MODELS) + 1), strict=True))
    inside = [row.rank_lower <= truth[row.model] <= row.rank_upper for row in ranking.itertuples()]
    assert all(inside)  # simultaneous 95 % sets of one simulated data set, seed fixed


def test_programs_answer_by_name():
    assert find_program("rasch").name == "rasch"
