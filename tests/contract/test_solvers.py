"""The solvers of programs give the mode of the program's likelihood, and a normal approximation of its posterior."""

import numpy as np
import pytest

from bayesrank.inference.laplace import draw_laplace
from bayesrank.inference.mode import find_mode
from bayesrank.inference.variables import variables_at
from bayesrank.programs.registry import find_program, program_families
from bayesrank.ranks.fitting import chosen_program
from tests.program_examples import EXAMPLES

SOLVED = [
    pytest.param(name, dict(options), make, id=f"{name}{dict(options) or ''}")
    for (name, options), make in EXAMPLES.items()
    if find_program(name).mle is not None
]
APPROXIMATED = [case for case in SOLVED if find_program(case.values[0]).laplace is not None]


def test_programs_have_solvers_where_speed_needs_them():
    solved = {case.values[0] for case in SOLVED}
    assert solved >= {"bradley_terry", "davidson", "rao_kupper", "plackett_luce", "rasch"}
    assert solved <= set(program_families())


@pytest.mark.parametrize(("name", "options", "make"), SOLVED)
def test_maximum_likelihood_is_the_mode_of_the_program(name, options, make):
    program, statistic = chosen_program(make(1), name, None, options)
    own = program.mle(statistic)
    model = program.build(statistic)
    mode = find_mode(model, prior=False, jacobian=False)
    variables = {key: value[0] for key, value in variables_at(model, mode.values[None]).items()}
    for variable, value in own.items():
        np.testing.assert_allclose(value, variables[variable], atol=1e-6, err_msg=variable)


@pytest.mark.parametrize(("name", "options", "make"), APPROXIMATED)
def test_nested_normal_approximation_is_near_that_of_the_program_at_a_fixed_spread(name, options, make):
    # With the spread fixed both are the normal distribution at the mode, but Rasch's own integrates the spread of
    # difficulties out, whose joint mode is too narrow. 4,000 draws: a mean's standard error is sd / 63, an sd's 1 %.
    program, statistic = chosen_program(make(1), name, None, {**options, "ability_scale": 1.0})
    own = program.laplace(statistic, 4_000, np.random.default_rng(1))["ability"]
    graph = draw_laplace(program.build(statistic), 4_000, np.random.default_rng(2))["ability"]
    spread = graph.std(axis=0)
    assert np.abs(own.mean(axis=0) - graph.mean(axis=0)).max() < 0.25 * spread.max()
    np.testing.assert_allclose(own.std(axis=0), spread, rtol=0.1)
