"""Failures of one model on real scores are measured again, as docs/explanations/swiss-perturbation.md says."""

import json

import numpy as np
import pytest
from planted_swiss import N_MODELS, N_ROUNDS, planted_data
from swiss_perturbation import FIGURES, LABELS, SEED, scores_of_best

import bayesrank as br

pytestmark = pytest.mark.calibration

METHODS = [method for method in LABELS if method.startswith("swiss")]


def test_ranks_lost_by_tournaments_are_those_of_the_page():
    stored = json.loads(FIGURES.read_text())["top"]["drops"]
    found = br.perturbation_study(
        scores_of_best(29), methods=METHODS, n_contests=2_000, random_seed=SEED + 1, missing="half"
    )
    table = found.frame()
    for row in table[table["position"] != "random"].to_dict(orient="records"):  # other seeds draw other rounds
        wanted = (row["method"], row["position"], row["n_rounds"])
        other = next(each for each in stored if (each["method"], each["position"], each["n_rounds"]) == wanted)
        # Errors of both, and more luck in ranks where there are fewer contests; 27 figures.
        assert abs(row["drop"] - other["drop"]) < 5 * (row["drop_mcse"] + other["drop_mcse"]) + 0.2, wanted


@pytest.mark.parametrize("seed", range(3))
def test_where_a_failure_costs_most_depends_on_who_leaves(seed):
    """Boards without planted failures; every second model fails on two of twelve rounds.

    Without eliminations the first rounds cost less than random ones, as a model that lost them meets weaker ones, and
    the last cost most; where two leave after each round it is the other way round. The median loses least. Borda and
    the mean do not know the order of rounds, and twelve rounds alike in kind differ by less than a rank. Luck of
    contests is below .2 in each figure.
    """
    data = planted_data(seed, 0.0)
    table = br.ScoreTable(
        tuple(f"m{place:02}" for place in range(N_MODELS)),
        tuple(f"r{k}" for k in range(N_ROUNDS)),
        data.right / data.n_items,
        np.ones(N_ROUNDS, dtype=bool),
    )
    drop = br.perturbation_study(
        table,
        br.Perturbation(n_rounds=(2,), positions=("first", "last", "random")),
        models=table.models[::2],
        methods=["mean", "median", "borda", "swiss_0", "swiss_1", "swiss_2"],
        n_contests=1_000,
        random_seed=seed,
    ).summary()[[("first", 2), ("last", 2), ("random", 2)]]
    first, last, random = (dict(zip(drop.index, drop[column], strict=True)) for column in drop)
    assert min(random, key=random.get) == "median"
    assert first["swiss_0"] < random["swiss_0"] < last["swiss_0"]
    assert first["swiss_2"] > first["swiss_1"] > random["swiss_1"]
    assert first["swiss_2"] > random["swiss_2"] + 2
    assert first["swiss_2"] > last["swiss_2"] + 2
    for steady in ("mean", "borda"):
        assert abs(first[steady] - last[steady]) < 1
