"""What a fit depends on, and what it must not depend on."""

import numpy as np
import pandas as pd
import pytest

from bayesrank import DataError, Outcomes, fit, read_outcomes
from bayesrank.programs.outcomes.bayes import PROGRAM
from bayesrank.programs.registry import find_program


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
    with pytest.raises(ValueError, match="program must be one of bayes, hierarchical, population; got 'baye'"):
        fit(outcomes, "baye")


def test_the_benchmark_target_alone_means_hierarchical(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "bayesrank.ranks.fitting.find_program", lambda name: asked.append(name) or find_program("bayes")
    )
    fit(Outcomes.from_array([[1, 0], [0, 0]]), target="benchmark", draws=5)
    assert asked == ["hierarchical"]


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
    from bayesrank import load_example

    with pytest.raises(DataError, match="OutcomeCounts must come from Outcomes; got Comparisons"):
        fit(load_example("baseball1987"))


@pytest.mark.parametrize(("option", "value"), [("draws", 0), ("cores", 0), ("random_seed", -1)])
def test_numbers_that_mean_nothing_are_refused(option, value):
    with pytest.raises(ValueError, match=rf"{option} must be a whole number of at least [01]; got {value}"):
        fit(Outcomes.from_array([[1, 0], [0, 0]]), **{option: value})
