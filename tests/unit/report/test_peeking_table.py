"""A study of looking again and again as text, by hand."""

import io

import numpy as np
import pytest

from bayesrank import PeekingStudy
from bayesrank.report.peeking_table import print_peeking


class Terminal(io.StringIO):
    def isatty(self):
        return True


def study(**facts):
    made = {
        "methods": ("star", "holm_z"),
        "models": ("a", "b", "c"),
        "alpha": 0.05,
        "n_questions": np.array([300, 500, 700, 1000]),
        # two orders, four looks: means 1, 1.5, 2.5 and 3 for the first method
        "n_certified": np.array([[[1, 1, 2, 3], [1, 2, 3, 3]], [[0, 3, 3, 3], [0, 1, 3, 3]]]),
        "was_false": np.array([np.zeros((2, 4)), [[0, 0, 0, 0], [0, 1, 0, 0]]]).astype(bool),
        "source": "orders",
        "random_seed": 7,
    }
    return PeekingStudy(**(made | facts))


def printed(made, stream=None):
    stream = io.StringIO() if stream is None else stream
    print_peeking(made, stream)
    return stream.getvalue()


def test_methods_with_their_errors_and_what_they_certify_at_each_quarter():
    # A quarter of 1,000 questions is 250: the first look after it is at 300; 500; three quarters, 750: at 1,000; all.
    assert [line.rstrip() for line in printed(study()).splitlines()] == [
        "3 models, 1,000 questions, 4 looks, 2 orders, seed 7",
        "target: realised means over these 1000 questions",
        "ever false: something false was said at some look; alpha 5%",
        "certified: mean number of the 3 pairs that are told apart",
        "",
        "method  ever false  certified at 300  certified at 500  certified at 1,000",
        "star          0.0%               1.0               1.5                 3.0",
        "holm_z       50.0%               0.0               2.0                 3.0",
    ]


def test_simulated_benchmarks_are_of_questions_like_these():
    lines = printed(study(source="simulated", random_seed=None)).splitlines()
    assert lines[:2] == [
        "3 models, 1,000 questions, 4 looks, 2 simulated benchmarks",
        "target: means over questions like these",
    ]


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()])
def test_each_method_has_its_line(stream):
    text = printed(study(), stream)
    assert [name for name in ("star", "holm_z") if name in text] == ["star", "holm_z"]
