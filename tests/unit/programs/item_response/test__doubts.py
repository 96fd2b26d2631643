"""What is doubtful about right and wrong answers, each on the smallest data that show it."""

import numpy as np

from bayesrank.programs.item_response._doubts import answer_doubts
from tests.outcome_stacks import NAN, counts_of

SOUND = [[1, 0, 1], [0, 1, 0]]


def test_nothing_is_said_of_sound_data():
    assert answer_doubts(counts_of(SOUND), "rasch") == []


def test_missing_cells():
    # One of six.
    (told,) = answer_doubts(counts_of([[1, 0, NAN], [0, 1, 0], [0, 0, 1]]), "rasch")
    assert told.startswith("11.1% of the cells are missing and are predicted")


def test_models_that_no_question_links():
    (missing, told) = answer_doubts(
        counts_of([[1, 0, NAN, NAN], [0, 1, NAN, NAN], [NAN, NAN, 1, 0], [NAN, NAN, 0, 1]]), "rasch"
    )
    assert missing.startswith("50.0%")
    assert "in 2 groups without a question in common" in told
    assert "'a', 'b'; 'c', 'd'" in told or "'c', 'd'; 'a', 'b'" in told


def test_unanimous_models():
    told = answer_doubts(counts_of([[1, 1, 1], [0, 0, 0], [1, 0, 1], [0, 1, 1]]), "rasch")
    assert told == [
        "'a' right every time: how far above the rest is told by the prior alone.",
        "'b' wrong every time: how far below the rest is told by the prior alone.",
    ]


def test_a_model_that_is_right_wherever_models_differ():
    # a is wrong on s alone, which nobody solved; without s its likelihood rises with its ability for ever.
    (told, _) = answer_doubts(counts_of([[1, 1, 1, 0], [1, 0, 1, 0], [0, 1, 0, 0]]), "rasch")
    assert told == (
        "'a' right on every question that tells models apart: how far above the rest is told by the prior alone."
    )
    # Turned round: a is right on s alone, which all solved.
    (told, _) = answer_doubts(counts_of([[0, 0, 0, 1], [0, 1, 0, 1], [1, 0, 1, 1]]), "rasch")
    assert told.startswith("'a' wrong on every question that tells models apart: how far below the rest")


def test_two_groups_of_models_that_nothing_contradicts():
    # a and b solve r, s and t, and take p and q in turn; c and d solve neither p nor q. Moving a, b, p and q up makes
    # nothing less likely.
    separated = [[1, 0, 1, 1, 1], [0, 1, 1, 1, 1], [0, 0, 1, 0, 1], [0, 0, 0, 1, 0]]
    expected = (
        "'a', 'b' right on every question that tells models apart but 'p', 'q', on which all others were wrong: how "
        "far apart is told by the prior alone."
    )
    assert answer_doubts(counts_of(separated), "rasch") == [expected]
    # Of a model that is always right it was said already: whom it solved p and q with tells a and b from nobody.
    (unanimous, told) = answer_doubts(counts_of([*separated, [1, 1, 1, 1, 1]]), "rasch")
    assert unanimous.startswith("'e' right every time")
    assert told == f"of the models that were both right and wrong, {expected}"
    # One right answer of c to p contradicts it.
    separated[2][0] = 1
    assert answer_doubts(counts_of(separated), "rasch") == []


def test_groups_that_only_questions_of_one_answer_link():
    # All solved r, the one question that a and b have in common with c and d.
    (missing, told, _) = answer_doubts(
        counts_of([[1, 0, 1, NAN, NAN], [0, 1, 1, NAN, NAN], [NAN, NAN, 1, 1, 0], [NAN, NAN, 1, 0, 1]]), "rasch"
    )
    assert missing.startswith("40.0%")
    assert told == (
        "no question that tells models apart links 2 groups, 'a', 'b'; 'c', 'd': how far apart is told by the prior "
        "alone."
    )


def test_unanimous_questions():
    (told,) = answer_doubts(counts_of([[1, 0, 1, 0], [0, 1, 1, 0]]), "rasch")
    assert told.startswith("2 of 4 questions were answered right every time or wrong every time")


def test_right_is_what_is_worth_more():
    # With weights 1, 0 category 0 is right: the model of zeros was always right.
    told = answer_doubts(counts_of([[0, 0], [0, 1], [1, 0]], weights=[1, 0]), "rasch")
    assert told == ["'a' right every time: how far above the rest is told by the prior alone."]


def test_clusters():
    counts = counts_of(SOUND, question_metadata={"cluster": np.array(["x", "x", "y"])})
    (told,) = answer_doubts(counts, "rasch")
    assert told.startswith("rasch takes questions of one cluster as unrelated")


def test_one_question():
    (told,) = answer_doubts(counts_of([[[1, 0, 1]], [[0, 1, 0]]]), "rasch")
    assert told == "there is one question: what others are like is told by the prior alone."
