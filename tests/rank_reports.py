"""A report on four models, for tests of what is read off it."""

import numpy as np

from bayesrank.sequential.rank_report import RankReport

# a above c and d, b above d, c above d.
CERTIFIED = np.zeros((4, 4), dtype=bool)
CERTIFIED[[0, 0, 1, 2], [2, 3, 3, 3]] = True


def made(**facts):
    known = {
        "failed": False,
        "design": "finite",
        "alpha": 0.05,
        "certifier": "star",
        "models": ("a", "b", "c", "d"),
        "status": ("live", "live", "live", "retired"),
        "n_questions": 60,
        "population_size": 100,
        "certified": CERTIFIED,
        "log_wealth": np.where(CERTIFIED, 9.0, -1.0),
        "rank_sets": None,
        "exact": False,
        "n_scored": np.array([60, 60, 60, 40]),
        "mean_score": np.array([0.9, 0.8, 0.5, 0.1]),
    }
    return RankReport(**(known | facts))
