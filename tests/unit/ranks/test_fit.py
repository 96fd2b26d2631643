"""A fit: its draws, its exact means, what it says first."""

import numpy as np
import xarray as xr

from bayesrank.programs.program import Moments
from bayesrank.ranks.fit import Fit
from bayesrank.statistics.data_summary import DataSummary

# 20 draws by hand: a is first in 15, second in 5; b first in 5, second in 15; c is always last.
SCORES = np.array([[0.9, 0.8, 0.1]] * 15 + [[0.7, 0.8, 0.1]] * 5)


def made(scores=SCORES, moments=None, warnings=()):
    posterior = xr.Dataset(
        {"score": (("chain", "draw", "model"), scores.reshape(2, -1, 3))}, coords={"model": ["a", "b", "c"]}
    )
    return Fit(
        program="population",
        target="population",
        score_unit="accuracy",
        posterior=xr.DataTree.from_dict({"posterior": posterior}),
        warnings=warnings,
        data=DataSummary(models=3, questions=4, trials=12, coverage=1.0, sha256="0" * 64),
        random_seed=1,
        moments=moments,
    )


def test_draws_are_those_of_all_chains():
    # 2 chains of 10 draws: (chain, draw, model) in a row
    np.testing.assert_array_equal(made().draws, SCORES)
    assert made().models == ("a", "b", "c")
    np.testing.assert_allclose(made().centre, [0.85, 0.8, 0.1])  # .9 * 3/4 + .7 / 4; .8; .1


def test_exact_means_order_and_tie():
    moments = Moments(np.array([0.5, 0.5, 0.2]), np.full(3, 0.1))
    table = made(moments=moments).ranking()
    assert table["rank"].tolist() == [1, 1, 3]
    assert table["score"].tolist() == [0.5, 0.5, 0.2]


def test_warnings_stand_before_everything_else():
    assert repr(made(warnings=("mind this",))).startswith("warning: mind this\nFit('population' of 3 models")
