"""A fit is in its file what it was."""

import json

import arviz as az
import numpy as np
import pytest
import xarray as xr

import bayesrank as br
from bayesrank.errors import DataError
from bayesrank.ranks import saved_fit
from bayesrank.ranks.saved_fit import read_fit, save_fit
from tests.program_examples import outcomes


@pytest.fixture(scope="module")
def fit():
    return br.fit(outcomes(1), "bayes", random_seed=1, draws=100)


def test_what_is_read_is_what_was_written(fit, tmp_path):
    again = read_fit(save_fit(fit, tmp_path / "fit.nc"))
    assert again.ranking().equals(fit.ranking())
    assert again.posterior.identical(fit.posterior)
    assert again.moments.standard_deviation.tolist() == fit.moments.standard_deviation.tolist()
    same = ("program", "target", "score_unit", "warnings", "converged", "data", "random_seed")
    assert [getattr(again, name) for name in same] == [getattr(fit, name) for name in same]
    assert again.basis is None
    assert (tmp_path / "fit.nc").stat().st_size > 0
    assert list(tmp_path.iterdir()) == [tmp_path / "fit.nc"]  # no part is left


def test_arviz_reads_the_file(fit, tmp_path):
    tree = az.from_netcdf(save_fit(fit, tmp_path / "fit.nc"))
    np.testing.assert_array_equal(tree["posterior"]["score"], fit.posterior["posterior"]["score"])
    assert json.loads(tree.attrs["bayesrank_fit"])["program"] == "bayes"


def test_options_are_kept_as_text_and_no_moments_as_none(tmp_path):
    data = br.Outcomes.from_array(np.ones((2, 3)))
    rasch = br.fit(data, "rasch", inference="laplace", spread_median=2.0, random_seed=1, draws=100)
    again = read_fit(save_fit(rasch, tmp_path / "fit.nc"))
    assert again.options == {"spread_median": "2.0"}
    assert again.moments is None


def test_a_failure_leaves_nothing(fit, tmp_path, monkeypatch):
    def broken(*_, **__):
        raise OSError("disk full")

    monkeypatch.setattr(xr.DataTree, "to_netcdf", broken)
    with pytest.raises(OSError, match="disk full"):
        save_fit(fit, tmp_path / "fit.nc")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_told(fit, tmp_path):
    with pytest.raises(DataError, match=r"must lie in a folder that exists; got .*nowhere'. Make the folder first"):
        save_fit(fit, tmp_path / "nowhere" / "fit.nc")


def test_no_file_and_another_file_are_told(tmp_path):
    with pytest.raises(DataError, match=r"fit.nc: must be a file; there is none"):
        read_fit(tmp_path / "fit.nc")
    (tmp_path / "text.nc").write_text("no fit")
    with pytest.raises(DataError, match="must be a fit written by save_fit; it is not"):
        read_fit(tmp_path / "text.nc")
    other = tmp_path / "other.nc"
    xr.DataTree.from_dict({"posterior": xr.Dataset({"x": ("draw", [1.0])})}).to_netcdf(other, engine=saved_fit.ENGINE)
    with pytest.raises(DataError, match="must be a fit written by save_fit; it is not"):
        read_fit(other)


@pytest.mark.parametrize(
    "changed",
    [
        lambda said: said.pop("converged"),
        lambda said: said.pop("moments"),
        lambda said: said["data"].pop("sha256"),
        lambda said: said.update(colour="blue"),
    ],
)
def test_a_fit_that_lacks_a_field_or_has_another_is_told(fit, tmp_path, changed):
    file, other = save_fit(fit, tmp_path / "fit.nc"), tmp_path / "other.nc"
    tree = xr.open_datatree(file, engine=saved_fit.ENGINE).load()
    said = json.loads(tree.attrs[saved_fit.MARK])
    changed(said)
    tree.attrs[saved_fit.MARK] = json.dumps(said)
    tree.to_netcdf(other, engine=saved_fit.ENGINE)
    with pytest.raises(DataError, match="must be a fit written by save_fit; it is not"):
        read_fit(other)


@pytest.mark.parametrize("mark", ["[]", "3", '"text"'])
def test_a_mark_of_another_kind_is_told(tmp_path, mark):
    scores = xr.Dataset({"score": (("chain", "draw", "model"), np.zeros((1, 1, 1)))})
    tree = xr.DataTree.from_dict({"posterior": scores})
    tree.attrs[saved_fit.MARK] = mark
    tree.to_netcdf(tmp_path / "other.nc", engine=saved_fit.ENGINE)
    with pytest.raises(DataError, match="must be a fit written by save_fit; it is not"):
        read_fit(tmp_path / "other.nc")
