import io
from dataclasses import replace

import numpy as np

from bayesrank import ClassedWins, ScoreTable, compare_binary_with_margins
from bayesrank.report.margin_table import print_margins

TABLE = ScoreTable(("x", "y", "z"), ("p", "q"), np.array([[2.0, 2], [1, 1], [0, 0]]), np.ones(2, dtype=bool))


def made_up(before, after):
    """Return a comparison in which y and z change places by the margin, with these classes."""
    played = compare_binary_with_margins(TABLE, scale=1, eliminate=[0, 1], n_contests=2, random_seed=0)
    sides = [
        ClassedWins(
            np.array([wins] * 2), np.zeros((2, 3)), replace(played.binary.classes, labels=labels, warnings=("so",)), 0.5
        )
        for wins, labels in (([3.0, 2, 1], before), ([3.0, 1, 2], after))
    ]
    return replace(played, binary=sides[0], margins=sides[1])


def lines_of(study, **options):
    stream = io.StringIO()
    print_margins(study, stream, **options)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def test_all_that_is_said():
    # One pair of three turned: tau 1/3; ranks move by 0, 1, 1.
    study = made_up(("aggressive specialist", "exposed", "exposed"), ("exposed", "exposed", "unexposed"))
    assert lines_of(study) == [
        "3 models, 2 rounds; 2 contests, seed 0",
        "close calls by the margin: 50.0% of the matches; equal scores: 0.0%",
        "tau: Kendall's between the ranking in which the better score wins and that by its margin",
        "aggressive specialists by the better score alone: x",
        "warning: so",
        "",
        "eliminate    tau  largest rank change  mean  first by score  first by margin",
        "        0  0.333                    1   0.7  x               x",
        "        1  0.333                    1   0.7  x               x",
        "",
        "2 of 3 models are in another class by the margin",
        "",
        "model  class by score         class by margin",
        "x      aggressive specialist  exposed",
        "z      exposed                unexposed",
    ]
    assert lines_of(study, top=1)[-2:] == ["x      aggressive specialist  exposed", "... and 1 more models"]


def test_no_class_switches():
    lines = lines_of(made_up(("exposed",) * 3, ("exposed",) * 3))
    assert "aggressive specialists by the better score alone: none" in lines
    assert lines[-2:] == ["0 of 3 models are in another class by the margin", ""]
