"""Checks to draw, put together by hand."""

import numpy as np
import pandas as pd

from bayesrank.diagnosis.check import Check


def check_of(rows, program="rasch"):
    """Return a check of predictive rows: figure, about, deviation, alarming, with bounds three deviations off."""
    table = pd.DataFrame(rows, columns=["figure", "about", "deviation", "alarming"])
    table["area"] = "predictions"
    table["observed"] = 0.5 + table["deviation"] / 10
    table["expected"], table["lower"], table["upper"] = 0.5, 0.2, 0.8
    table["p"] = np.where(table["alarming"], 0.001, 1.0)
    table["sentence"] = np.where(table["alarming"], "something is wrong", "")
    return Check(table, (), program, 0.01)


ANSWERS = [
    ("discrimination", "q1", -4.0, True),
    ("discrimination", "q2", 0.5, False),
    ("discrimination", "q3", 1.0, False),
    ("variation of repeated trials", "all", np.inf, True),
]
BATTLES = [
    ("win rate of a pair", ("a", "b"), -4.0, True),
    ("win rate of a pair", ("b", "c"), 1.0, False),
    ("win rate of a model", "a", -2.0, False),
    ("win rate of a model", "b", 2.0, False),
    ("win rate of a model", "c", 0.0, False),
]
