"""The Dirichlet-multinomial likelihood against SciPy."""

import numpy as np
import pymc as pm
from scipy import stats

from bayesrank.programs.dirichlet_multinomial import dirichlet_multinomial, log_multinomial

COUNTS = np.array([[[2.0, 0.0, 1.0], [0.0, 0.0, 0.0]], [[1.0, 1.0, 1.0], [0.0, 5.0, 0.0]]])
CONCENTRATION = np.array([[[1.0, 2.5, 0.3], [1.0, 1.0, 1.0]], [[4.0, 0.5, 0.5], [1.0, 7.0, 2.0]]])
COORDS = {"model": ["a", "b"], "question": ["q", "r"], "category": [0, 1, 2]}


def observed_model(counts=COUNTS):
    with pm.Model(coords=COORDS) as model:
        scale = pm.Gamma("scale", 2, 1)
        dirichlet_multinomial("y", scale * CONCENTRATION, counts, ("model", "question", "category"))
    return model


def test_density_is_that_of_scipy_and_nothing_where_there_is_no_trial():
    model = observed_model()
    (found,) = model.compile_fn(model.logp(vars=[model["y"]], sum=False), inputs=model.value_vars, mode="FAST_COMPILE")(
        {"scale_log__": np.log(1.5)}
    )
    expected = [
        [stats.dirichlet_multinomial.logpmf(cell.astype(int), 1.5 * prior, int(cell.sum())) for cell, prior in row]
        for row in (zip(*pair, strict=True) for pair in zip(COUNTS, CONCENTRATION, strict=True))
    ]
    np.testing.assert_allclose(found, expected, atol=1e-12)
    assert found[0, 1] == 0


def test_gradient_is_finite():
    assert np.isfinite(observed_model().compile_dlogp(mode="FAST_COMPILE")({"scale_log__": 0.3})).all()


def test_predictions_have_as_many_trials_as_the_data_and_the_right_mean():
    model = observed_model()
    with model:
        drawn = pm.draw(pm.do(model, {"scale": 1.0})["y"], 2_000, random_seed=1, mode="FAST_COMPILE")
    np.testing.assert_array_equal(drawn.sum(axis=-1), np.broadcast_to(COUNTS.sum(axis=-1), (2_000, 2, 2)))
    # E = n share. Largest variance n (n + A) / (1 + A) p (1 - p) = 5 * 15 / 11 * .21 = 1.4; 5 errors of the mean .14.
    expected = COUNTS.sum(axis=-1, keepdims=True) * CONCENTRATION / CONCENTRATION.sum(axis=-1, keepdims=True)
    np.testing.assert_allclose(drawn.mean(axis=0), expected, atol=0.14)


def test_coefficient():
    # 3! / (2! 0! 1!) = 3, an empty cell 1, 3! = 6, and 1.
    np.testing.assert_allclose(np.exp(log_multinomial(COUNTS)), [[3, 1], [6, 1]], atol=1e-12)


def test_data_can_be_exchanged():
    assert {"y_observed", "y_trials", "y_coefficient"} == {variable.name for variable in observed_model().data_vars}
