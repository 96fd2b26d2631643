"""The sequence of a finished benchmark: its order, its looks, and what it has to say."""

import json
from itertools import pairwise

import numpy as np
import pytest

import bayesrank as br
from bayesrank.sequential.rank_confidence_sequence import rank_confidence_sequence
from bayesrank.sequential.rank_sequence import RankSequence
from bayesrank.sequential.retirement import Retirement

NAMES = list("abcde")
MEANS = (0.9, 0.8, 0.8, 0.5, 0.2)  # of which the second and the third are equal
N_QUESTIONS = 200
FAST = {"certifier": "bonferroni", "random_seed": 5}


def scores(n_questions=N_QUESTIONS):
    """Return right and wrong answers with exactly these means, each model right on questions of its own."""
    rng = np.random.default_rng(9)
    right = np.arange(n_questions)[:, None] < np.round(np.array(MEANS) * n_questions)
    return rng.permuted(right, axis=0).astype(np.float64)


def followed(**options):
    return rank_confidence_sequence(scores(), models=NAMES, **(FAST | options))


def test_at_the_end_the_ranks_of_a_finished_benchmark_are_known():
    result = followed(looks="10%")
    assert result.report.exact
    assert result.frame()[["model", "rank_lower", "rank_upper"]].to_numpy().tolist() == [
        ["a", 1, 1], ["b", 2, 2], ["c", 2, 2], ["d", 4, 4], ["e", 5, 5],
    ]  # fmt: skip
    assert result.rank_lower[-1].tolist() == result.rank_upper[-1].tolist() == [1, 2, 2, 4, 5]
    assert result.report.mean_score.tolist() == pytest.approx(MEANS)


def test_ranks_of_questions_like_these_never_are():
    # b and c have equal means, which no number of questions tells apart from nearly equal ones.
    result = followed(target="population")
    assert not result.report.exact
    assert result.report.population_size is None
    table = result.frame().set_index("model")
    assert table.loc[["b", "c"], "rank_upper"].tolist() == [3, 3]
    assert "means over questions like these" in repr(result)


def test_intervals_only_narrow_and_hold_the_ranks_at_every_look():
    result = followed(looks="5%", certifier="star")
    assert (np.diff(result.rank_lower, axis=0) >= 0).all()
    assert (np.diff(result.rank_upper, axis=0) <= 0).all()
    assert (np.diff(result.n_certified) >= 0).all()
    assert (result.rank_lower <= [1, 2, 2, 4, 5]).all()
    assert (result.rank_upper >= [1, 2, 2, 4, 5]).all()
    assert not result.failed.any()


def test_it_looks_when_asked_and_keeps_the_order_and_its_seed():
    result = followed(looks=50)
    assert result.n_questions.tolist() == [50, 100, 150, 200]
    assert result.evaluations.tolist() == [250, 500, 750, 1000]
    assert sorted(result.order) == sorted(f"question {number}" for number in range(1, 201))
    assert result.report.random_seed == 5
    assert followed(looks=50).record() == result.record()
    assert followed(looks=50, random_seed=6).order != result.order
    assert followed(looks="100%", random_seed=None).report.random_seed is not None


def test_it_is_the_sequence_of_the_questions_in_that_order():
    result = followed(looks=[30, 90])
    rows = [int(name.removeprefix("question ")) - 1 for name in result.order]
    run = RankSequence(NAMES, population_size=N_QUESTIONS, certifier="bonferroni")
    for (first, last), lower, upper in zip(
        pairwise((0, 30, 90, 200)), result.rank_lower, result.rank_upper, strict=True
    ):
        run.update(scores()[rows[first:last]])
        report = run.report()
        assert (lower.tolist(), upper.tolist()) == (report.bounds.lower.tolist(), report.bounds.upper.tolist())


def test_models_retire_and_cost_nothing_after():
    result = followed(looks=10, retirement=Retirement("width", width=0))
    assert result.report.status.count("retired") >= 3
    assert result.evaluations[-1] < 5 * result.n_questions[-1]
    assert not result.report.exact
    assert (result.rank_lower[-1] <= [1, 2, 2, 4, 5]).all()
    assert (result.rank_upper[-1] >= [1, 2, 2, 4, 5]).all()
    stopped = rank_confidence_sequence(
        scores()[:, [0, 4]], looks=1, retirement=Retirement("all_pairs"), certifier="bonferroni", random_seed=0
    )
    assert stopped.n_questions[-1] < N_QUESTIONS
    assert stopped.report.status == ("retired", "retired")


def test_outcomes_have_their_questions_and_their_utilities():
    graded = np.where(scores() > 0, 2, 0)
    data = br.Outcomes.from_array(graded.T, weights=[-1, 0, 1], models=NAMES)
    result = rank_confidence_sequence(data, looks="50%", **FAST)
    assert sorted(result.order) == sorted(data.questions)
    assert result.report.mean_score.tolist() == pytest.approx([2 * mean - 1 for mean in MEANS])
    assert result.rank_lower[-1].tolist() == [1, 2, 2, 4, 5]


