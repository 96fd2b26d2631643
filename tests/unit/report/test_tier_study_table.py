import io
from dataclasses import replace

import numpy as np
import pytest

from bayesrank import DifficultyRounds, DifficultyTierStudy, WinTensor
from bayesrank.report.tier_study_table import BY_WHOM, print_tier_study
from tests.swiss_wins import made_up_wins

TENSOR = WinTensor(("a", "b", "c"), ("0.5 to 1", "0 to 0.5"), *np.zeros((2, 2, 3, 3)), source="made up")
ROUNDS = DifficultyRounds(
    tensors=(TENSOR,),
    in_sample=(TENSOR,),
    tiering="leave_pair_out",
    tier_items=np.array([20, 5, 22, 3]),
    items=np.array([25, 22]),
    fewest=np.array([24, 21]),
    most=np.array([26, 23]),
    n_dropped=3,
    n_moved=2,
    mean_moved=0.021,
    random_seed=1,
)
# With tiers by all models b and c change places: tau 1/3, and ranks move by one. The accuracies are reversed: -1.
STUDY = DifficultyTierStudy(
    ROUNDS, (made_up_wins([[3, 2, 1]]),), (made_up_wins([[3, 1, 2]]),), (np.array([0.1, 0.2, 0.3]),)
)


def lines_of(study):
    stream = io.StringIO()
    print_tier_study(study, stream)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def test_all_that_is_said():
    assert lines_of(STUDY) == [
        "3 models, 50 questions; 1,000 contests, seed 0",
        "difficulty by the models other than the two that meet; made up",
        "questions of each tier before any was merged or dropped: 20, 5, 22, 3",
        "2 questions stand elsewhere in tiers by all models, 2.1% in the mean; 3 are in no round",
        "",
        "   round  questions by all models  fewest  most",
        "0.5 to 1                       25      24    26",
        "0 to 0.5                       22      21    23",
        "",
        "Kendall's tau with the ranking by tiers of all models, and with the mean accuracy",
        "",
        "eliminate    tau  largest rank change  tau accuracy",
        "        0  0.333                    1        -1.000",
    ]


@pytest.mark.parametrize("tiering", BY_WHOM)
def test_whose_difficulty_it_is(tiering):
    assert lines_of(replace(STUDY, rounds=replace(ROUNDS, tiering=tiering)))[1].startswith(
        f"difficulty by {BY_WHOM[tiering]};"
    )
