"""A sequence of questions: what it takes and refuses, and that it goes on after a stop as if nothing had been."""

import io
import json
from math import inf, log

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

import bayesrank as br
from bayesrank.sequential.bets import GRID
from bayesrank.sequential.rank_sequence import RankSequence, SequenceState

NOTHING = float("nan")
ABC = ["a", "b", "c"]
ORDER = ["q3", "q1", "q4", "q2"]
LEAD = [[1, 0, 0], [1, 0, 0], [1, 1, 0], [1, 0, 1]]


def sequence(**options):
    return RankSequence(ABC, **({"population_size": 4, "order": ORDER, "certifier": "bonferroni"} | options))


def simulated(n_questions=200, n_models=4):
    rng = np.random.default_rng(11)
    return (rng.random((n_questions, n_models)) < np.linspace(0.9, 0.4, n_models)).astype(np.float64)


# From scores to ranks


def test_pairs_are_certified_once_their_wealth_is_enough():
    # Two models, alpha = 0.1: a wealth of 2 / 0.1 = 20 is needed. n wins have the mean of (1 + b)^n over the bets:
    # 13.6 at ten wins, 20.1 at eleven.
    def wealth(n_wins):
        return np.mean([(1 + bet) ** n_wins for bet in GRID])

    assert wealth(10) < 20 < wealth(11)
    run = RankSequence(["a", "b"], alpha=0.1, certifier="bonferroni")
    run.update([[1, 0]] * 10)
    assert run.report().frame()["rank_upper"].tolist() == [2, 2]
    run.update([1, 0])
    report = run.report()
    assert report.log_wealth[0, 1] == pytest.approx(log(wealth(11)))
    assert report.frame()[["model", "rank_lower", "rank_upper", "tier"]].to_numpy().tolist() == [
        ["a", 1, 1, 1],
        ["b", 2, 2, 2],
    ]


def test_what_was_certified_at_one_look_stays_so():
    # Eleven wins, then as many losses: only who looked in the middle knows.
    runs = [RankSequence(["a", "b"], alpha=0.1, certifier="bonferroni") for _ in range(2)]
    for run in runs:
        run.update([[1, 0]] * 11)
    runs[0].report()
    for run in runs:
        run.update([[0, 1]] * 11)
    assert [run.report().certified[0, 1] for run in runs] == [True, False]


def test_ranks_of_a_finished_benchmark_are_known():
    # Means 1, 1/4, 1/4.
    run = sequence()
    run.update(LEAD, questions=ORDER)
    report = run.report()
    assert report.exact
    assert run.finished
    assert report.frame()[["rank_lower", "rank_upper"]].to_numpy().tolist() == [[1, 1], [2, 2], [2, 2]]
    assert report.log_wealth[0, 1] == inf
    assert report.evaluations == 12
    assert report.mean_score.tolist() == [1, 0.25, 0.25]


@pytest.mark.parametrize("certifier", ["bonferroni", "enumeration"])
def test_a_certificate_that_the_last_score_refutes_fails(certifier):
    # a is right on the first 20 of 40 questions and b on the others: equal means. 2 / 0.2 = 10 is enough wealth to be
    # certified after 20 wins.
    run = RankSequence(["a", "b"], alpha=0.2, population_size=40, certifier=certifier)
    run.update([[1, 0]] * 20)
    assert run.report().certified[0, 1]
    run.update([[0, 1]] * 20)
    report = run.report()
    assert (report.exact, report.failed) == (True, True)
    assert not report.certified.any()
    assert report.rank_sets is None
    assert report.bounds.upper.tolist() == [2, 2]
    assert report.warnings[0].startswith("failed: ")


def test_ranks_left_are_those_known_at_the_end():
    # Means 1, 1/4, 1/4: no evidence tells b and c apart, but they are known to be level.
    run = sequence(certifier="enumeration")
    run.update(LEAD, questions=ORDER)
    assert run.report().rank_sets == (frozenset({1}), frozenset({2}), frozenset({2}))


