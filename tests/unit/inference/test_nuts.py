"""How the sampler is called, and how draws become scores, without sampling."""

import logging

import numpy as np
import pymc as pm
import pytest
import xarray as xr

from bayesrank import Outcomes
from bayesrank.inference.nuts import sample_nuts
from bayesrank.programs.registry import find_program
from bayesrank.statistics.outcome_counts import count_outcomes

COUNTS = count_outcomes(Outcomes.from_array(np.ones((5, 4, 2))))


@pytest.fixture
def calls(monkeypatch):
    """Replace pm.sample by a tree of constants, and keep what it was called with."""
    seen = {}

    def sample(draws, **options):
        seen.update(options, draws=draws, level=logging.getLogger("pymc").level)
        values = {
            "category_mean": (("chain", "draw", "model", "category"), np.full((4, draws, 5, 2), [0.25, 0.75])),
            "concentration": (("chain", "draw", "model"), np.full((4, draws, 5), 3.0)),
        }
        return xr.DataTree.from_dict({"posterior": xr.Dataset(values)})

    monkeypatch.setattr(pm, "sample", sample)
    return seen


def test_what_the_sampler_is_asked_for(calls):
    before = logging.getLogger("pymc").level
    sample_nuts(find_program("hierarchical"), COUNTS, "population", draws=7, cores=2, random_seed=3)
    asked = {name: calls[name] for name in ("draws", "tune", "chains", "cores", "random_seed", "quiet", "level")}
    assert asked == {
        "draws": 7, "tune": 1000, "chains": 4, "cores": 2, "random_seed": 3, "quiet": True, "level": logging.ERROR,
    }  # fmt: skip
    assert logging.getLogger("pymc").level == before


def test_scores_are_put_into_the_posterior(calls):  # noqa: ARG001 (replaces the sampler)
    tree = sample_nuts(find_program("hierarchical"), COUNTS, "population", draws=7, cores=1, random_seed=3)
    score = tree["posterior"]["score"]
    assert score.dims == ("chain", "draw", "model")
    assert (score == 0.75).all()  # weights (0, 1) times shares (.25, .75)
