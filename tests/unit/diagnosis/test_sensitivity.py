"""Sensitivity to priors: power scaling in closed form, and what is fitted again."""

import numpy as np
import pytest
import xarray as xr

import bayesrank as br
from bayesrank.diagnosis import sensitivity as module
from bayesrank.diagnosis.sensitivity import sensitivity
from bayesrank.errors import DataError
from bayesrank.programs.registry import find_program
from bayesrank.ranks.fit import Basis, Fit
from bayesrank.statistics.data_summary import summarise_data
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.program_examples import outcomes

DATA = br.Outcomes.from_array(np.array([[1.0, 0.0], [0.0, 1.0]]), models=["a", "b"])
N_DRAWS = 20_000


def fitted(*, basis=True):
    """A posterior a - b ~ N(.5, 1), made of a prior N(0, 2) and a likelihood: precision 1 = 1/2 + 1/2, mean 1/2."""
    gap = np.random.default_rng(1).normal(0.5, 1.0, N_DRAWS)
    score = np.stack([gap, np.zeros(N_DRAWS)], axis=1).reshape(1, N_DRAWS, 2)
    one = ("chain", "draw")
    tree = xr.DataTree.from_dict(
        {
            "posterior": xr.Dataset({"score": ((*one, "model"), score)}, coords={"model": ["a", "b"]}),
            "log_prior": xr.Dataset({"gap": (one, (-(gap**2) / 4)[None])}),
            "log_likelihood": xr.Dataset({"y": (one, (-((gap - 1) ** 2) / 4)[None])}),
        }
    )
    statistic = count_outcomes(DATA)
    return Fit(
        program="rasch", options={}, target="ability", score_unit="", posterior=tree, warnings=(), converged=True,
        data=summarise_data(DATA), random_seed=1, moments=None,
        basis=Basis(find_program("rasch"), statistic) if basis else None,
    )  # fmt: skip


@pytest.fixture
def refits(monkeypatch):
    """Replace the sampler: under a wider prior a is above b in all draws, else in three of four."""
    seen = []

    def sampled(program, model, **asked):  # noqa: ARG001
        seen.append(dict(program.chosen))
        wide = program.defaults["spread_median"] > 1
        ability = np.array([[1.0, 0], [1, 0], [1, 0], [1 if wide else -1, 0]])[None]
        order = [statistic_models().index(name) for name in ("a", "b")]
        placed = np.empty_like(ability)
        placed[..., order] = ability
        return {"posterior": xr.Dataset({"ability": (("chain", "draw", "model"), placed)})}

    monkeypatch.setattr(module, "sample_nuts", sampled)
    return seen


def statistic_models():
    return count_outcomes(DATA).models


def test_powers_of_the_prior_in_closed_form(refits):  # noqa: ARG001
    # prior^p: precision p/2 + 1/2, mean (1/2) / (p/2 + 1/2) = 1 / (1 + p): Pr(gap > 0) = Phi(mean sqrt(precision)).
    # likelihood^p: the same precision, mean p / (1 + p).
    from scipy.stats import norm

    row = sensitivity(fitted()).table.iloc[0]
    assert row["statement"] == "'a' is the best"
    for power in (0.5, 2.0):
        root = np.sqrt((1 + power) / 2)
        assert row[f"prior^{power:g}"] == pytest.approx(norm.cdf(root / (1 + power)), abs=0.015)
        assert row[f"likelihood^{power:g}"] == pytest.approx(norm.cdf(power * root / (1 + power)), abs=0.015)
    assert row["probability"] == pytest.approx(norm.cdf(0.5), abs=0.012)  # 3.5 standard errors


def test_programs_are_fitted_again_with_other_priors(refits):
    table = sensitivity(fitted()).table
    assert refits == [
        {"spread_median": 0.5}, {"spread_median": 2.0}, {"ability_prior": "student_t"}, {"ability_prior": "laplace"},
    ]  # fmt: skip
    assert table.loc[0, ["spread x 0.5", "spread x 2", "student_t", "laplace"]].tolist() == [0.75, 1, 0.75, 0.75]
    assert "spread x 2" in table.loc[0, "fragile_to"]  # .69 to 1
    assert "spread x 0.5" not in table.loc[0, "fragile_to"]


def test_unreliable_weights_are_told_as_missing(monkeypatch, refits):  # noqa: ARG001
    monkeypatch.setattr(module, "BAD_PARETO_K", -np.inf)
    row = sensitivity(fitted()).table.iloc[0]
    assert np.isnan(row["prior^2"])
    assert "prior" not in row["fragile_to"]


def test_what_cannot_be_judged_is_refused():
    with pytest.raises(DataError, match=r"must start from draws of NUTS .*; got a fit that was read from a file"):
        sensitivity(fitted(basis=False))
    with pytest.raises(DataError, match="got exact or approximate draws"):
        sensitivity(br.fit(outcomes(1), random_seed=1))
