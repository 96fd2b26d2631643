"""The gate lets good chains through, and says of the others what is wrong and that they are no posterior."""

import numpy as np
import pytest
import xarray as xr

from bayesrank.inference.convergence import judge

OF_SHAPE = "Fix a scale (ability_scale=1, say), use another program, or look at fit.posterior."


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
    assert found.good_enough
    assert found.doubts() == []
    # 4,000 independent draws: effective sizes near 4,000; R-hat of independent chains is within .005 of 1.
    assert found.ess_bulk == pytest.approx(4000, rel=0.2)
    assert found.rhat == pytest.approx(1, abs=0.005)


def test_a_chain_apart_is_no_posterior():
    scores = good()
    scores[0] += 3
    found = judge(tree(scores))
    assert not found.good_enough
    assert found.doubts()[0].startswith("the sampler may not have converged: R-hat is 1.")


def test_a_gap_between_neighbours_is_judged_though_each_score_is_fine():
    # Models 0 and 1 are equal but for a small part that one chain has shifted: the scores converge, their gap does not.
    rng = np.random.default_rng(2)
    shared = rng.normal(size=(4, 1000))
    small = 0.01 * rng.normal(size=(4, 1000))
    small[0] += 0.03
    scores = np.stack([shared, shared + small, rng.normal(size=(4, 1000)) - 9], axis=2)
    assert judge(tree(scores[:, :, [0, 2]])).good_enough
    found = judge(tree(scores))
    assert found.rhat > 1.1
    assert not found.good_enough


def test_few_effective_draws_are_no_posterior():
    # 4 chains of 60 independent draws have an effective size near 240.
    found = judge(tree(good(draws=60)))
    assert any("the effective sample size is" in doubt for doubt in found.doubts())
    assert not found.good_enough


@pytest.mark.parametrize("figure", ["ess_bulk", "ess_tail"])
def test_either_effective_size_is_enough_to_refuse(figure):
    found = judge(tree(good()))._replace(rhat=1.0, **{figure: 399.0})
    assert found.doubts() == [
        "the sampler may not have converged: the effective sample size is 399 (should be at least 400). Raise draws."
    ]
    assert not found.good_enough


def test_a_rare_divergence_is_told_and_more_are_no_posterior():
    rare = judge(tree(good(), diverging=4))  # a thousandth of 4,000
    said = "the sampler may not have converged: 4 of 4000 draws diverged (should be none)."
    assert rare.doubts() == [f"{said} {OF_SHAPE}"]
    assert rare.good_enough
    assert not judge(tree(good(), diverging=5)).good_enough


def test_stuck_energy_is_no_posterior():
    # A slow random walk of the energy: its steps are far smaller than its spread, so E-BFMI is near 0.
    energy = np.cumsum(np.random.default_rng(3).normal(size=(4, 1000)), axis=1)
    found = judge(tree(good(), energy=energy))
    assert found.doubts()[0].startswith("the sampler may not have converged: E-BFMI is 0.0")
    assert found.doubts()[0].endswith(OF_SHAPE)
    assert not found.good_enough


def test_draws_that_never_move_do_not_pass_as_converged():
    found = judge(tree(np.zeros((4, 100, 2))))
    assert not found.good_enough
    assert found.doubts()
