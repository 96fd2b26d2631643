"""What follows from certified pairs."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers._closure import close


def closed(edges, n_models, function):
    better = np.zeros((n_models, n_models), dtype=bool)
    better[tuple(np.array(edges).T)] = True
    function(better)
    return {(int(high), int(low)) for high, low in np.argwhere(better)}


@pytest.fixture(params=["compiled", "source"])
def function(request):
    return close if request.param == "compiled" else close.py_func


def test_a_chain_implies_every_later_model(function):
    # 3 > 1 > 0 > 2 told from the bottom up
    implied = {(0, 2), (1, 0), (3, 1), (1, 2), (3, 0), (3, 2)}
    assert closed([(0, 2), (1, 0), (3, 1)], 4, function) == implied


def test_in_a_cycle_everybody_is_better_than_himself(function):
    assert closed([(0, 1), (1, 2), (2, 0)], 4, function) == {(high, low) for high in range(3) for low in range(3)}
