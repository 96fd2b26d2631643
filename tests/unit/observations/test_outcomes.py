"""Outcomes of models on questions."""

from typing import Any

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from tests.cells import cells

NAN = float("nan")


def rows(**changed: Any) -> Outcomes:
    """Two models, two questions, three rows."""
    given: dict[str, Any] = {
        "models": ("a", "b"),
        "questions": ("p", "q"),
        "model_index": np.array([0, 0, 1]),
        "question_index": np.array([0, 1, 1]),
        "outcome": np.array([1.0, 0.0, 1.0]),
        "count": np.array([2, 1, 3]),
    }
    return Outcomes(**(given | changed))


def test_a_missing_cell_is_in_no_count() -> None:
    data = rows()
    # a on p twice, a on q once, b on q three times; b was never asked p.
    assert data.n_trials.tolist() == [[2, 1], [0, 3]]
    assert data.coverage == 0.75
    assert data.n_categories == 2
    assert repr(data) == "Outcomes(2 models x 2 questions, 6 trials, 2 categories, 75.0% of the cells observed)"


def test_columns_cannot_be_written_through_and_stay_the_callers() -> None:
    outcome = np.array([1.0, 0.0, 1.0])
    data = rows(outcome=outcome)
    with pytest.raises(ValueError, match="read-only"):
        data.outcome[0] = 0
    outcome[0] = 0.0  # the caller's own array is not locked


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"models": ("a", "a ")}, "model names must differ in more than white space"),
        ({"questions": ("p", "")}, "question must have a name"),
        ({"weights": np.array([1.0, 1.0])}, "weights must be two or more finite numbers"),
        ({"outcome": np.array([1.0, 0.0, 2.0])}, "outcome must be 0 or 1; got 2"),
        ({"outcome": np.array([1.0, 0.0])}, r"model_index must have shape \(2,\), one entry a row; got \(3,\)"),
        ({"model_index": np.array([0, 0, 2])}, "model_index must lie from 0 to 1; got 2 in row 2"),
        ({"question_index": np.array([0, -1, 1])}, "question_index must lie from 0 to 1; got -1 in row 1"),
        ({"count": np.array([2, 0, 1])}, "count must be at least 1; got 0 in row 1"),
        ({"trial_index": np.array([0, 1])}, r"trial_index must have shape \(3,\)"),
        ({"models": ("a", "b", "c")}, "every model must have at least one outcome; got none of 'c'. Drop it, or run"),
        ({"prior_counts": np.zeros((2, 2, 3))}, r"prior_counts must have shape \(2, 2, 2\), .+; got \(2, 2, 3\)"),
        (
            {"question_metadata": {"difficulty": np.array([1.0])}},
            r"question_metadata\['difficulty'\] must have shape \(2,\), one entry a question; got \(1,\)",
        ),
        (
            {"question_metadata": {"cluster": np.array(["x", None], dtype=object)}},
            "every question must have a cluster where some have one; got none of 'q'",
        ),
        ({"question_metadata": {"cluster": np.array([1.0, NAN])}}, "got none of 'q'. Give a question that stands"),
    ],
)
def test_what_is_inconsistent_is_refused(changed: dict[str, Any], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        rows(**changed)


class TestFromArray:
    @pytest.mark.parametrize(
        "array",
        [
            [[[1, 1], [0, NAN]], [[1, 0], [NAN, NAN]]],
            [[[True, True], [False, None]], [[True, False], [None, None]]],
            np.ma.masked_equal([[[1, 1], [0, 9]], [[1, 0], [9, 9]]], 9),
            [[["1", "1"], ["0", "nan"]], [["1", "0"], ["nan", "nan"]]],
        ],
        ids=["nan", "booleans and None", "mask", "digits"],
    )
    def test_a_tensor_is_models_x_questions_x_trials(self, array: Any) -> None:
        data = Outcomes.from_array(array)
        assert cells(data) == {
            ("model 1", "question 1"): [1, 1],
            ("model 1", "question 2"): [0],  # its second trial is missing, and no zero
            ("model 2", "question 1"): [0, 1],
        }
        assert data.n_trials.tolist() == [[2, 1], [2, 0]]

    def test_a_matrix_is_one_trial(self) -> None:
        data = Outcomes.from_array([[1, NAN], [0, 1]], models=["a", "b"], questions=["p", "q"])
        assert cells(data) == {("a", "p"): [1], ("b", "p"): [0], ("b", "q"): [1]}

    def test_fractions_have_no_weights(self) -> None:
        data = Outcomes.from_array([[1, 0.25], [0, 1]])
        assert data.weights is None
        assert data.n_categories == 2
        assert "fractional" in repr(data)

    def test_categories_have_weights_and_metadata_stays(self) -> None:
        data = Outcomes.from_array([[2, 0], [1, 2]], weights=[0, 0.3, 1], question_metadata={"cluster": ["x", "x"]})
        assert data.weights.tolist() == [0, 0.3, 1]
        assert data.n_categories == 3
        assert data.question_metadata["cluster"].tolist() == ["x", "x"]

    @pytest.mark.parametrize(
        ("array", "options", "complaint"),
        [
            ([1, 0], {}, r"outcomes must have shape .+; got \(2,\)\. Add the missing axis"),
            (np.zeros((1, 1, 1, 1)), {}, r"got \(1, 1, 1, 1\)"),
            ([[1, 0], [1]], {}, "outcomes must be an array; got lists of unequal length"),
            ([["yes", "no"]], {}, "outcomes must be an array of numbers; got entries of type text"),
            ([[1j, 0]], {}, "got entries of type complex128"),
            (np.array([["2020-01-01"]], dtype="M8[D]"), {}, "got entries of type datetime64"),
            ([[1, 0], [1, 1]], {"models": ["a"]}, "models must be 2 names, as many as the array has; got 1"),
            ([[1, 0], [1, 1]], {"questions": ["a", "b", "c"]}, "questions must be 2 names, .+; got 3"),
            ([[2, 0]], {}, "outcome must be 0 or 1; got 2"),
            ([[2, 0]], {"weights": [0, "x"]}, "weights must be two or more finite numbers"),
            ([[1, 0], [NAN, NAN]], {}, "every model must have at least one outcome; got none of 'model 2'"),
            (np.zeros((0, 2)), {}, "models must be at least one; got none"),
        ],
    )
    def test_what_is_no_tensor_is_refused(self, array: Any, options: dict[str, Any], complaint: str) -> None:
        with pytest.raises(DataError, match=complaint):
            Outcomes.from_array(array, **options)


class TestFromCounts:
    def test_counts_are_models_x_questions_x_categories(self) -> None:
        data = Outcomes.from_counts([[[1, 2], [0, 0]], [[0, 3], [1, 0]]], models=["a", "b"], questions=["p", "q"])
        assert cells(data) == {("a", "p"): [0, 1, 1], ("b", "p"): [1, 1, 1], ("b", "q"): [0]}
        assert data.trial_index is None

    @pytest.mark.parametrize(
        ("counts", "options", "complaint"),
        [
            ([[[1, 2, 0]]], {}, r"counts must have shape \(models, questions, 2\), .+; got \(1, 1, 3\)"),
            ([[1, 2]], {}, r"counts must have shape .+; got \(1, 2\)"),
            ([[[1, 0.5]]], {}, r"counts must be whole numbers >= 0; got 0\.5"),
            ([[[1, -1]]], {}, "counts must be whole numbers >= 0; got -1"),
            ([[[1, NAN]]], {}, "counts must be whole numbers >= 0; got nan"),
            ([[[1, 0]]], {"models": ["a", "b"]}, "models must be 1 names"),
        ],
    )
    def test_what_is_no_count_is_refused(self, counts: Any, options: dict[str, Any], complaint: str) -> None:
        with pytest.raises(DataError, match=complaint):
            Outcomes.from_counts(counts, **options)


class TestWithPrior:
    data = Outcomes.from_array([[1, 0], [0, 1]], models=["a", "b"], questions=["p", "q"])

    def test_one_array_is_shared_by_all_models(self) -> None:
        # p was answered wrong and right, q right once and not observed the other time
        data = self.data.with_prior([[0, 1], [1, NAN]])
        assert data.prior_counts.tolist() == [[[1, 1], [0, 1]]] * 2

    def test_an_array_may_differ_between_models(self) -> None:
        data = self.data.with_prior([[[1], [NAN]], [[0], [1]]])
        assert data.prior_counts.tolist() == [[[0, 1], [0, 0]], [[1, 0], [0, 1]]]
        assert data.outcome is not None
        assert self.data.prior_counts is None  # the original stays as it was

    def test_outcomes_are_matched_by_name_and_may_lack_some(self) -> None:
        prior = Outcomes.from_counts([[[1, 2]]], models=["b"], questions=["q"])
        assert self.data.with_prior(prior).prior_counts.tolist() == [[[0, 0], [0, 0]], [[0, 0], [1, 2]]]

    def test_repeated_prior_trials_add_up(self) -> None:
        prior = Outcomes.from_array([[[1, 1, 0]]], models=["a"], questions=["p"])
        assert self.data.with_prior(prior).prior_counts.tolist() == [[[1, 2], [0, 0]], [[0, 0], [0, 0]]]

    @pytest.mark.parametrize(
        ("prior", "complaint"),
        [
            (np.zeros((3, 1)), r"prior must have shape \(2, D\), shared by all models, or \(2, 2, D\); got \(3, 1\)"),
            ([0, 1], r"prior must have shape .+; got \(2,\)"),
            ([[2], [0]], "prior outcome must be 0 or 1; got 2"),
            ([[0.5], [0]], r"prior outcome must be 0 or 1; got 0\.5\. Leave weights and prior out"),
            ([["x"], [0]], "prior must be an array of numbers; got entries of type text"),
            (Outcomes.from_array([[1]], models=["z"], questions=["p"]), "prior outcomes must be of models in the data"),
            (Outcomes.from_array([[1]], models=["a"], questions=["z"]), "must be of questions in the data; got 'z'"),
            (Outcomes.from_array([[0.5]], models=["a"], questions=["p"]), "prior outcome must be 0 or 1; got 0.5"),
        ],
    )
    def test_what_does_not_fit_is_refused(self, prior: Any, complaint: str) -> None:
        with pytest.raises(DataError, match=complaint):
            self.data.with_prior(prior)
