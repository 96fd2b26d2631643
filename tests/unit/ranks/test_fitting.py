"""What a fit depends on, and what it must not depend on."""

import numpy as np
import pandas as pd
import pytest
import xarray as xr

from bayesrank import (
    DataError,
    JointData,
    NotIdentifiedError,
    Outcomes,
    Ranking,
    ScoreTable,
    fit,
    load_example,
    read_comparisons,
    read_outcomes,
)
from bayesrank.programs.outcomes.bayes import PROGRAM
from bayesrank.programs.registry import find_program
from bayesrank.ranks.fitting import _in_data_order, chosen_program, default_program
from bayesrank.statistics.summarise import find_reduction

OUTCOMES = Outcomes.from_array([[[1, 1], [0, 1], [1, 0]], [[0, 1], [1, 0], [0, 0]]], models=["z", "a"])


def trials(seed=0, n_models=6, n_questions=12, n_trials=3):
    """A long frame with missing cells and unequal trials."""
    rng = np.random.default_rng(seed)
    index = pd.MultiIndex.from_product(
        [[f"m{i}" for i in range(n_models)], [f"q{i}" for i in range(n_questions)], range(n_trials)],
        names=["model", "question", "trial"],
    )
    frame = index.to_frame(index=False)
    frame["outcome"] = (rng.random(len(frame)) < 0.5).astype(int)
    return frame[rng.random(len(frame)) < 0.9].reset_index(drop=True)


def table(frame, program="population"):
    return fit(read_outcomes(frame), program, draws=500, random_seed=4).ranking().set_index("model").sort_index()


@pytest.mark.parametrize("program", ["population", "bayes"])
def test_shuffled_rows_change_nothing(program):
    frame = trials()
    shuffled = frame.sample(frac=1, random_state=1)
    pd.testing.assert_frame_equal(table(frame, program), table(shuffled, program), check_exact=True)


@pytest.mark.parametrize("program", ["population", "bayes"])
def test_renaming_models_and_questions_changes_names_only(program):
    frame = trials()
    rng = np.random.default_rng(2)
    names = {name: f"z{place}" for name, place in zip(frame["model"].unique(), rng.permutation(6), strict=True)}
    renamed = frame.assign(model=frame["model"].map(names), question="new " + frame["question"].str[::-1])
    expected = table(frame, program).rename(index=names).sort_index()
    pd.testing.assert_frame_equal(table(renamed, program), expected, check_exact=True, check_names=False)


def test_renumbered_trials_change_nothing():
    frame = trials()
    pd.testing.assert_frame_equal(table(frame), table(frame.assign(trial=7 - frame["trial"])), check_exact=True)


@pytest.mark.parametrize("engine", ["polars", "polars lazy", "pyarrow", "duckdb"])
def test_another_engine_changes_nothing(engine):
    import duckdb
    import polars as pl
    import pyarrow as pa

    frame = trials()
    convert = {
        "polars": pl.from_pandas,
        "polars lazy": lambda pandas_frame: pl.from_pandas(pandas_frame).lazy(),
        "pyarrow": pa.Table.from_pandas,
        "duckdb": duckdb.from_df,
    }
    pd.testing.assert_frame_equal(table(frame), table(convert[engine](frame)), check_exact=True)


@pytest.mark.parametrize("program", ["population", "bayes"])
def test_the_number_of_cores_changes_nothing(program):
    outcomes = read_outcomes(trials())
    one, two = (fit(outcomes, program, draws=700, cores=cores, random_seed=9).draws for cores in (1, 2))
    np.testing.assert_array_equal(one, two)


def test_another_seed_changes_the_draws_and_a_fresh_one_is_kept():
    outcomes = read_outcomes(trials())
    first = fit(outcomes, draws=10)
    assert not np.array_equal(first.draws, fit(outcomes, draws=10, random_seed=first.random_seed + 1).draws)
    np.testing.assert_array_equal(first.draws, fit(outcomes, draws=10, random_seed=first.random_seed).draws)


def test_targets_choose_programs_and_programs_their_targets():
    outcomes = Outcomes.from_array([[1, 0], [0, 0]])
    assert (fit(outcomes, draws=5).program, fit(outcomes, draws=5).target) == ("population", "population")
    assert fit(outcomes, "bayes", draws=5).target == "benchmark"
    with pytest.raises(ValueError, match="target of 'bayes' must be benchmark; got 'population'"):
        fit(outcomes, "bayes", target="population")
    with pytest.raises(ValueError, match=r"program must be one of bayes, .*, rasch, .*; got 'baye'"):
        fit(outcomes, "baye")


