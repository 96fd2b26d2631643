"""The gate lets good chains through, doubts bad ones first and refuses the worst."""

import numpy as np
import pytest
import xarray as xr

from bayesrank import ConvergenceError
from bayesrank.inference.convergence import judge


def tree(scores, diverging=0, energy=None):
    chains, draws, _ = scores.shape
    energy = np.random.default_rng(1).normal(size=(chains, draws)) if energy is None else energy
    flags = np.zeros(chains * draws, dtype=bool)
    flags[:diverging] = True
    return xr.DataTree.from_dict(
        {
            "posterior": xr.Dataset({"score": (("chain", "draw", "model"), scores)}),
            "sample_stats": xr.Dataset(
                {
                    "diverging": (("chain", "draw"), flags.reshape(chains, draws)),
                    "energy": (("chain", "draw"), energy),
                }
            ),
        }
    )


def good(draws=1000):
    return np.random.default_rng(0).normal(size=(4, draws, 3))


def test_independent_draws_pass():
    found = judge(tree(good()))
    found.refuse_if_unconverged()
    assert found.doubts() == []
    # 4,000 independent draws: effective sizes near 4,000; R-hat of independent chains is within .005 of 1.
    assert found.ess_bulk == pytest.approx(4000, rel=0.2)
    assert found.rhat == pytest.approx(1, abs=0.005)


def test_a_chain_apart_is_refused():
    scores = good()
    scores[0] += 3
    with pytest.raises(
        ConvergenceError, match=r"chains must agree before their draws are a ranking.*got R-hat 1\.[1-9]"
    ):
        judge(tree(scores)).refuse_if_unconverged()


def test_a_gap_between_neighbours_is_judged_though_each_score_is_fine():
    # Models 0 and 1 are equal but for a small part that one chain has shifted: the scores converge, their gap does not.
    rng = np.random.default_rng(2)
    shared = rng.normal(size=(4, 1000))
    small = 0.01 * rng.normal(size=(4, 1000))
    small[0] += 0.03
    scores = np.stack([shared, shared + small, rng.normal(size=(4, 1000)) - 9], axis=2)
    assert judge(tree(scores[:, :, [0, 2]])).rhat < 1.01
    with pytest.raises(ConvergenceError):
        judge(tree(scores)).refuse_if_unconverged()


def test_few_effective_draws_are_doubted_then_refused():
    assert any("effective sample size" in doubt for doubt in judge(tree(good(draws=60))).doubts())
    with pytest.raises(ConvergenceError, match="effective sample size"):
        judge(tree(good(draws=15))).refuse_if_unconverged()


def test_divergences_are_doubted_then_refused():
    few = judge(tree(good(), diverging=3))
    few.refuse_if_unconverged()
    assert few.doubts() == [
        "the sampler may not have converged: 3 of 4000 draws diverged (should be none). Raise draws."
    ]
    with pytest.raises(ConvergenceError, match="41 of 4000 divergent"):
        judge(tree(good(), diverging=41)).refuse_if_unconverged()


def test_stuck_energy_is_doubted():
    # A slow random walk of the energy: its steps are far smaller than its spread, so E-BFMI is near 0.
    energy = np.cumsum(np.random.default_rng(3).normal(size=(4, 1000)), axis=1)
    assert "E-BFMI" in judge(tree(good(), energy=energy)).doubts()[0]


def test_constant_scores_do_not_pass_as_converged():
    with pytest.raises(ConvergenceError):
        judge(tree(np.zeros((4, 100, 2)))).refuse_if_unconverged()
