"""Looking again and again: statements by hand, against the one-shot sequence, and what is refused."""

import json

import numpy as np
import pytest

from bayesrank import (
    DataError,
    Outcomes,
    PeekingStudy,
    ScoreTable,
    fixed_sample_ranks,
    peeking_study,
    rank_confidence_sequence,
)

MODELS = ["a", "b", "c"]
RIGHT = (np.random.default_rng(6).random((60, 3)) < [0.9, 0.6, 0.3]).astype(int)
TIED = np.random.default_rng(7).integers(0, 2, (50, 200, 4))


def test_statements_by_hand():
    # b wins the first eight questions, a the next twelve. At the first look McNemar's p, of two ordered pairs, is
    # 2 / 2^8: b is said to be better. After 20 questions a has 12 wins: p = 2 * .2517, nothing is said. a is better.
    scores = np.array([[[0, 1]] * 8 + [[1, 0]] * 12])
    study = peeking_study(scores, truth=[0.6, 0.4], methods=["holm_mcnemar"], looks=[8])
    assert study.n_questions.tolist() == [8, 20]
    assert study.n_certified.tolist() == [[[1, 0]]]
    assert study.was_false.tolist() == [[[True, False]]]
    assert study.ever_false.tolist() == [[[True, True]]]
    assert study.error_rate.tolist() == [1]


def test_a_sequence_certifies_what_the_one_shot_sequence_does():
    study = peeking_study(RIGHT, methods=["enumeration", "star"], looks=5, replications=3, random_seed=4)
    shot = rank_confidence_sequence(RIGHT, looks=5, random_seed=4, certifier="star")
    assert study.n_certified[1].max() == shot.n_certified.max() == 3
    assert not study.was_false.any()


def test_tests_for_one_look_are_those_of_fixed_sample_ranks():
    study = peeking_study(RIGHT[None], truth=[3, 2, 1], methods=["holm_mcnemar", "holm_z"], looks=10)
    for method, name in enumerate(study.methods):
        for look, time in enumerate(study.n_questions):
            alone = fixed_sample_ranks(RIGHT[:time], method=name, models=MODELS)
            by_test = (alone.p_value <= 0.05).sum()
            assert study.n_certified[method, 0, look] == by_test
    assert study.n_certified.max() == 3


def test_at_the_end_of_a_benchmark_nobody_is_wrong():
    study = peeking_study(TIED[0], replications=20, looks="5%", random_seed=1)
    assert study.methods == ("enumeration", "holm_mcnemar", "holm_z")
    assert not study.was_false[:, :, -1].any()
    # the sequence knows at the end who is better: all pairs of different means
    means = TIED[0].mean(axis=0)
    assert study.n_certified[0, :, -1].tolist() == [int((means[:, None] > means).sum())] * 20


def test_the_sequence_errs_less_than_tests_that_look_again():
    study = peeking_study(TIED, truth=np.ones(4), looks=10)
    sequence, exact, normal = study.error_rate
    # Of 50: at most 5 % in truth, above 8 with probability 1e-3; the tests near 20 and 40 %.
    assert sequence <= 8 / 50 < normal
    assert exact <= normal
    # models that are alike: whatever is certified is false
    np.testing.assert_array_equal(study.was_false, study.n_certified > 0)


def test_the_frame_has_means_over_replications():
    study = PeekingStudy(
        methods=("star",),
        models=("a", "b"),
        alpha=0.05,
        n_questions=np.array([5, 10]),
        n_certified=np.array([[[0, 1], [1, 1], [0, 0], [1, 0]]]),
        was_false=np.array([[[False, False], [True, False], [False, False], [False, False]]]),
        source="simulated",
        random_seed=None,
    )
    table = study.frame()
    assert table["method"].tolist() == ["star", "star"]
    assert table["certified"].tolist() == [0.5, 0.5]
    # standard deviation of two zeros and two ones: sqrt(1/3); over sqrt(4)
    np.testing.assert_allclose(table["certified_error"], np.sqrt(1 / 3) / 2)
    assert table["false"].tolist() == [0.25, 0]
    assert table["ever_false"].tolist() == [0.25, 0.25]
    np.testing.assert_allclose(table["ever_false_error"], np.sqrt(0.25 * 0.75 / 4))
    assert repr(study) == (
        "PeekingStudy(2 models, 10 questions, 2 looks, 4 simulated benchmarks, alpha=0.05, ever false: star 25.0%)"
    )


def test_the_record_is_plain():
    study = peeking_study(RIGHT, looks="50%", replications=1, random_seed=4, models=MODELS)
    record = json.loads(json.dumps(study.record()))
    assert record["models"] == MODELS
    assert (record["replications"], record["random_seed"], record["source"]) == (1, 4, "orders")
    assert record["target"] == "realised means over these 60 questions"
    assert [method["method"] for method in record["methods"]] == ["enumeration", "holm_mcnemar", "holm_z"]
    assert [look["n_questions"] for look in record["methods"][0]["looks"]] == [30, 60]
    assert record["methods"][0]["looks"][0]["certified_error"] is None  # of one replication


def test_data_of_other_kinds():
    of_outcomes = peeking_study(Outcomes.from_array(RIGHT.T), looks=20, replications=2, random_seed=0)
    assert of_outcomes.n_certified[0, :, -1].tolist() == [3, 3]  # means .87, .65 and .23, known at the end
    assert of_outcomes.methods == ("enumeration", "holm_mcnemar", "holm_z")
    table = ScoreTable(("a", "b"), tuple("pqrstu"), np.array([[0.9] * 6, [0.5] * 6]), np.full(6, fill_value=True))
    assert peeking_study(table, looks=2, replications=2, random_seed=0).methods == ("enumeration", "holm_z")
    many = peeking_study(np.eye(9), looks=9, replications=1, random_seed=0)
    assert many.methods[0] == "star"


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (RIGHT, {"methods": ["holm"]}, r"methods must be different ones of bonferroni, .*, holm_z; got 'holm'"),
        (RIGHT, {"methods": ["star", "star"]}, r"methods must be different ones of .*; got star, star"),
        (RIGHT, {"methods": []}, r"methods must be different ones of .*; got none"),
        (RIGHT / 2, {"methods": ["holm_mcnemar"]}, r"scores must be right or wrong for McNemar's test"),
        (RIGHT, {"truth": [1, 2, 3]}, r"truth must be left out for a finished benchmark"),
        (RIGHT, {"replications": 0}, r"replications must be a whole number of at least 1; got 0"),
        (RIGHT, {"bets": "fixed"}, r"options of 'peeking_study' must be among .*; got 'bets'"),
        (RIGHT, {"alpha": 2}, r"alpha must lie between 0 and 1; got 2"),
        (TIED, {"truth": np.ones(4), "replications": 7}, r"replications must be left out for simulated scores.*got 7"),
        (TIED, {"truth": np.ones(4), "random_seed": 7}, r"random_seed must be left out for simulated scores.*got 7"),
    ],
)
def test_what_is_refused(data, options, message):
    with pytest.raises(ValueError, match=message):
        peeking_study(data, **options)


def test_mcnemar_of_graded_scores_is_bad_data():
    with pytest.raises(DataError, match=r"right or wrong"):
        peeking_study(RIGHT / 2, methods=["holm_mcnemar"])