@pytest.mark.parametrize(
    ("target", "program"),
    [(None, "population"), ("population", "population"), ("benchmark", "hierarchical"), ("ability", "rasch")],
)
def test_the_program_of_outcomes_is_that_of_the_target(target, program):
    assert default_program(Outcomes.from_array([[1, 0], [0, 0]]), target) == program
    assert target is None or target in find_program(program).scores


def test_the_program_of_other_data_is_that_of_their_kind():
    battles, races = load_example("baseball1987"), load_example("nascar2002")
    table = ScoreTable(("a", "b"), ("x",), np.array([[1.0], [2.0]]), np.array([True]))
    joint = JointData(Outcomes.from_array([[1, 0], [0, 0]]), battles)
    kinds = {"bradley_terry": battles, "plackett_luce": races, "score_table": table, "joint": joint}
    for program, data in kinds.items():
        assert default_program(data, None) == program
        assert default_program(data, "ability") == program
        assert find_reduction(data, find_program(program).reads)


def test_a_program_of_ones_own():
    outcomes = Outcomes.from_array([[1, 0], [0, 0]])
    own, named = fit(outcomes, PROGRAM, draws=5, random_seed=1), fit(outcomes, "bayes", draws=5, random_seed=1)
    assert own.program == "bayes"
    np.testing.assert_array_equal(own.draws, named.draws)


def test_posterior_is_in_the_order_of_the_data_and_keeps_what_is_known_of_questions():
    outcomes = Outcomes.from_array(
        [[0, 0, 0, 1], [1, 1, 1, 0]],
        models=["worse", "better"],
        question_metadata={"difficulty": ["easy", "easy", "hard", "hard"]},
    )
    fitted = fit(outcomes, random_seed=0)
    assert fitted.models == ("worse", "better")
    # Closed form: (k + 1) / (M + 2).
    np.testing.assert_allclose(fitted.centre, [2 / 6, 4 / 6], atol=1e-12)
    assert fitted.draws.mean(axis=0) == pytest.approx(fitted.centre, abs=0.01)
    trials_group = fitted.posterior["trials"]
    assert trials_group["difficulty"].to_numpy().tolist() == ["easy", "easy", "hard", "hard"]
    assert fitted.posterior["posterior"]["score"].dims == ("chain", "draw", "model")


def test_one_model_is_told():
    fitted = fit(Outcomes.from_array([[1, 0, 1]], models=["only"]), draws=100, random_seed=0)
    assert fitted.warnings == ("'only' is the only model: its score stands, its rank says nothing.",)
    assert fitted.ranking().loc[0, ["rank", "rank_lower", "rank_upper", "p_best", "tier"]].tolist() == [1, 1, 1, 1, 1]


def test_other_observations_are_refused():
    with pytest.raises(DataError, match="OutcomeCounts must come from Outcomes; got Comparisons"):
        fit(load_example("baseball1987"), "population")


def test_options_go_to_the_program_and_to_the_reduction():
    # By trial, z wins 3 of 6 and a wins 1. Of all pairings z wins 2 of 4, 1 of 4 and 2 of 4; a wins 1 of 4 on the
    # second question.
    for pairing, z_wins, a_wins in (("trial", 3 / 6, 1 / 6), ("expected", 5 / 12, 1 / 12)):
        program, battles = chosen_program(OUTCOMES, "bradley_terry", None, {"ability_scale": 2.0, "pairing": pairing})
        assert program.chosen == {"ability_scale": 2.0}
        pairs = battles.pairs
        z, a = (pairs.models.index(model) for model in "za")
        total = pairs.wins.sum() + pairs.ties[z, a]
        np.testing.assert_allclose([pairs.wins[z, a] / total, pairs.wins[a, z] / total], [z_wins, a_wins])
    with pytest.raises(ValueError, match=r"options of 'bradley_terry' must be among .*; got 'pairs'"):
        chosen_program(OUTCOMES, "bradley_terry", None, {"pairs": "trial"})
    with pytest.raises(ValueError, match=r"options of 'bayes' must be none for these data; got 'pairing'"):
        chosen_program(OUTCOMES, "bayes", None, {"pairing": "trial"})


def test_what_was_fitted_to_what_is_kept():
    outcomes = Outcomes.from_array([[1, 0], [0, 0]], prior=[[[1], [0]], [[0], [1]]])
    fitted = fit(outcomes, "power_prior", draws=5, prior_weight=0.5)
    assert fitted.options == {"prior_weight": 0.5}
    assert fitted.basis.program.chosen == {"prior_weight": 0.5}
    assert fitted.basis.statistic.prior_counts.sum() == 4