def test_the_order_of_the_questions_in_the_data_changes_nothing():
    names = [f"q{number}" for number in range(N_QUESTIONS)]
    one = br.Outcomes.from_array(scores().T, models=NAMES, questions=names)
    other = br.Outcomes.from_array(scores()[::-1].T, models=NAMES, questions=names[::-1])
    results = [rank_confidence_sequence(data, looks="10%", **FAST) for data in (one, other)]
    assert results[0].order == results[1].order
    np.testing.assert_array_equal(results[0].rank_upper, results[1].rank_upper)


def test_clusters_of_a_population_are_told():
    cluster = np.arange(N_QUESTIONS) // 2
    data = br.Outcomes.from_array(scores().T, models=NAMES, question_metadata={"cluster": cluster})
    result = rank_confidence_sequence(data, target="population", looks="50%", **FAST)
    assert result.n_questions[-1] == 100
    assert result.warnings == (
        "it is taken on trust that questions were drawn independently",
        "the 200 questions are of 100 clusters, each of which counts as one",
    )
    assert "\nwarning: the 200 questions are of 100 clusters" in repr(result)


def test_missing_scores_need_a_word():
    table = scores()
    table[3, 2] = np.nan
    with pytest.raises(br.DataError, match="every live model must have a score on every question; got none of 'c'"):
        rank_confidence_sequence(table, models=NAMES, **FAST)
    result = rank_confidence_sequence(table, models=NAMES, missing="pessimistic", **FAST)
    assert result.warnings[0].startswith("1 missing scores count as the worst")


def test_missing_trials_need_a_word():
    trials = np.repeat(scores().T[:, :, None], 4, axis=2)
    trials[1, 1:, 1:] = np.nan  # b has one of four, but for the first question
    data = br.Outcomes.from_array(trials, models=NAMES)
    with pytest.raises(br.DataError, match="as many trials on a question; got 1 of 'b'"):
        rank_confidence_sequence(data, **FAST)
    result = rank_confidence_sequence(data, missing="pessimistic", **FAST)
    assert result.warnings[0].startswith("199 missing scores count as the worst")


def test_a_model_that_was_asked_less_often_takes_part():
    trials = np.repeat(scores().T[:, :, None], 4, axis=2)
    trials[1, :, 1:] = np.nan  # b has one of four, on every question
    result = rank_confidence_sequence(br.Outcomes.from_array(trials, models=NAMES), **FAST)
    assert result.warnings[0].startswith("'b' had fewer trials of every question")


def test_tables_of_benchmarks():
    table = br.ScoreTable(("a", "b"), tuple("uvwxyz"), np.array([[80.0] * 6, [10.0] * 6]), np.ones(6, dtype=bool))
    result = rank_confidence_sequence(table, score_range=(0, 100), looks=1, **FAST)
    assert result.rank_upper[-1].tolist() == [1, 2]
    assert result.report.population_size == 6


def test_it_is_read_as_frames_and_as_a_record():
    result = followed(looks=100)
    assert repr(result) == (
        "RankConfidenceSequence(2 looks, 200 of 200 questions, 5 models, alpha=0.05, bonferroni, realised means over "
        "these 200 questions, first: 'a')"
    )
    looks = result.looks()
    assert looks.columns.tolist() == ["n_questions", "model", "rank_lower", "rank_upper", "tier"]
    assert looks["n_questions"].tolist() == [100] * 5 + [200] * 5
    assert looks.loc[looks["n_questions"] == 200, "rank_lower"].tolist() == [1, 2, 2, 4, 5]
    record = json.loads(json.dumps(result.record(), allow_nan=False))
    assert next(iter(record)) == "failed"
    assert record["models"] == NAMES
    assert record["looks"][-1] == {
        "n_questions": 200, "evaluations": 1000, "failed": False, "n_certified": 9,
        "rank_lower": [1, 2, 2, 4, 5], "rank_upper": [1, 2, 2, 4, 5], "tier": [1, 2, 2, 3, 4],
    }  # fmt: skip
    assert len(record["order"]) == N_QUESTIONS


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": "ability"}, "target must be one of benchmark, population; got 'ability'"),
        ({"population_size": 300}, "population_size must be left out for a finished benchmark; got 300"),
        ({"order": ["a"]}, "order must be left out for a finished benchmark"),
        ({"reserved_slots": 1}, "reserved_slots must be left out for a finished benchmark; got 1"),
        ({"looks": 0}, "looks must be a share such as '1%'"),
        ({"random_seed": -1}, "random_seed must be a whole number of at least 0; got -1"),
    ],
)
def test_other_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        followed(**options)


def test_the_public_names_are_these():
    assert br.rank_confidence_sequence is rank_confidence_sequence
