"""Failures in a few rounds: rank drops by hand, what methods must not do to others, and places that matter."""

import json

import numpy as np
import pytest

from bayesrank import DataError, Perturbation, ScoreTable, perturbation_study

STEPS = np.arange(6, 0, -1.0)  # model a is better than b, b than c, ...
MODELS = tuple("abcdef")


def board(scores):
    return ScoreTable(MODELS, tuple(f"r{k}" for k in range(scores.shape[1])), scores, np.ones(scores.shape[1], bool))


LADDER = board(np.tile(STEPS[:, None], (1, 5)))


def test_drops_by_hand():
    study = perturbation_study(
        LADDER, Perturbation(n_rounds=(2,), positions=("first",)), methods=["mean", "median", "borda"], random_seed=0
    )
    drop = {name: study.drop[number].tolist() for number, name in enumerate(study.methods)}
    # Means with two zeros are .6 of those before: a has 3.6, behind b and c; b has 3, as d; c 2.4, behind d; d 1.8,
    # behind e; e 1.2, before f.
    assert drop["mean"] == [2, 1.5, 1, 1, 0, 0]
    assert drop["median"] == [0] * 6  # three rounds are as before
    # Models below: a 5 x 3 = 15, others one more in two rounds, b 22, c 17, d 12. Of b 12, c 17, d 12, e 7; of c 9,
    # d 12, e 7; of d 6, e 7; of e 3, f 2.
    assert drop["borda"] == [2, 1.5, 1, 1, 0, 0]
    assert not study.collateral.any()
    assert not study.rank_error.any()


def test_others_among_themselves():
    # Standardised means: x's outlier makes all others alike in round 0; without it they decide.
    scores = np.array([[9, 5], [3, 1], [2, 2], [1, 3], [0, 4], [0, 0]], dtype=float)
    study = perturbation_study(
        board(scores),
        Perturbation(n_rounds=(1,), positions=("first",)),
        models=["a"],
        methods=["mean", "mean_z", "borda"],
        random_seed=0,
    )
    # Round 1 has mean 2.5 and variance 55 / 6 - 6.25 over models, 17.5 / 5 by degrees of freedom; round 0 has 57.5 / 5,
    # and 8 / 5 after. So points of the rounds count 1 / 3.39 and 1 / 1.87, then 1 / 1.26 and 1 / 1.87: b to f had 1.42,
    # 1.66, 1.90, 2.14, 0, order e d c b f; they have 2.91, 2.65, 2.39, 2.14, 0, order b c d e f. b and e move by three
    # places, c and d by one, f by none: 8 / 5. By means b to f have what they had.
    assert study.collateral[0].tolist() == [0]
    assert study.collateral[1] == pytest.approx(1.6)
    assert study.model.tolist() == [0]


def test_the_place_of_failures_matters_to_tournaments_alone():
    scores = np.tile(np.arange(16, 0, -1.0)[:, None], (1, 8)) + np.random.default_rng(1).normal(0, 2, (16, 8)).round(1)
    table = ScoreTable(tuple(f"m{i:02}" for i in range(16)), tuple("pqrstuvw"), scores + 20, np.ones(8, dtype=bool))
    study = perturbation_study(
        table,
        Perturbation(n_rounds=(2,), positions=("first", "last")),
        methods=["mean", "borda", "swiss_2"],
        n_contests=500,
        random_seed=2,
    )
    first, last = study.summary().loc["swiss_2"]
    # knocked out early, or already out of danger; errors are below .2
    assert first > last + 1
    assert study.rank_error[2] > 0
    assert study.rank_error[:2].tolist() == [0, 0]


def test_rounds_may_be_named():
    # as the first two; once a model, whatever the default places
    named = perturbation_study(LADDER, Perturbation(rounds=("r1", "r0")), methods=["mean"], random_seed=0)
    assert named.drop.tolist() == [[2, 1.5, 1, 1, 0, 0]]
    assert named.frame()[["position", "n_rounds", "cases"]].to_numpy().tolist() == [["named", 2, 6]]
    assert named.record()["named_rounds"] == ["r1", "r0"]
    with pytest.raises(DataError, match="sequence must name rounds that there are; got 'r9'"):
        perturbation_study(LADDER, Perturbation(rounds=("r9",)), methods=["mean"])