@pytest.mark.parametrize("kind", ["map", "mle"])
def test_one_point_is_a_ranking(kind):
    ranking = fit(OUTCOMES, "rasch", inference=kind)
    assert isinstance(ranking, Ranking)
    assert (ranking.method, ranking.options, ranking.target) == ("rasch", {"inference": kind}, "benchmark")
    assert ranking.samples is None
    assert ranking.names == OUTCOMES.models


def test_what_the_likelihood_does_not_settle_is_refused_by_maximum_likelihood_alone():
    certain = Outcomes.from_array([[1, 1, 1], [1, 0, 0], [0, 1, 1]])
    with pytest.raises(NotIdentifiedError):
        fit(certain, "rasch", inference="mle")
    assert fit(certain, "rasch", inference="map", target="ability").ranks_of_scores.argmin() == 0


def test_doubts_of_the_draws_come_first_and_those_of_the_program_next():
    fitted = fit(Outcomes.from_array([[1, 0, 1]], models=["only"]), "bayes", draws=5)
    assert [warning.split()[0] for warning in fitted.warnings] == ["there", "bayes", "'only'"]


def test_other_kinds_of_inference_are_refused_before_the_data_are_read():
    with pytest.raises(ValueError, match=r"inference must be one of auto, exact, .*; got 'vi'"):
        fit(None, inference="vi")


@pytest.mark.parametrize(("option", "value"), [("draws", 0), ("cores", 0), ("random_seed", -1)])
def test_numbers_that_mean_nothing_are_refused(option, value):
    with pytest.raises(ValueError, match=rf"{option} must be a whole number of at least [01]; got {value}"):
        fit(Outcomes.from_array([[1, 0], [0, 0]]), **{option: value})


def test_other_data_than_outcomes_have_no_trials_beside_the_posterior():
    battles = load_example("baseball1987")
    fitted = fit(battles, inference="laplace", draws=100, random_seed=0)
    assert (fitted.program, fitted.target, fitted.data.sizes) == ("bradley_terry", "ability", {"battles": 273})
    assert fitted.models == battles.models
    assert set(fitted.posterior.children) == {"posterior"}
    assert fitted.converged


@pytest.mark.parametrize("program", [3, ["rasch"], PROGRAM.build])
def test_what_is_no_program_is_told(program):
    with pytest.raises(TypeError, match="program must be the name of one, or a Program; got "):
        fit(OUTCOMES, program)


def test_constant_data_name_the_models_that_they_number():
    rows = {"model_a": ["z", "y", "z", "x"], "model_b": ["y", "x", "x", "y"], "winner": ["a", "a", "tie", "b"]}
    battles = read_comparisons(pd.DataFrame(rows))
    program, counts = chosen_program(battles, "bradley_terry", None, {})
    assert counts.models != battles.models  # or the test could not fail
    with program.build(counts) as model:
        constant = xr.Dataset({name: ("row", model[name].get_value()) for name in ("first", "second")})
    score = xr.Dataset({"score": ("model", np.arange(3.0))}, coords={"model": list(counts.models)})
    tree = _in_data_order(
        xr.DataTree.from_dict({"posterior": score, "constant_data": constant}), battles, counts.models
    )
    assert tree["posterior"]["model"].to_numpy().tolist() == list(battles.models)
    assert tree["posterior"]["score"].to_numpy().tolist() == [counts.models.index(name) for name in battles.models]
    found = tree["constant_data"].to_dataset()
    names = found["model"].to_numpy()
    pairs = {frozenset(pair) for pair in zip(names[found["first"]], names[found["second"]], strict=True)}
    assert pairs == {frozenset("zy"), frozenset("yx"), frozenset("zx")}


def test_slopes_at_a_mode_are_in_the_order_of_abilities():
    # Right answers to twenty questions at four times.
    right = {"still": [10, 10, 10, 10], "worse": [16, 12, 8, 4], "better": [4, 8, 12, 16]}
    tensor = np.arange(20)[None, :, None] < np.array(list(right.values()))[:, None, :]
    data = Outcomes.from_array(tensor.astype(float), models=list(right))
    ranking = fit(data, "growth", inference="map", time_axis="trials")
    slope = dict(zip(ranking.names, ranking.diagnostics["slope"], strict=True))
    assert slope["worse"] < slope["still"] < slope["better"]
