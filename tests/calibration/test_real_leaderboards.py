"""Real leaderboards are fitted again: they converge, as docs/explanations/real-leaderboards.md says."""

import pytest
from real_leaderboards import DATA, PROGRAMS, fit_leaderboard

pytestmark = pytest.mark.calibration


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("name", DATA)
def test_a_real_leaderboard_converges(name, program):
    found = fit_leaderboard(name, program)
    convergence = found["convergence"]
    assert float(convergence["R-hat"]) < 1.01
    assert min(convergence["bulk"], convergence["tail"]) > 400
    assert convergence["diverged"] == 0
    assert not any(warning.startswith("the sampler") for warning in found["warnings"])
