"""Ranks for one look: by hand, what is refused, and that each result says for what it holds."""

import json

import numpy as np
import pytest

from bayesrank import DataError, FixedSampleRanks, Outcomes, ScoreTable, fixed_sample_ranks, load_example
from bayesrank.sequential.fixed_sample import ONE_LOOK


def ladder(*right, n_questions=40):
    """Return answers of models that are right on the first so many questions."""
    return (np.arange(n_questions)[:, None] < np.array(right)).astype(np.float64)


def ranks(found):
    return {row.model: (row.rank_lower, row.rank_upper) for row in found.frame().itertuples()}


def test_ranks_by_hand():
    # Leads of 9, 6 and 15 questions, all won: p = 2^-9, 2^-6 and 2^-15. Of six ordered pairs the least counts six
    # times, the next five times, the third four times: 6/32768, 5/512 = .0098, 4/64 = .0625.
    found = fixed_sample_ranks(ladder(30, 21, 15), models=["a", "b", "c"])
    np.testing.assert_allclose(found.p_value[[0, 0, 1], [2, 1, 2]], [6 / 32768, 5 / 512, 4 / 64], rtol=1e-12)
    assert ranks(found) == {"a": (1, 1), "b": (2, 3), "c": (2, 3)}
    assert found.tier.tolist() == [1, 2, 2]
    assert found.may_be_first == ("a",)
    assert found.mean_score.tolist() == [30 / 40, 21 / 40, 15 / 40]
    assert ranks(fixed_sample_ranks(ladder(30, 21, 15), models=["a", "b", "c"], alpha=0.07))["b"] == (2, 2)


def test_each_result_says_that_it_holds_for_one_look():
    found = fixed_sample_ranks(ladder(30, 15), models=["a", "b"])
    assert found.warnings == (ONE_LOOK,)
    assert repr(found) == (
        f"warning: {ONE_LOOK}\n"
        "FixedSampleRanks(40 questions, 2 models, alpha=0.05, holm_mcnemar, means over questions like these, "
        "first: 'a')"
    )
    record = json.loads(json.dumps(found.record()))
    assert record["valid_for"] == "one look"
    assert record["warnings"] == [ONE_LOOK]
    assert record["better_than"] == {"a": ["b"], "b": []}
    assert record["ranking"][0] == {"model": "a", "rank_lower": 1, "rank_upper": 1, "tier": 1, "mean_score": 0.75}


def test_chains_are_closed():
    # a is ahead of b by .05 or .15, and b of c by .15 or .05: 12 standard errors. a is ahead of c by .2 on every
    # question, which has no standard error and no test; it follows.
    wave = np.where(np.arange(40) % 2 == 0, 0.05, -0.05)
    scores = np.column_stack([np.full(40, 0.7), 0.6 + wave, np.full(40, 0.5)])
    found = fixed_sample_ranks(scores, method="holm_z", models=["a", "b", "c"])
    assert found.p_value[0, 2] == 1
    assert found.certified.tolist() == [[False, True, True], [False, False, True], [False, False, False]]


@pytest.mark.parametrize("method", ["holm_z", "romano_wolf"])
def test_graded_scores_and_lower_ones_that_are_better(method):
    rng = np.random.default_rng(2)
    seconds = rng.normal([20, 35, 36], 3, (60, 3)).clip(0, 100)
    options = {"models": ["quick", "slow", "slower"], "score_range": (0, 100), "higher_is_better": False}
    found = fixed_sample_ranks(seconds, method=method, random_seed=3, **options)
    assert ranks(found)["quick"] == (1, 1)  # 15 seconds ahead, with a standard error of .55
    np.testing.assert_allclose(found.mean_score, seconds.mean(axis=0))
    assert found.random_seed == (3 if method == "romano_wolf" else None)


def test_the_seed_of_the_bootstrap_is_kept():
    found = fixed_sample_ranks(ladder(30, 20), method="romano_wolf", draws=99)
    again = fixed_sample_ranks(ladder(30, 20), method="romano_wolf", draws=99, random_seed=found.random_seed)
    np.testing.assert_array_equal(found.p_value, again.p_value)


def test_the_bootstrap_certifies_most_on_a_leaderboard():
    # 50 systems on 500 questions: pairs depend on each other, which the bootstrap alone uses.
    data = load_example("swebench_verified")
    mcnemar, z, wolf = (
        int(fixed_sample_ranks(data, method=method, random_seed=0).certified.sum())
        for method in ("holm_mcnemar", "holm_z", "romano_wolf")
    )
    assert wolf > z > mcnemar > 400


def test_tables_are_read_with_a_benchmark_as_a_question():
    scores = np.vstack([np.linspace(0.5, 0.9, 12), np.zeros(12)])
    table = ScoreTable(("a", "b"), tuple(f"t{number}" for number in range(12)), scores, np.full(12, fill_value=True))
    assert ranks(fixed_sample_ranks(table, method="holm_z")) == {"a": (1, 1), "b": (2, 2)}


def test_questions_of_a_cluster_are_one():
    # Four questions of two passages: one model is ahead by 1/2 on both, which is no right or wrong answer.
    answers = np.array([[1, 0, 1, 1], [0, 0, 1, 0]])[:, :, None]
    data = Outcomes.from_array(answers, question_metadata={"cluster": ["p", "p", "q", "q"]})
    with pytest.raises(DataError, match=r"scores must be right or wrong for McNemar's test; got others between"):
        fixed_sample_ranks(data)
    found = fixed_sample_ranks(data, method="holm_z")
    assert found.n_questions == 2
    assert "the 4 questions are of 2 clusters, each of which counts as one" in found.warnings


def test_what_cannot_be_certified_is_said():
    found = fixed_sample_ranks([[0.9, 0.5]] * 5, method="holm_z")
    assert found.warnings[1] == (
        "1 pairs differ by the same on every question: without a standard error they have no test"
    )
    assert not found.certified.any()
    few = fixed_sample_ranks(ladder(30, 20), method="romano_wolf", draws=10, random_seed=0)
    assert few.warnings[1] == "10 bootstrap samples are too few for alpha=0.05: nothing can be certified"
    assert not few.certified.any()


@pytest.mark.parametrize(
    ("scores", "options", "message"),
    [
        (ladder(3, 2), {"method": "holm"}, r"method must be one of holm_mcnemar, holm_z, romano_wolf; got 'holm'"),
        (ladder(3, 2), {"alpha": 5}, r"alpha must lie between 0 and 1; got 5"),
        (ladder(3, 2), {"draws": 0}, r"draws must be a whole number of at least 1; got 0"),
        (ladder(3, 2), {"missing": "refused"}, r"options of 'fixed_sample_ranks' must be among .*; got 'missing'"),
        (ladder(3), {}, r"models must be at least two to be ranked; got 'model 1' alone"),
        ([[0.5, 1]], {}, r"scores must be right or wrong for McNemar's test"),
        ([[1, np.nan]], {}, r"every live model must have a score on every question; got none of 'model 2' in row 0"),
    ],
)
def test_what_is_refused(scores, options, message):
    with pytest.raises(ValueError, match=message):
        fixed_sample_ranks(scores, **options)


def test_the_type_is_public():
    assert isinstance(fixed_sample_ranks(ladder(3, 2)), FixedSampleRanks)
