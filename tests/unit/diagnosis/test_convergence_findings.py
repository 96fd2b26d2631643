"""Draws that are independent pass; each fault is found by its figure."""

import numpy as np
import pytest
import xarray as xr

from bayesrank.diagnosis.convergence_findings import convergence_findings


def tree(*, scores=None, spread=None, diverging=0, energy=None):
    """Return a sampled posterior of two models and a spread, independent draws unless said."""
    rng = np.random.default_rng(1)
    independent = rng.normal(size=(4, 500, 2))
    posterior = {
        "score": (("chain", "draw", "model"), independent if scores is None else scores),
        "ability_spread": (("chain", "draw"), rng.normal(size=(4, 500)) if spread is None else spread),
    }
    diverged = np.arange(2000).reshape(4, 500) < diverging
    stats = {
        "diverging": (("chain", "draw"), diverged),
        "energy": (("chain", "draw"), rng.normal(size=(4, 500)) if energy is None else energy),
    }
    return xr.DataTree.from_dict(
        {"posterior": xr.Dataset(posterior, coords={"model": ["a", "b"]}), "sample_stats": xr.Dataset(stats)}
    )


def alarms(**faults):
    found = convergence_findings(tree(**faults))
    return {(one.figure, one.about[0]): one.sentences[0] for one in found if one.judged.alarming[0]}


SCORES = "scores and gaps between neighbours"


def test_independent_draws_have_no_alarm_and_every_figure():
    assert alarms() == {}
    figures = [(one.figure, one.about[0]) for one in convergence_findings(tree())]
    assert figures == [
        ("R-hat", SCORES),
        ("effective sample size, bulk", SCORES),
        ("effective sample size, tail", SCORES),
        ("divergent draws", "all"),
        ("E-BFMI", "all"),
        ("R-hat", "ability_spread"),
        ("effective sample size, bulk", "ability_spread"),
    ]


def test_draws_of_no_sampler_are_not_judged():
    exact = xr.DataTree.from_dict({"posterior": tree()["posterior"].to_dataset()})
    assert convergence_findings(exact) == []


def test_chains_that_disagree_are_found():
    scores = np.random.default_rng(1).normal(size=(4, 500, 2)) + 3 * np.arange(4)[:, None, None]
    found = alarms(scores=scores)
    assert "R-hat is" in found["R-hat", SCORES]
    assert ("effective sample size, bulk", SCORES) in found


def test_a_variable_that_hardly_moves_is_found_where_scores_do_not_show_it():
    found = alarms(spread=np.random.default_rng(1).normal(size=(4, 500)).cumsum(axis=1))
    assert set(found) == {("R-hat", "ability_spread"), ("effective sample size, bulk", "ability_spread")}
    assert found["R-hat", "ability_spread"].startswith(
        "the sampler may not have converged: 'ability_spread' has an R-hat of"
    )


@pytest.mark.parametrize(
    ("fault", "figure", "said"),
    [
        ({"diverging": 3}, "divergent draws", "3 of 2000 draws diverged"),
        ({"energy": np.random.default_rng(1).normal(size=(4, 500)).cumsum(axis=1)}, "E-BFMI", "E-BFMI is 0.0"),
    ],
)
def test_divergences_and_energy_are_found(fault, figure, said):
    found = alarms(**fault)
    assert list(found) == [(figure, "all")]
    assert said in found[figure, "all"]
