"""Draws of all rounds from one posterior."""

import numpy as np
import pytest
import xarray as xr

from bayesrank.errors import ConvergenceError, DataError
from bayesrank.ranks.fit import Fit
from bayesrank.statistics.data_summary import DataSummary
from bayesrank.swiss.rounds.draws_from_posterior import win_draws_from_posterior

VALUES = np.arange(2 * 5 * 2 * 3, dtype=float).reshape(2, 5, 2, 3)  # chain, draw, model, benchmark


def tree(values=VALUES, dims=("chain", "draw", "model", "benchmark")):
    coords = {"model": ["a", "b"], "benchmark": ["law", "art", "maths"]}
    kept = {name: names for name, names in coords.items() if name in dims}
    ability = xr.DataArray(values, dims=dims, coords=kept)
    return xr.DataTree.from_dict({"posterior": xr.Dataset({"ability": ability, "spread": ("chain", np.ones(2))})})


def fitted(*, converged=True):
    return Fit(
        program="rasch_by_benchmark",
        options={},
        target="population",
        score_unit="accuracy",
        posterior=tree(),
        warnings=(),
        converged=converged,
        data=DataSummary(models=2, sizes={}, shares={}, sha256="0" * 64),
        random_seed=1,
        moments=None,
        basis=None,
    )


def test_draws_of_all_chains_are_taken_as_they_are():
    drawn = win_draws_from_posterior(tree(), "ability", match="logistic")
    assert (drawn.models, drawn.rounds, drawn.match) == (("a", "b"), ("law", "art", "maths"), "logistic")
    np.testing.assert_array_equal(drawn.scores, VALUES.reshape(10, 2, 3))
    assert drawn.source == "posterior draws of 'ability'"


def test_dimensions_stand_in_any_order():
    turned = tree(VALUES.transpose(3, 2, 0, 1), ("benchmark", "model", "chain", "draw"))
    np.testing.assert_array_equal(win_draws_from_posterior(turned, "ability").scores, VALUES.reshape(10, 2, 3))


def test_a_fit_is_read_by_its_posterior():
    drawn = win_draws_from_posterior(fitted(), "ability", sequence=["maths", "law"])
    assert drawn.rounds == ("maths", "law")
    np.testing.assert_array_equal(drawn.scores, VALUES.reshape(10, 2, 3)[:, :, [2, 0]])


def test_draws_are_taken_at_equal_distances():
    drawn = win_draws_from_posterior(tree(), "ability", draws=4)
    np.testing.assert_array_equal(drawn.scores, VALUES.reshape(10, 2, 3)[[0, 3, 6, 9]])


@pytest.mark.parametrize(
    ("posterior", "variable", "complaint"),
    [
        (tree(), "abilities", "posterior must have the variable 'abilities'; got 'ability', 'spread'. Name one"),
        (xr.DataTree(), "ability", "posterior must have the variable 'ability'; got none"),
        (
            tree(),
            "spread",
            "spread must have dimensions chain, draw, model and one for rounds; got chain. Name another",
        ),
        (tree(VALUES, ("chain", "draw", "judge", "benchmark")), "ability", "got chain, draw, judge, benchmark"),
    ],
)
def test_the_variable_must_be_of_models_in_rounds(posterior, variable, complaint):
    with pytest.raises(DataError, match=complaint):
        win_draws_from_posterior(posterior, variable)


def test_options_are_checked():
    with pytest.raises(ConvergenceError, match="the fit must have converged; got one that has not"):
        win_draws_from_posterior(fitted(converged=False), "ability")
    with pytest.raises(DataError, match="sequence must name rounds that there are; got 'physics'"):
        win_draws_from_posterior(tree(), "ability", sequence=["physics"])
    with pytest.raises(ValueError, match="draws must be a whole number of at least 2; got 1"):
        win_draws_from_posterior(tree(), "ability", draws=1)


def test_rounds_of_one_name_are_refused():
    ability = xr.DataArray(
        VALUES, dims=("chain", "draw", "model", "benchmark"), coords={"benchmark": ["law", "art", "law"]}
    )
    twice = xr.DataTree.from_dict({"posterior": xr.Dataset({"ability": ability})})
    with pytest.raises(DataError, match="benchmark names of ability must differ; got 'law' twice"):
        win_draws_from_posterior(twice, "ability", sequence=["law"])
