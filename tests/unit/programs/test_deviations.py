"""Deviations with a learned spread: the same prior in every form, and the form by what the data say."""

import numpy as np
import pymc as pm
import pytest

from bayesrank.programs.deviations import centring, zero_sum_deviations


def test_centring_is_the_share_that_the_data_have_in_the_information() -> None:
    # 20 battles tell 4, a prior of variance 1/4 another 4; 20 of variance 1/12 tell 4 against 12.
    assert centring(20.0, 0.25) == pytest.approx(0.5)
    assert centring(20.0, np.array([0.25, 1 / 12])) == pytest.approx([0.5, 0.25])
    assert centring(0.0, 1.0) == 0


@pytest.mark.parametrize("centred", [0.0, 0.4, 1.0])
def test_the_prior_has_the_spread_in_every_form(centred) -> None:
    # Of four models each keeps 3/4 of the variance .6^2; 8,000 draws have 5 standard errors of 5 sqrt(2 / 8,000).
    with pm.Model(coords={"group": ("x", "y"), "model": ("a", "b", "c", "d")}):
        spread, form = pm.math.constant(0.6), pm.math.constant(centred)
        found = zero_sum_deviations("deviation", spread, 0.2, form, dims=("group", "model"))
    drawn = pm.draw(found, draws=8_000, random_seed=1, mode="FAST_COMPILE")
    np.testing.assert_allclose(drawn.sum(axis=2), 0, atol=1e-12)
    assert drawn.var(axis=0) == pytest.approx(np.full((2, 4), 0.75 * 0.36), rel=0.08)