def test_lower_scores_can_be_better():
    run = sequence(score_range=(0, 10), higher_is_better=False)
    run.update(10 - 10 * np.array(LEAD), questions=ORDER)
    report = run.report()
    assert report.frame()["model"].tolist() == ABC
    assert report.bounds.lower.tolist() == [1, 2, 2]
    assert report.mean_score.tolist() == [0, 7.5, 7.5]


def test_the_public_names_are_these():
    assert br.RankSequence is RankSequence


def test_the_report_names_what_ran():
    report = sequence().report()
    assert (report.design, report.alpha, report.certifier) == ("finite", 0.05, "bonferroni")
    assert RankSequence(ABC).report().design == "superpopulation"
    assert repr(sequence()) == "RankSequence(0 of 4 questions, 3 of 3 models live, alpha=0.05, bonferroni)"


def test_right_and_wrong_answers_are_counted_to_the_same_wealths():
    runs = [RankSequence(list("abcd"), score_kind=kind) for kind in ("graded", "right_or_wrong")]
    for run in runs:
        run.update(simulated())
        run.retire("d")
        run.update(simulated(40))
    one, other = (run.report() for run in runs)
    np.testing.assert_allclose(one.log_wealth, other.log_wealth, rtol=1e-11, atol=1e-13)
    assert "wealth.wins" in runs[1].state().arrays


def test_what_is_certified_is_rarely_wrong():
    # Three equal means over 40 questions, in 150 orders, with a report after every other question: anything certified
    # is wrong. With alpha = 0.2 that is so in at most 30 orders in the mean, and in more than 55 with a chance of less
    # than 1e-6 (binomial).
    assert binom.sf(55, 150, 0.2) < 1e-6
    rng = np.random.default_rng(12)
    scores = rng.permuted(np.arange(40)[:, None] < np.full(3, 24), axis=0).astype(np.float64)
    wrong = 0
    for _ in range(150):
        run, ordered = RankSequence(ABC, alpha=0.2, population_size=40), rng.permutation(scores)
        for asked in range(0, 40, 2):
            run.update(ordered[asked : asked + 2])
            run.report()
        wrong += bool(run.report().certified.any())
    assert wrong <= 55


# The order of questions


def test_an_order_can_be_drawn_here():
    names = [f"q{number}" for number in range(30)]
    run = RankSequence.of_questions(ABC, names, random_seed=3, alpha=0.1)
    assert sorted(run.to_ask) == sorted(names)
    assert run.to_ask != tuple(names)
    assert run.to_ask == RankSequence.of_questions(ABC, names, random_seed=3).to_ask
    assert (run.population_size, run.alpha) == (30, 0.1)
    assert run.report().random_seed == 3
    first = run.to_ask[0]
    run.update({"a": 1, "b": 0, "c": 0}, questions=first)
    assert len(run.to_ask) == 29
    assert first not in run.to_ask
    unlimited = RankSequence.of_questions(ABC, names, random_seed=3, target="population")
    assert (unlimited.population_size, unlimited.order) == (None, (first, *run.to_ask))
    with pytest.raises(ValueError, match="target must be one of benchmark, population; got 'all'"):
        RankSequence.of_questions(ABC, names, target="all")


def test_a_seed_is_of_an_order_drawn_here():
    with pytest.raises(TypeError, match="random_seed"):
        sequence(random_seed=7)
    assert sequence().report().random_seed is None


def test_rows_out_of_the_order_are_refused_and_change_nothing():
    run = sequence()
    run.update(LEAD[:1], questions=["q3"])
    before = run.state()
    with pytest.raises(br.DataError, match="questions must come in the order drawn beforehand; got 'q4' where 'q1' is"):
        run.update(LEAD[1:3], questions=["q4", "q1"])
    with pytest.raises(br.DataError, match="questions must be 1 names, one a row; got 0"):
        run.update(LEAD[1])
    assert same(run.state(), before)


def test_an_order_taken_on_trust_is_a_doubt():
    trust = "it is taken on trust that"
    assert sequence().report().doubts == (f"{trust} the order given was drawn at random before the first score",)
    independent = (f"{trust} questions were drawn independently",)
    assert sequence(population_size=None).report().doubts == independent
    finite, unlimited = (RankSequence(ABC, population_size=size).report().doubts for size in (4, None))
    drawn = f"{trust} questions were drawn"
    assert finite == (f"{drawn} at random before the first score, and not taken as answers came in",)
    assert unlimited == (f"{drawn} independently, and not taken as answers came in",)


