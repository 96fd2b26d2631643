"""Fits to draw: exact, small and quick."""

import numpy as np
import pytest

from bayesrank import Outcomes, fit

RIGHT = (2, 10, 6)  # of 12: the order is "b", "c", "a"


@pytest.fixture
def fitted():
    tensor = np.arange(12) < np.array(RIGHT)[:, None]
    return fit(Outcomes.from_array(tensor, models=["a", "b", "c"]), draws=500, random_seed=0)


@pytest.fixture
def doubtful():
    tensor = np.arange(12) < np.array(RIGHT)[:, None]
    return fit(Outcomes.from_array(tensor, models=["a", "b", "c"]), "bayes", draws=500, random_seed=0)
