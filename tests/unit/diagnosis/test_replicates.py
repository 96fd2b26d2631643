import numpy as np
import pytest
import xarray as xr

from bayesrank.diagnosis.replicates import evenly_spaced, thinned


@pytest.mark.parametrize(("numbers", "sets"), [(1, 1000), (40_000, 500), (10**9, 200)])
def test_there_are_fewer_large_data_sets(numbers, sets):
    # 20,000,000 numbers at most, but from 200 to 1,000 sets
    chosen = evenly_spaced(4000, numbers)
    assert len(chosen) == sets
    assert np.unique(np.diff(chosen)).tolist() == [4000 // sets]


def test_few_draws_are_used_more_than_once():
    chosen = evenly_spaced(100, 1)
    assert np.bincount(chosen).tolist() == [10] * 100


def test_draws_are_thinned_in_the_order_of_the_models_asked_for():
    values = np.arange(12.0).reshape(2, 3, 2)  # chain, draw, model
    posterior = xr.Dataset({"ability": (("chain", "draw", "model"), values)}, coords={"model": ["b", "a"]})
    # flat draws (b, a): (0, 1), (2, 3), (4, 5), (6, 7), ...
    assert thinned(posterior, ("a", "b"), np.array([1, 3]))["ability"].tolist() == [[3, 2], [7, 6]]
    assert thinned(posterior.drop_vars("model").rename(model="row"), ("a",), np.array([0]))["ability"].tolist() == [
        [0, 1]
    ]