def test_an_order_drawn_here_is_no_doubt():
    assert RankSequence.of_questions(ABC, ORDER).report().doubts == ()
    again = RankSequence.from_state(through_files(RankSequence.of_questions(ABC, ORDER).state()))
    assert again.report().doubts == ()
    independent = ("it is taken on trust that questions were drawn independently",)
    assert RankSequence.of_questions(ABC, ORDER, target="population").report().doubts == independent


def test_a_question_counts_once():
    run = RankSequence(["a", "b"])
    run.update([1, 0], questions=["q1"])
    again = RankSequence.from_state(through_files(run.state()))
    for one in (run, again):
        before = one.state()
        with pytest.raises(br.DataError, match="a question must come once; got 'q1' again"):
            one.update([1, 0], questions=["q1"])
        with pytest.raises(br.DataError, match="score must lie in score_range"):
            one.update([9, 0], questions=["q2"])
        assert same(one.state(), before)
        one.update([1, 0], questions=["q2"])
        assert one.n_questions == 2


# Missing scores and models that were not declared


def test_labels_say_which_model_a_score_is_of():
    by_label, by_name = RankSequence(["a", "b"]), RankSequence(["a", "b"])
    by_label.update(pd.Series({"b": 1.0, "a": 0.0}))
    by_label.update(pd.DataFrame({"b": [1.0, 0.5], "a": [0.0, 0.0]}))
    by_name.update([[0, 1], [0, 1], [0, 0.5]])
    assert same(by_label.state(), by_name.state())


def test_models_that_were_not_declared_are_refused():
    with pytest.raises(br.DataError, match="a model must be declared at the start; got scores of 'd'"):
        sequence().update({"a": 1, "b": 0, "c": 0, "d": 1}, questions="q3")


def test_missing_scores_are_refused_unless_said_what_they_mean():
    run = sequence()
    with pytest.raises(br.DataError, match="every live model must have a score on every question; got none of 'b'"):
        run.update({"a": 1, "c": 0}, questions="q3")
    with pytest.raises(ValueError, match="missing must not be 'pairwise_deletion'"):
        sequence(missing="pairwise_deletion")


@pytest.mark.parametrize(
    ("missing", "doubt"),
    [
        ("pessimistic", "2 missing scores count as the worst against others and as the best for them"),
        (
            "skipped_without_looking",
            "it is taken on trust that no question or answer decided which 2 scores",
        ),
    ],
)
def test_missing_scores_are_told(missing, doubt):
    run = sequence(missing=missing)
    n_doubts = len(run.report().doubts)
    run.update([[1, 0, 0], [1, NOTHING, NOTHING], [1, 1, 0], [1, 0, 1]], questions=ORDER)
    report = run.report()
    assert len(report.doubts) == n_doubts + 1
    assert report.doubts[-1].startswith(doubt)
    assert report.n_scored.tolist() == [4, 3, 3]
    assert not report.exact
    assert np.isposinf(report.log_wealth[0]).tolist() == [False, True, True]  # 3 of 4 won, at most one lost


# Models that leave or come late


def test_a_retired_model_is_asked_no_further():
    run = sequence()
    run.update(LEAD[:2], questions=ORDER[:2])
    run.retire("c")
    before = run.report().log_wealth
    assert run.live == ("a", "b")
    run.update({"a": 1, "b": 0}, questions="q4")
    run.update([1, 0, 99], questions=["q2"])  # what there is of it is not read
    report = run.report()
    np.testing.assert_array_equal(report.log_wealth[2], before[2])
    np.testing.assert_array_equal(report.log_wealth[:, 2], before[:, 2])
    assert report.n_scored.tolist() == [4, 4, 2]
    assert report.status == ("live", "live", "retired")
    assert not report.exact
    with pytest.raises(br.DataError, match="a model must be live to retire; got 'c'"):
        run.retire("c")