def test_a_short_table_takes_the_sizes_that_it_has_rounds_for():
    short = perturbation_study(board(LADDER.scores[:, :3]), methods=["mean"], random_seed=0)
    assert sorted(set(short.n_rounds.tolist())) == [1, 2]
    with pytest.raises(ValueError, match="rounds in which a model fails must be fewer than 1, those that there are"):
        perturbation_study(board(LADDER.scores[:, :1]), methods=["mean"])


def test_frames_and_record():
    perturbation = Perturbation("lowest", n_rounds=(1, 3), positions=("last", "random"), repeats=2)
    study = perturbation_study(LADDER, perturbation, methods=["median", "swiss_0"], n_contests=20, random_seed=7)
    assert repr(study) == (
        "PerturbationStudy(6 models x 5 rounds, 6 of the models perturbed, kind 'lowest', 36 cases, 2 methods)"
    )
    table = study.frame(large_drop=2)
    assert table["cases"].tolist() == [6, 6, 12, 12] * 2
    chosen = (study.n_rounds == 3) & (np.array(study.position) == "last")
    row = table[(table["method"] == "median") & (table["n_rounds"] == 3) & (table["position"] == "last")].iloc[0]
    # the median becomes 1: a falls from 1 to 5.5, b from 2 to 5.5, ..., e from 5 to 5.5; f stays at 6
    assert row["drop"] == pytest.approx((4.5 + 3.5 + 2.5 + 1.5 + 0.5 + 0) / 6)
    assert row["p_large_drop"] == pytest.approx(3 / 6)
    assert row["drop_mcse"] == 0
    # of 6 cases, and of a mean over 20 runs for each of 6 models
    chance = table[(table["method"] == "swiss_0") & (table["n_rounds"] == 3) & (table["position"] == "last")].iloc[0]
    assert chance["drop_mcse"] == pytest.approx(study.rank_error[1] * (1 / 6 + 1 / 120) ** 0.5)
    np.testing.assert_allclose(study.cases()["drop"].iloc[:36][chosen].mean(), row["drop"])
    record = json.loads(json.dumps(study.record()))
    assert (record["kind"], record["n_contests"], record["random_seed"], record["n_perturbed"]) == ("lowest", 20, 7, 6)
    assert len(record["drops"]) == 8


def test_names_and_order_of_models_change_nothing():
    scores = np.random.default_rng(4).integers(0, 9, (6, 5)).astype(float)
    options = {"methods": ["mean_z", "swiss_1"], "n_contests": 50, "random_seed": 3}
    study = perturbation_study(board(scores), Perturbation(n_rounds=(2,)), **options)
    turn = [3, 0, 5, 1, 4, 2]
    turned = ScoreTable(tuple("uvwxyz"), board(scores).benchmarks, scores[turn], np.ones(5, dtype=bool))
    again = perturbation_study(turned, Perturbation(n_rounds=(2,)), **options)
    for place, model in enumerate(turn):
        np.testing.assert_allclose(again.drop[:, again.model == place], study.drop[:, study.model == model], atol=1e-12)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"models": ["g"]}, r"models must be different ones of the table; got 'g'"),
        ({"models": ["a", "a"]}, r"models must be different ones of the table; got a, a"),
        ({"models": []}, r"models must be different ones of the table; got none"),
    ],
)
def test_models_that_are_not_in_the_table(options, message):
    with pytest.raises(DataError, match=message):
        perturbation_study(LADDER, **options)


def test_options_that_are_none():
    with pytest.raises(ValueError, match=r"'perturbation_study' must be among missing, sequence; got 'ties'"):
        perturbation_study(LADDER, ties="half")
    with pytest.raises(ValueError, match=r"n_contests must be a whole number of at least 2; got 1"):
        perturbation_study(LADDER, n_contests=1)
    assert perturbation_study(LADDER, models="b", methods=["mean"], random_seed=0).model.tolist().count(1) == 15
