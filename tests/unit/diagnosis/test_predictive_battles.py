"""Planted faults of battles are found; battles without fault raise no alarm."""

from dataclasses import replace

import numpy as np
import pytest

from bayesrank.diagnosis.battle_figures import pair_table
from bayesrank.diagnosis.battle_replicates import Replicated
from bayesrank.diagnosis.predictive_battles import battle_findings, predictive_battles
from tests.faulty_data import battle_counts, cyclic_log_odds, logistic

MODELS = tuple("abcdefgh")
ABILITY = np.linspace(1, -1, 8)
ORDERED = ABILITY[:, None] - ABILITY
SETS = 999


def replicated(first, second, counts, tie=0.0, seed=1):
    """Return battles beside those drawn from the abilities, as a posterior that knows them well would."""
    rng = np.random.default_rng(seed)
    ability = ABILITY + rng.normal(0, 0.1, (SETS, 8))
    chance = logistic(ability[:, first] - ability[:, second])[..., None] * (1 - tie)
    shares = np.concatenate([chance, 1 - tie - chance, 0 * chance + tie], axis=2)
    drawn = rng.multinomial(counts.sum(axis=1), shares).astype(float)
    if counts.shape[1] == 2:
        drawn = drawn[..., :2]
    total = counts.sum(axis=1).astype(float)
    observed, of_drawn = (pair_table(first, second, table, total, 8) for table in (counts.astype(float), drawn))
    return Replicated(observed, of_drawn, np.arange(SETS))


def findings(data, share_of_ties=0.0):
    found = battle_findings(data, share_of_ties, MODELS, "bradley_terry", 0.01)
    return {one.figure: one for one in found}


def alarming(found):
    return {name for name, one in found.items() if one.judged.alarming.any()}


def test_battles_without_fault_raise_no_alarm():
    first, second, counts = battle_counts(ORDERED, 30, seed=2)
    found = findings(replicated(first, second, counts))
    assert alarming(found) == set()
    assert set(found) == {
        "win rate of a pair", "cycle of three", "variation of win rates", "pairs beyond 3 standard deviations", "ties",
        "win rate of a model",
    }  # fmt: skip
    pairs = found["win rate of a pair"]
    np.testing.assert_allclose(pairs.judged.observed, counts[:, 0] / 30)
    assert np.abs(pairs.judged.expected - logistic(ORDERED[first, second])).max() < 0.15  # of 30 battles each
    assert pairs.about[0] == ("a", "b")


def test_a_circle_is_named_in_its_direction():
    found = findings(replicated(*battle_counts(cyclic_log_odds(2.5), 30, seed=3)))
    assert alarming(found) >= {"cycle of three", "win rate of a pair", "variation of win rates"}
    (names,) = found["cycle of three"].about
    assert names in {("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")}
    assert (
        found["cycle of three"]
        .sentences[0]
        .startswith(f"win rates go in a circle: of {', '.join(map(repr, names))} each")
    )


def test_results_that_vary_more_than_chance_are_found():
    rng = np.random.default_rng(4)
    noise = np.triu(rng.normal(0, 1, (8, 8)), 1)
    found = findings(replicated(*battle_counts(ORDERED + noise - noise.T, 30, seed=4)))
    assert alarming(found) >= {"variation of win rates", "pairs beyond 3 standard deviations"}
    assert found["pairs beyond 3 standard deviations"].judged.observed[0] >= 2


def test_results_that_vary_less_than_chance_are_found():
    first, second, _ = battle_counts(ORDERED, 30)
    exact = np.round(30 * logistic(ORDERED[first, second])).astype(int)
    found = findings(replicated(first, second, np.stack([exact, 30 - exact], axis=1)))
    assert "copied" in found["variation of win rates"].sentences[0]


def test_ties_are_alarming_where_the_program_has_none():
    first, second, counts = battle_counts(ORDERED, 40, tie=0.25, seed=5)
    share = counts[:, 2].sum() / counts.sum()
    found = findings(replicated(first, second, counts[:, :2]), share)
    assert alarming(found) == {"ties"}
    assert found["ties"].sentences == [
        f"{share:.1%} of the battles are ties, and bradley_terry expects 0.0%. Use 'davidson'."
    ]


def test_ties_that_depend_on_the_gap_otherwise_than_expected_are_found():
    # A quarter of all battles are ties as expected, but all among the most unequal two thirds of the pairs.
    first, second, _ = battle_counts(ORDERED, 40)
    gap = np.abs(ORDERED[first, second])
    ties = np.where(np.argsort(np.argsort(gap, kind="stable")) < len(gap) // 3, 0, 15)
    rng = np.random.default_rng(6)
    won = rng.binomial(40 - ties, logistic(ORDERED[first, second]))
    counts = np.stack([won, 40 - ties - won, ties], axis=1)
    found = findings(replicated(first, second, counts, tie=0.25), counts[:, 2].sum() / counts.sum())
    judged = found["ties by how close the models are"].judged
    assert judged.observed[0] < 0.1  # pairs of equal gaps fall into either class
    assert judged.alarming.tolist() == [True, True, True]
    np.testing.assert_allclose(judged.expected, 0.25, atol=0.01)


def test_models_that_do_better_than_expected_are_named():
    first, second, counts = battle_counts(ORDERED, 30, seed=7)
    counts[second == 7] = [0, 30, 0]  # the worst model wins all
    found = findings(replicated(first, second, counts))["win rate of a model"]
    assert found.about[int(found.judged.deviation.argmax())] == "h"
    assert "more wins of 'h' than" in found.sentences[7]


@pytest.fixture(scope="module")
def sampled():
    """Return a fit as NUTS leaves it: abilities of the truth, and battles predicted from them."""
    import xarray as xr

    import bayesrank as br
    from tests.faulty_data import comparisons

    data = comparisons(*battle_counts(ORDERED, 30, seed=2))
    fit = br.fit(data, "bradley_terry", inference="laplace", draws=100, random_seed=1)
    statistic = fit.basis.statistic
    ability = fit.posterior["posterior"]["ability"].sel(model=list(statistic.models)).to_numpy()
    chance = logistic(ability[..., statistic.first] - ability[..., statistic.second])
    won = np.random.default_rng(8).binomial(30, chance)
    drawn = {"battles": (("chain", "draw", "row", "outcome"), np.stack([won, 30 - won], axis=-1))}
    groups = {name: node.to_dataset() for name, node in fit.posterior.children.items()}
    tree = xr.DataTree.from_dict({**groups, "posterior_predictive": xr.Dataset(drawn)})
    return replace(fit, posterior=tree)


def test_a_fit_is_checked_by_what_its_sampler_predicted(sampled):
    found = predictive_battles(sampled, sampled.basis, false_alarm_rate=0.01, random_seed=1)
    assert [one.figure for one in found][-2:] == ["win rate of a model", "agreement of orders"]
    assert not any(one.judged.alarming.any() for one in found)
    assert found[-1].judged.observed[0] > 0.8  # 30 battles of each pair settle most of the order


def test_names_are_those_of_the_data_whatever_the_order_of_the_statistic(sampled):
    found = predictive_battles(sampled, sampled.basis, false_alarm_rate=0.01, random_seed=1)
    win_rate = dict(zip(found[-2].about, found[-2].judged.observed, strict=True))
    assert max(win_rate, key=win_rate.get) in {"model 0", "model 1"}
    assert min(win_rate, key=win_rate.get) in {"model 6", "model 7"}
