import numpy as np

from bayesrank import Outcomes
from bayesrank.statistics.oddities import oddities

PLAIN = np.array([[1, 0, 1], [0, 1, 0], [0, 0, 1]], dtype=float)


def found(tensor, **options):
    return oddities(Outcomes.from_array(tensor, models=["a", "b", "c"][: len(tensor)], **options))


def test_a_plain_data_set_has_none():
    assert found(PLAIN) == []


def test_missing_cells_and_questions_never_asked():
    tensor = np.column_stack([PLAIN, [np.nan] * 3, [1, 0, np.nan]])
    assert found(tensor, questions=["q1", "q2", "q3", "q4", "q5"]) == [
        "1 questions have no outcome at all and are left out: 'q4'",
        "8.3% of the cells are missing, in 1 models: 'c'",  # 1 of the 12 cells of 3 models and 4 asked questions
    ]


def test_unequal_trials():
    tensor = np.stack([PLAIN, PLAIN], axis=2)
    tensor[1, :, 1] = np.nan
    assert found(tensor) == ["cells have between 1 and 2 trials; models with the fewest (median 1): 'b'"]


def test_questions_without_information():
    tensor = np.column_stack([PLAIN, np.ones(3), np.zeros(3), np.zeros(3)])
    assert found(tensor) == [
        "2 of 6 questions have the lowest outcome in every trial",
        "1 of 6 questions have the highest outcome in every trial",
    ]


def test_models_with_the_same_outcomes():
    assert found(PLAIN[[0, 1, 0]]) == ["2 models have exactly the same outcomes: 'a', 'c'"]


def test_one_model_and_one_question():
    assert found(np.array([[1.0]])) == [
        "1 of 1 questions have the highest outcome in every trial",
        "there is one model: its score can be estimated, not its rank",
        "there is one question: scores on questions like it rest on the prior almost alone",
    ]
