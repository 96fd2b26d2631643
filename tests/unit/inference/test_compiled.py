"""What is compiled once, and that it is used for the right data."""

import numpy as np
import pymc as pm
import pytest

from bayesrank.inference import compiled
from bayesrank.inference.compiled import compiled_program, data_of
from tests.toy_programs import Rights, Values, normal_means, right_shares

SEEN = np.array([[1.0, 2.0, 4.0], [0.0, -1.0, 3.0]])


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr(compiled, "_KEPT", {})


def normal_density(values, seen):
    """Log density of two means under N(0, 1), and of what was seen under N(mean, 1), and its gradient, by hand."""
    squares = values**2 + ((seen - values[:, None]) ** 2).sum(axis=1)
    number = values.size + seen.size
    return -0.5 * squares.sum() - number * np.log(2 * np.pi) / 2, -values + (seen - values[:, None]).sum(axis=1)


def test_one_compilation_serves_other_data_without_changing_any():
    first, second = normal_means(Values(SEEN)), normal_means(Values(2 * SEEN[:, :2]))
    assert compiled_program(second) is compiled_program(first)
    one, other = (
        compiled_program(model).density(data_of(model), prior=True, jacobian=True) for model in (first, second)
    )
    at = np.array([0.5, -0.25])
    for density, seen in ((one, SEEN), (other, 2 * SEEN[:, :2]), (one, SEEN)):  # in turns: no data stay behind
        value, gradient = density(at)
        expected, slope = normal_density(at, seen)
        assert value == pytest.approx(expected)
        np.testing.assert_allclose(gradient, slope)
    np.testing.assert_array_equal(first["seen"].get_value(), SEEN)


def test_another_constant_is_compiled_anew():
    wide = normal_means(Values(SEEN), deviation=2.0)
    assert compiled_program(wide) is not compiled_program(normal_means(Values(SEEN)))


def test_the_likelihood_alone_and_the_jacobian():
    # Beta(2, 3), 3 right of 4; at log odds x the share is s: likelihood 4 s^3 (1 - s), prior 12 s (1 - s)^2,
    # Jacobian s (1 - s).
    model = right_shares(Rights((3,), 4, models=("a",)))
    x = 0.4
    s = 1 / (1 + np.exp(-x))
    likelihood = np.log(4 * s**3 * (1 - s))
    prior, jacobian = np.log(12 * s * (1 - s) ** 2), np.log(s * (1 - s))
    values = {
        (with_prior, with_jacobian): compiled_program(model).density(
            data_of(model), prior=with_prior, jacobian=with_jacobian
        )(np.array([x]))[0]
        for with_prior, with_jacobian in ((False, False), (True, False), (True, True))
    }
    assert values == pytest.approx(
        {
            (False, False): likelihood,
            (True, False): likelihood + prior,
            (True, True): likelihood + prior + jacobian,
        }
    )


def test_the_likelihood_by_itself():
    # 3 right of 4 at a share of .6, as above.
    model = right_shares(Rights((3,), 4, models=("a",)))
    value = compiled_program(model).likelihood(data_of(model))(np.array([np.log(0.6 / 0.4)]))
    assert value == pytest.approx(np.log(4 * 0.6**3 * 0.4))
    other = right_shares(Rights((1,), 4, models=("a",)))
    value = compiled_program(other).likelihood(data_of(other))(np.array([np.log(0.6 / 0.4)]))
    assert value == pytest.approx(np.log(4 * 0.6 * 0.4**3))


def test_sums_of_large_numbers_are_not_checked_to_be_zero():
    with pm.Model(coords={"model": ["a", "b", "c"]}) as model:
        pm.ZeroSumNormal("ability", dims="model")
    at = compiled_program(model).density(data_of(model), prior=True, jacobian=True)
    values = np.array([1.2e9, -7.7e8])
    # Orthonormal coordinates: the density of two standard normals.
    assert at(values)[0] == pytest.approx(-(values**2).sum() / 2)


def test_the_program_that_was_not_used_for_longest_goes(monkeypatch):
    monkeypatch.setattr(compiled, "MOST_KEPT", 2)
    models = [normal_means(Values(np.zeros((size, 2)), tuple("abcd"[:size]))) for size in (1, 2, 3)]
    kept = [compiled_program(models[0]), compiled_program(models[1])]
    assert compiled_program(models[0]) is kept[0]  # used again, so that the other one goes
    compiled_program(models[2])
    assert compiled_program(models[0]) is kept[0]
    assert compiled_program(models[1]) is not kept[1]


def test_numba_is_for_what_takes_python_longer(monkeypatch):
    # 200 + 4 x 2 gradients; of 6 + 1 values at 2 ms each: .4 s. At a second a gradient, 208 s.
    program = compiled_program(normal_means(Values(SEEN)))
    assert program._mode(7) == "python"
    assert program._mode(40_000) == "numba"  # 208 x (2 ms + 40,000 x .7 us) = 6.2 s, more than 5
    monkeypatch.setattr(compiled, "PYTHON_GRADIENT", 1.0)
    assert program._mode(7) == "numba"


def test_both_modes_give_the_same_density(monkeypatch):
    model = normal_means(Values(SEEN))
    at = np.array([0.5, -0.25])
    slow = compiled_program(model).density(data_of(model), prior=True, jacobian=True)(at)
    monkeypatch.setattr(compiled, "NUMBA_COMPILATION", 0.0)
    fast = compiled_program(model).density(data_of(model), prior=True, jacobian=True)(at)
    assert fast[0] == pytest.approx(slow[0], rel=1e-12)
    np.testing.assert_allclose(fast[1], slow[1], rtol=1e-12)
    assert {mode for _, _, mode in compiled_program(model)._densities} == {"python", "numba"}


def test_the_sampler_is_compiled_once(monkeypatch):
    asked = []
    monkeypatch.setattr("nutpie.compile_pymc_model", lambda model: asked.append(model) or object())
    first, second = normal_means(Values(SEEN)), normal_means(Values(SEEN + 1))
    assert compiled_program(first).sampler is compiled_program(second).sampler
    assert asked == [first]