def test_models_retire_by_a_rule_until_one_is_left():
    run = RankSequence(list("abcd"), population_size=200, certifier="bonferroni")
    gone = []
    for scores in simulated():
        run.update(scores)
        gone += run.retire_by("all_pairs")
        if run.finished:
            break
    assert gone[0] in {"a", "d"}  # the extremes are told apart from all others first
    assert sorted(gone) == list("abcd")
    assert run.n_questions < 200
    report = run.report()
    assert report.bounds.upper.tolist() == [1, 2, 3, 4]
    assert report.evaluations < 4 * run.n_questions
    with pytest.raises(ValueError, match="k must be a whole number of at least 1; got None"):
        run.retire_by("topk")


def test_a_late_model_takes_a_reserved_slot():
    run = RankSequence(["a", "b"], population_size=4, reserved_slots=1, certifier="bonferroni")
    run.update([[1, 0, NOTHING], [1, 0, NOTHING]])
    assert run.report().status == ("live", "live", "reserved")
    np.testing.assert_array_equal(run.report().log_wealth[2, :2], [0, 0])
    run.arrive("late", [0, 1])
    run.update({"a": [1, 1], "b": [0, 0], "late": [1, 1]})
    report = run.report()
    assert report.models == ("a", "b", "late")
    assert report.exact
    assert report.n_scored.tolist() == [4, 4, 4]
    assert report.bounds.lower.tolist() == [1, 3, 2]  # means 1, 0, 3/4


def test_a_late_model_that_was_not_asked_before_may_have_done_its_worst():
    # It can be 0, or 2, behind after two questions: (1 - 0) + (1 - 0) on the rest make it no certain winner over b.
    run = RankSequence(["a", "b"], population_size=4, reserved_slots=1)
    run.update([[1, 0, NOTHING], [1, 0, NOTHING]])
    run.arrive("late")
    run.update([[1, 0, 1], [1, 0, 1]])
    report = run.report()
    assert np.isposinf(report.log_wealth[2]).tolist() == [False, True, False]
    assert not report.exact
    assert np.isfinite(report.log_wealth[0, 2])


def test_bets_on_a_late_model_start_when_it_has_come():
    def follow(early):
        run = RankSequence(["a", "b"], reserved_slots=1, bets="fixed")
        run.update(early)
        run.arrive("late")
        run.update([[1, 0, 0]])
        return run.report().log_wealth

    log_wealth = follow([[1, 0, NOTHING]] * 3)
    assert log_wealth[0, 1] == pytest.approx(4 * log(1.25))
    assert log_wealth[0, 2] == pytest.approx(log(1.25))
    np.testing.assert_array_equal(follow([[1, 0, 1]] * 3), log_wealth)


def test_late_models_that_cannot_come_are_refused_and_change_nothing():
    run = RankSequence(["a", "b"], population_size=4, reserved_slots=1)
    run.update([[1, 0, NOTHING]])
    before = run.state()
    with pytest.raises(br.DataError, match=r"scores of a late model must be 1, one a question so far; got an array of"):
        run.arrive("late", [1, 0])
    with pytest.raises(br.DataError, match="score must lie in score_range, from 0 to 1; got 5 of 'late' in row 0"):
        run.arrive("late", [5])
    with pytest.raises(br.DataError, match="scores of 'late' must be numbers; got 'x'"):
        run.arrive("late", "x")
    with pytest.raises(br.DataError, match="model names must differ"):
        run.arrive("a")
    assert same(run.state(), before)
    run.arrive("late", [1])
    with pytest.raises(br.DataError, match="must have a slot reserved at the start; got none for 'later'"):
        run.arrive("later")


