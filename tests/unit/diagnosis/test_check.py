"""The check as a whole: what is alarming comes first, what is left out is said."""

from dataclasses import replace

import numpy as np
import pytest
import xarray as xr

import bayesrank as br
from bayesrank.diagnosis.check import Check
from bayesrank.inference.groups import undrawn_doubts
from tests.faulty_data import alike_answers, answers, chances


def fitted(data):
    """Return a fit with draws from a wide prior beside it."""
    fit = br.fit(data, "rasch", inference="laplace", draws=100, random_seed=1)
    wide = np.random.default_rng(1).random((1, 100, len(fit.models)))
    prior = xr.Dataset({"score": (("chain", "draw", "model"), wide)}, coords={"model": list(fit.models)})
    groups = {name: node.to_dataset() for name, node in fit.posterior.children.items()}
    return replace(fit, warnings=(), posterior=xr.DataTree.from_dict({**groups, "prior": prior}))


@pytest.fixture(scope="module")
def clean():
    return br.check(fitted(answers(chances(1))))


def test_a_good_fit_has_no_alarm(clean):
    assert clean.warnings == ()
    assert repr(clean) == "Check(0 of 13 figures of 'rasch' are alarming)"
    assert clean.left_out == (
        "convergence: these draws are of a normal approximation; how near it is to the posterior is not measured.",
    )
    assert list(clean.table.columns) == [
        "area", "figure", "about", "observed", "expected", "lower", "upper", "deviation", "p", "alarming", "sentence",
    ]  # fmt: skip
    assert list(dict.fromkeys(clean.table["area"])) == ["identification", "predictions", "information"]


def test_what_is_doubtful_about_draws_is_no_doubt_about_the_data():
    fit = br.fit(answers(chances(1)), "rasch", inference="laplace", draws=50, random_seed=1)
    found = br.check(fit)
    table = found.table[found.table["alarming"]]
    assert table["area"].tolist() == ["convergence"] * 2
    assert found.warnings == fit.warnings
    assert [warning.split()[:3] for warning in found.warnings] == [["the", "posterior", "is"], ["there", "are", "200"]]


def test_variables_that_were_not_drawn_are_no_doubt_about_the_data():
    fit = fitted(answers(chances(1)))
    shape = fit.posterior["posterior"]["score"].shape[:2]
    stats = {
        "diverging": (("chain", "draw"), np.zeros(shape, dtype=bool)),
        "energy": (("chain", "draw"), np.random.default_rng(1).normal(size=shape)),
    }
    groups = {"posterior": fit.posterior["posterior"].to_dataset(), "sample_stats": xr.Dataset(stats)}  # and no prior
    told = undrawn_doubts(groups)
    found = br.check(replace(fit, warnings=(*told, "the data say little"), posterior=xr.DataTree.from_dict(groups)))
    areas = found.table.set_index("sentence")["area"]
    assert [areas[sentence] for sentence in (*told, "the data say little")] == ["convergence", "identification"]


def test_exact_draws_are_independent():
    found = br.check(br.fit(answers(chances(1)), "bayes", draws=100, random_seed=1))
    assert found.left_out[0] == "convergence: no sampler made these draws, which are independent."


def test_every_row_with_bounds_is_alarming_beyond_them_and_nowhere_else(clean):
    faulty = br.check(fitted(alike_answers(chances(1))))
    for table in (clean.table, faulty.table):
        inside = table["observed"].between(table["lower"] - 1e-9, table["upper"] + 1e-9) | table["observed"].isna()
        assert (table["alarming"] == ~inside).all()
    assert faulty.table["alarming"].any()


def test_alarms_come_first():
    found = br.check(fitted(alike_answers(chances(1))))
    lines = repr(found).splitlines()
    assert len(found.warnings) > 2
    assert lines[:2] == [f"warning: {warning}" for warning in found.warnings[:2]]
    assert lines[-1].startswith("Check(")
    assert len(set(found.warnings)) == len(found.warnings)


def test_many_alarms_are_counted(clean):
    table = clean.table.head(7).assign(alarming=True, sentence=[f"alarm {number}" for number in range(7)])
    lines = repr(Check(table, (), "rasch", 0.01)).splitlines()
    assert lines[:5] == [f"warning: alarm {number}" for number in range(5)]
    assert lines[5] == "and 2 more in .warnings"


def test_convergence_comes_before_all_else():
    fit = fitted(alike_answers(chances(1)))
    shape = fit.posterior["posterior"]["score"].shape[:2]
    stats = {
        "diverging": (("chain", "draw"), np.ones(shape, dtype=bool)),
        "energy": (("chain", "draw"), np.random.default_rng(1).normal(size=shape)),
    }
    groups = {name: node.to_dataset() for name, node in fit.posterior.children.items()}
    sampled = replace(fit, posterior=xr.DataTree.from_dict({**groups, "sample_stats": xr.Dataset(stats)}))
    found = br.check(sampled)
    assert found.left_out == ()
    of_sampler = [warning for warning in found.warnings if warning.startswith("the sampler may not have converged: ")]
    assert found.warnings[: len(of_sampler)] == tuple(of_sampler)
    assert any("400 of 400 draws diverged" in warning for warning in of_sampler)
    again = br.check(replace(sampled, warnings=tuple(of_sampler)))
    assert again.warnings == found.warnings  # told once


def test_a_fit_that_was_read_gets_what_needs_no_data(tmp_path):
    fit = br.fit(answers(chances(1)), "bayes", draws=50, random_seed=1)
    read = br.read_fit(br.save_fit(fit, tmp_path / "fit.nc"))
    found = br.check(read)
    assert found.warnings == fit.warnings
    assert [reason.split(":")[0] for reason in found.left_out] == ["convergence", "predictions", "information"]
    silent = br.check(replace(read, warnings=()))
    assert silent.table.empty
    assert repr(silent) == "Check(0 of 0 figures of 'bayes' are alarming)"


def test_the_rate_decides_the_bounds(clean):
    wide, close = clean.table, br.check(fitted(answers(chances(1))), false_alarm_rate=0.5).table
    rows = (wide["area"] == "predictions") & (wide["figure"] == "discrimination")
    assert (close["upper"][rows] < wide["upper"][rows]).all()


@pytest.mark.parametrize("rate", [0, 0.004, 1, float("nan")])
def test_odd_rates_are_refused(rate):
    with pytest.raises(ValueError, match=r"false_alarm_rate must be at least 0.005 and below 1; got"):
        br.check(fitted(answers(chances(1))), false_alarm_rate=rate)
