"""How samplers are called and what becomes of their draws, without sampling."""

import logging
from dataclasses import replace
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pymc as pm
import pytest
import xarray as xr

from bayesrank.inference import compiled
from bayesrank.inference.nuts import sample_nuts
from tests.toy_programs import NORMAL_MEANS, Values, normal_means

MODEL = normal_means(Values(np.zeros((2, 3)), models=("c", "d")))


class Shared(NamedTuple):
    """A variable of the compiled program."""

    name: str


def draws(n_diverging=0):
    """Return what a sampler returns of two chains of three draws, named as by whoever compiled it first."""
    coords = {"model": ["a", "b"], "chain": range(2), "draw": range(3)}
    score = xr.Dataset({"score": (("chain", "draw", "model"), np.zeros((2, 3, 2)))}, coords=coords)
    flags = np.arange(6).reshape(2, 3) < n_diverging
    stats = xr.Dataset({"diverging": (("chain", "draw"), flags)})
    return xr.DataTree.from_dict({"posterior": score, "sample_stats": stats, "warmup_posterior": score})


class Compiled:
    """What nutpie compiles, which keeps what it is given."""

    def __init__(self, n_dim=2):
        self.n_dim, self.given = n_dim, None
        self.shared_var_keys = {Shared(name): name for name in ("seen", "prior_deviation")}

    def with_data(self, **data):
        self.given = data
        return self


@pytest.fixture
def sampler(monkeypatch):
    """Replace nutpie; ``diverging`` says of each run in turn how many draws diverge."""
    seen = SimpleNamespace(compiled=Compiled(), calls=[], diverging=iter([0]))

    def sample(program, **options):
        seen.calls.append({"program": program, **options})
        return draws(next(seen.diverging))

    monkeypatch.setattr(compiled, "_KEPT", {})
    monkeypatch.setattr("nutpie.compile_pymc_model", lambda model: seen.compiled)  # noqa: ARG005
    monkeypatch.setattr("nutpie.sample", sample)
    return seen


def sampled(program=NORMAL_MEANS, model=MODEL, **options):
    return sample_nuts(program, model, draws=7, cores=2, random_seed=3, **options)


def test_what_nutpie_is_asked_for(sampler):
    groups = sampled()
    assert sampler.calls == [
        {
            "program": sampler.compiled, "draws": 7, "tune": 1000, "chains": 4, "cores": 2, "target_accept": 0.9,
            "seed": 3, "adaptation": "diag", "save_warmup": False, "progress_bar": False,
        }
    ]  # fmt: skip
    assert set(groups) == {"posterior", "sample_stats"}


def test_models_have_the_names_of_these_data_and_not_of_those_compiled_for(sampler):  # noqa: ARG001 (replaces nutpie)
    assert sampled()["posterior"]["model"].to_numpy().tolist() == ["c", "d"]


def test_data_go_in_that_the_compiled_program_knows(sampler):
    sampled(model=normal_means(Values(np.ones((2, 5))), prior_deviation=2.0))
    assert set(sampler.compiled.given) == {"seen", "prior_deviation"}  # no length, for this one does not ask for any
    np.testing.assert_array_equal(sampler.compiled.given["seen"], np.ones((2, 5)))
    assert sampler.compiled.given["prior_deviation"] == 2


def test_divergences_are_answered_with_smaller_steps_once(sampler):
    sampler.diverging = iter([2, 1])
    assert sampled()["sample_stats"]["diverging"].any()  # for the gate to judge
    assert [call["target_accept"] for call in sampler.calls] == [0.9, 0.99]
    sampler.diverging = iter([1, 0])
    assert not sampled()["sample_stats"]["diverging"].any()


@pytest.mark.parametrize(
    ("mass_matrix", "n_dim", "adaptation"),
    [("diag", 2, "diag"), ("low_rank", 100, "low_rank"), ("low_rank", 101, "diag")],
)
def test_a_low_rank_mass_matrix_is_for_few_values(sampler, mass_matrix, n_dim, adaptation):
    sampler.compiled = Compiled(n_dim)
    sampled(replace(NORMAL_MEANS, mass_matrix=mass_matrix))
    assert sampler.calls[0]["adaptation"] == adaptation


def test_nothing_is_compiled_twice(sampler, monkeypatch):
    sampled()
    monkeypatch.setattr("nutpie.compile_pymc_model", None)
    sampler.diverging = iter([0])
    sampled(model=normal_means(Values(np.ones((2, 4)))))
    assert len(sampler.calls) == 2


@pytest.mark.parametrize("name", ["pymc", "numpyro"])
def test_what_pymc_is_asked_for(monkeypatch, name):
    seen = {}

    def sample(**options):
        seen.update(options, level=logging.getLogger("pymc").level)
        return draws()

    monkeypatch.setattr(pm, "sample", sample)
    before = logging.getLogger("pymc").level
    groups = sampled(sampler=name)
    assert seen == {
        "draws": 7, "tune": 1000, "chains": 4, "cores": 2, "nuts": {"target_accept": 0.9}, "random_seed": 3,
        "nuts_sampler": name, "progressbar": False, "quiet": True, "model": MODEL, "level": logging.ERROR,
    }  # fmt: skip
    assert logging.getLogger("pymc").level == before
    assert set(groups) == {"posterior", "sample_stats"}