# Before the first score, and after a stop


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"alpha": 0}, ValueError, "alpha must lie between 0 and 1; got 0"),
        ({"population_size": 5}, br.DataError, "order must have all 5 questions of the benchmark; got 4"),
        ({"bets": "kelly"}, ValueError, "bets must be one of mixture, fixed, agrapa, ons; got 'kelly'"),
        ({"certifier": "holm"}, ValueError, "certifier must be one of .*; got 'holm'"),
        ({"score_range": (1, 0)}, ValueError, "score_range must be the lowest and the highest score"),
        (
            {"score_range": 5},
            ValueError,
            "score_range must be the lowest and the highest score that there can be; got 5",
        ),
        ({"score_range": (0, "x")}, ValueError, r"score_range must be .*; got \(0, 'x'\)"),
        ({"score_range": (0, 1, 2)}, ValueError, r"score_range must be .*; got \(0, 1, 2\)"),
    ],
)
def test_other_options_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        sequence(**options)


def test_what_was_declared_stays():
    models, order = list(ABC), list(ORDER)
    run = RankSequence(models, order=order)
    models.append("d")
    order.append("q5")
    assert (run.models, run.order) == (tuple(ABC), tuple(ORDER))
    for name in ("alpha", "population_size", "missing", "models"):
        with pytest.raises(AttributeError, match=f"{name} must stay as it was declared; got 0.5. Start a new sequence"):
            setattr(run, name, 0.5)
    for name in ("n_questions", "random_seed"):
        with pytest.raises(AttributeError, match=name):
            setattr(run, name, 3)


def same(state, other):
    """Say whether two states are the same to the last bit."""

    def bits(arrays):
        return {name: (array.dtype, array.tobytes()) for name, array in arrays.items()}

    return state.facts == other.facts and bits(state.arrays) == bits(other.arrays)


def through_files(state):
    """Return the state as it comes back from JSON and from an archive of arrays."""
    archive = io.BytesIO()
    np.savez(archive, **state.arrays)
    archive.seek(0)
    with np.load(archive, allow_pickle=False) as arrays:
        return SequenceState(json.loads(json.dumps(state.facts)), dict(arrays))


@pytest.mark.parametrize("certifier", ["bonferroni", "shortcut", "e_holm", "star", "enumeration", "exact"])
@pytest.mark.parametrize("bets", ["mixture", "ons"])
@pytest.mark.parametrize("population_size", [None, 200])
def test_a_sequence_goes_on_after_a_stop_as_if_nothing_had_been(certifier, bets, population_size):
    scores = simulated()
    run = RankSequence(
        list("abc"), population_size=population_size, reserved_slots=1, certifier=certifier, bets=bets,
        missing="pessimistic", score_kind="right_or_wrong", budget=None,
    )  # fmt: skip
    run.update(scores[:25])
    run.report()
    run.arrive("late", scores[:25, 3])
    run.update(np.where(scores[25:60] == scores[25:60, [1, 2, 3, 0]], scores[25:60], NOTHING))
    run.report()
    run.retire("b")
    again = RankSequence.from_state(through_files(run.state()))
    assert same(again.state(), run.state())
    for one in (run, again):
        one.update(scores[60:130])
        one.report()
        one.update(scores[130:])
    report, other = run.report(), again.report()
    assert report.log_wealth.tobytes() == other.log_wealth.tobytes()
    assert json.dumps(report.record()) == json.dumps(other.record())
    assert same(again.state(), run.state())


def test_the_order_goes_on_too():
    run = sequence(alpha=np.float64(0.05), population_size=np.int64(4), score_range=np.arange(2))
    run.update(LEAD[:2], questions=ORDER[:2])
    again = RankSequence.from_state(through_files(run.state()))
    assert again.to_ask == ("q4", "q2")
    assert again.report().record() == run.report().record()


def test_a_state_of_another_format_is_refused():
    state = sequence().state()
    with pytest.raises(br.DataError, match="state must be of format 2; got 0"):
        RankSequence.from_state(SequenceState(state.facts | {"format": 0}, state.arrays))


def test_how_rows_are_grouped_changes_no_bit_of_the_state():
    scores = simulated()
    whole, parts = (RankSequence(list("abcd"), population_size=200) for _ in range(2))
    whole.update(scores)
    for first, last in ((0, 1), (1, 90), (90, 200)):
        parts.update(scores[first:last])
    one, other = whole.report(), parts.report()
    assert one.log_wealth.tobytes() == other.log_wealth.tobytes()
    assert one.mean_score.tobytes() == other.mean_score.tobytes()
