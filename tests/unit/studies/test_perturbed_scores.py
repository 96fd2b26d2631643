"""Cases and what they do to scores, by hand; what cannot be made worse is refused."""

import numpy as np
import pytest

from bayesrank import DataError, Perturbation
from bayesrank.studies.perturbed_scores import Case, check_can_be_perturbed, perturbed_cases, perturbed_scores
from bayesrank.swiss.rounds.round_scores import RoundScores

SCORES = np.array([[5.0, 4.0, -1.0, 3.0, 9.0], [1.0, 2.0, -3.0, 7.0, 3.0], [3.0, 3.0, -5.0, 5.0, 3.0]])
SCORED = RoundScores(("x", "y", "z"), tuple("pqrst"), SCORES, None)
HIGHER = np.array([True, True, False, True, True])
ALL = np.arange(3)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("zero", [5, 0, -5, 3, 9]),  # lower is better in the third round, where 5 is the worst
        ("lowest", [5, 2, -5, 3, 9]),
        ("missing", [5, np.nan, np.nan, 3, 9]),
        # 4, 2, 3 have variance 2/3; -1, -3, -5 have 8/3; two deviations less
        ("shift", [5, 4 - 2 * (2 / 3) ** 0.5, -1 - 2 * (8 / 3) ** 0.5, 3, 9]),
    ],
)
def test_scores_become_worse(kind, expected):
    case = Case(0, np.array([1, 2]), "middle", 0)
    after = perturbed_scores(SCORED, HIGHER, case, Perturbation(kind, shift=2.0))
    np.testing.assert_allclose(after[0], expected)
    np.testing.assert_array_equal(after[1:], SCORES[1:])


def test_places_of_the_rounds():
    cases = perturbed_cases(SCORED, np.array([1]), Perturbation(n_rounds=(1, 2), repeats=3), seed=0)
    fixed = [(case.position, case.rounds.tolist()) for case in cases if case.position != "random"]
    assert fixed == [
        *(("first", [0]), ("last", [4]), ("middle", [2])),
        *(("first", [0, 1]), ("last", [3, 4]), ("middle", [1, 2])),
    ]
    drawn = [case.rounds for case in cases if case.position == "random"]
    assert [len(rounds) for rounds in drawn] == [1, 1, 1, 2, 2, 2]
    assert all(len(set(rounds.tolist())) == len(rounds) for rounds in drawn)
    assert {case.model for case in cases} == {1}


def test_random_rounds_do_not_depend_on_names_or_order_of_models():
    perturbation = Perturbation(n_rounds=(2,), positions=("random",), repeats=4)
    turned = RoundScores(("b", "c", "a"), SCORED.rounds, SCORES[[2, 0, 1]], None)
    cases = perturbed_cases(SCORED, np.array([0]), perturbation, seed=3)
    again = perturbed_cases(turned, np.array([1]), perturbation, seed=3)
    assert [(case.rounds.tolist(), case.seed) for case in cases] == [(c.rounds.tolist(), c.seed) for c in again]
    other = perturbed_cases(SCORED, np.array([1]), perturbation, seed=3)
    assert [case.seed for case in other] != [case.seed for case in cases]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "max"}, r"kind must be one of zero, lowest, shift, missing; got 'max'"),
        ({"n_rounds": 2}, r"n_rounds must be a tuple; got 2\. Write \(2,\) for one"),
        ({"positions": "first"}, r"positions must be a tuple; got 'first'\. Write \('first',\) for one"),
        ({"n_rounds": (1,), "rounds": ("p",)}, r"n_rounds must be left out where rounds are named; got \(1,\)"),
        ({"n_rounds": ()}, r"n_rounds must hold different values, one or more; got \(\)"),
        ({"n_rounds": (2, 2)}, r"n_rounds must hold different values, one or more; got \(2, 2\)"),
        ({"n_rounds": (0,)}, r"n_rounds must be a whole number of at least 1; got 0"),
        ({"positions": ("early",)}, r"positions must be one of first, last, middle, random; got 'early'"),
        ({"repeats": 0}, r"repeats must be a whole number of at least 1; got 0"),
        ({"shift": -1.0}, r"shift must be positive and finite; got -1.0"),
    ],
)
def test_options_that_are_not_as_stated(options, message):
    with pytest.raises(ValueError, match=message):
        Perturbation(**options)


def test_a_model_must_keep_a_round():
    with pytest.raises(
        ValueError, match=r"rounds in which a model fails must be fewer than 5, those that there are; got 5"
    ):
        perturbed_cases(SCORED, ALL, Perturbation(n_rounds=(5,)), seed=0)


def test_zero_must_be_the_least_score():
    message = r"scores must be at least 0 for kind='zero'.*got -1 for 'x' in round 'r'. Choose kind='lowest'"
    with pytest.raises(DataError, match=message):
        check_can_be_perturbed(SCORED, np.ones(5, dtype=bool), ALL, Perturbation())
    check_can_be_perturbed(SCORED, HIGHER, ALL, Perturbation())


@pytest.mark.parametrize(
    ("gone", "what"), [((0, slice(0, 3)), r"'x'"), ((slice(1, 3), 4), r"round 't'")], ids=["model", "round"]
)
def test_scores_must_be_left(gone, what):
    scores = SCORES.copy()
    scores[gone] = np.nan
    thin = RoundScores(SCORED.models, SCORED.rounds, scores, None)
    with pytest.raises(DataError, match=rf"scores must be left when some are taken out; got too few of {what}"):
        check_can_be_perturbed(thin, HIGHER, ALL, Perturbation("missing", n_rounds=(2,)))
