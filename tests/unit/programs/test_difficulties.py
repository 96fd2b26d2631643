"""The prior of difficulties against SciPy."""

import numpy as np
import pymc as pm
import pytest
from scipy import stats

from bayesrank.programs.difficulties import difficulties
from tests.program_density import log_density


@pytest.mark.parametrize(("name", "scale"), [("difficulty", None), ("easiness", None), ("easiness", 5.0)])
def test_prior_of_difficulties(name, scale):
    with pm.Model(coords={"question": ["p", "q", "r"]}) as model:
        difficulties(name, scale=scale)
    values = {name: np.array([1.0, -2.0, 0.5]), f"{name}_mean": 0.7, f"{name}_spread": 1.2}
    expected = stats.norm.logpdf(values[name], 0.7, scale or 1.2).sum() + stats.norm.logpdf(0.7, 0, 1.5)
    if scale is None:
        expected += stats.lognorm.logpdf(1.2, 0.5, scale=2.0)
    assert log_density(model, values) == pytest.approx(expected, abs=1e-8)


def test_scale_is_checked():
    with pm.Model(coords={"question": ["p"]}), pytest.raises(ValueError, match="easiness_scale must be positive"):
        difficulties("easiness", scale=0.0)
