"""Every program is calibrated by simulation, as docs/explanations/simulation-based-calibration.md says."""

import pytest
from sbc import CASES, calibrate, uniformity

pytestmark = pytest.mark.calibration

FALSE_ALARMS = 1e-5  # of a variable; there are about 150


@pytest.mark.parametrize("label", CASES)
def test_ranks_of_true_values_are_uniform(label):
    p_values = {variable: uniformity(found) for variable, found in calibrate(CASES[label]).items()}
    assert {variable: p_value for variable, p_value in p_values.items() if p_value < FALSE_ALARMS} == {}
