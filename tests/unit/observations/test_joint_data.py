"""Outcomes and comparisons together."""

import numpy as np
import pytest

from bayesrank import Comparisons, DataError, JointData, Outcomes


def battles(models=("b", "c")):
    return Comparisons(models, np.array([0]), np.array([1]), np.array([1]), np.array([4]))


def test_models_are_those_of_both():
    data = JointData(Outcomes.from_array([[1, 0], [0, 1]], models=["a", "b"]), battles())
    assert data.models == ("a", "b", "c")
    assert repr(data) == "JointData(3 models, 2 of them in one only: 4 trials on 2 questions, 4 battles)"
    same = JointData(Outcomes.from_array([[1, 0], [0, 1]], models=["c", "b"]), battles())
    assert same.models == ("c", "b")
    assert repr(same) == "JointData(2 models: 4 trials on 2 questions, 4 battles)"


def test_names_that_only_look_alike_are_refused():
    with pytest.raises(DataError, match="must differ in more than white space; got 'gpt 4' and 'gpt4'"):
        JointData(Outcomes.from_array([[1, 0]], models=["gpt 4"]), battles(("gpt4", "c")))
