"""One point of a program as a ranking."""

import numpy as np

from bayesrank.inference.point import Point
from bayesrank.ranks.point_ranking import point_ranking
from tests.toy_programs import NORMAL_MEANS, Values

STATISTIC = Values(np.zeros((3, 2)), models=("b", "c", "a"))  # in another order than the data
DATA = Values(np.zeros((3, 2)), models=("a", "b", "c"))


DIMS = {
    "score": ("model",),
    "ability": (None, "model"),
    "slope": ("model",),
    "rivalry": ("model", "question", "model"),
    "difficulty": ("question",),
}


def made(**variables):
    scores = np.array([1.0, 2.0, 3.0])
    point = Point("map", "ability", {"score": scores, **variables}, DIMS, scores)
    return point_ranking(DATA, STATISTIC, NORMAL_MEANS, point, options={"deviation": 2.0}, warnings=("mind this",))


def test_scores_are_in_the_order_of_the_data():
    ranking = made()
    assert ranking.names == ("a", "b", "c")
    assert ranking.scores.tolist() == [3, 1, 2]
    assert ranking.ranks_of_scores.tolist() == [1, 3, 2]
    assert ranking.diagnostics["score"].tolist() == [3, 1, 2]


def test_what_was_asked_for_is_told():
    ranking = made()
    assert (ranking.method, ranking.options) == ("normal_means", {"inference": "map", "deviation": 2.0})
    assert (ranking.target, ranking.target_words, ranking.score_unit) == ("ability", "abilities", "mean")
    assert ranking.warnings == ("mind this",)
    assert (ranking.samples, ranking.uncertainty, ranking.random_seed) == (None, None, None)
    assert ranking.by_program


def test_what_has_models_follows_them_and_other_variables_stay():
    ability = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])  # of two contrasts
    ranking = made(
        ability=ability,
        slope=np.array([0.1, 0.2, 0.3]),
        rivalry=np.arange(9.0).reshape(3, 1, 3),
        difficulty=np.array([7.0, 8.0, 9.0]),
        spread=np.array(2.0),
    )
    found = ranking.diagnostics
    assert found["ability"].tolist() == [[3, 1, 2], [6, 4, 5]]
    assert found["slope"].tolist() == [0.3, 0.1, 0.2]
    assert found["rivalry"][:, 0].tolist() == [[8, 6, 7], [2, 0, 1], [5, 3, 4]]
    assert found["difficulty"].tolist() == [7, 8, 9]
    assert found["spread"] == 2


def test_an_axis_without_a_model_behind_it_stays():
    # a weight of all models alike, where others have one of each
    weight = np.array(0.5)
    assert made(slope=weight).diagnostics["slope"] == 0.5
