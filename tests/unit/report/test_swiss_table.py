"""A Swiss tournament as text."""

import io

import numpy as np
import pytest

from bayesrank import ScoreTable, contest_budget, swiss_tournament
from bayesrank.report.swiss_table import models_table, print_budget, print_tournament
from bayesrank.studies.sequence_sensitivity import sequence_sensitivity
from bayesrank.swiss.fragility.classification import classify_sensitivity

SCORES = np.array([[0.9, 0.8], [0.8, 0.9], [0.5, 0.2], [0.1, 0.3]])
BOARD = ScoreTable(("[bold]", "b", "c", "d"), ("x", "y"), SCORES, np.array([True, True]))
NOISY = ScoreTable(BOARD.models, BOARD.benchmarks, SCORES, BOARD.higher_is_better, np.full(SCORES.shape, 0.2))


class Terminal(io.StringIO):
    def isatty(self):
        return True


def printed(tournament, top=None, stream=None):
    stream = io.StringIO() if stream is None else stream
    sensitivity = tournament.sensitivity() if tournament.shows_sensitivity else None
    print_tournament(
        tournament,
        stream,
        sensitivity=sensitivity,
        classes=None if sensitivity is None else classify_sensitivity(sensitivity),
        sequence=sequence_sensitivity(tournament.played, "reverse", n_contests=20, random_seed=0),
        ci_prob=0.9,
        top=top,
    )
    return stream.getvalue()


def test_the_budget_before_the_tournament():
    stream = io.StringIO()
    # three models meet once in each of rounds 1 and 2 (3 -> 2, 1 -> 1, 2 -> 1, 1, 1): 3 matches, 2 points at most
    print_budget(contest_budget(3, 3, [0]), stream)
    assert stream.getvalue().splitlines()[-1] == (
        "elimination 0: 3 matches, 1.00 wins a model on average, 2 at most, 3 models in the last round"
    )


def test_exact_wins_are_told_as_such():
    text = printed(swiss_tournament(BOARD, eliminate=[0], method="exact"))
    lines = text.splitlines()
    assert lines[0].startswith("warning: results are conditional on scores")
    assert "4 models, 2 rounds, pairing swiss; exact" in text
    assert "intervals: none, the wins are exact given who beats whom" in text
    # round 1: the first beats all; the winners meet in round 2, where b beats it if it is there (it is in 2 of 3
    # pairings of round 1): 1 + 1/3 for the first, 2/3 * 2 + 1/3 * (b lost to it, and beats the other loser) for b
    rows = {line.split()[1]: line.split()[2] for line in lines if line[:4].strip().isdecimal()}
    assert rows["[bold]"] == "1.33"
    assert rows["b"] == "1.67"


def test_draws_have_intervals_and_rank_sets():
    found = swiss_tournament(NOISY, eliminate=[0, 1], n_contests=20, draws=50, random_seed=0)
    text = printed(found)
    assert "20 contests for each of 50 draws at each elimination, seed 0" in text
    assert "intervals: 90% of the posterior, each on its own; rank sets hold the ranks of all models at once" in text
    assert "sensitivity: " in text
    assert "order of rounds: in one other order of the rounds" in text
    lower, upper = np.quantile(found.wins.draws[0][:, 0], [0.05, 0.95])
    assert f"{found.wins.wins[0, 0]:.2f} [{lower:.2f}, {upper:.2f}]" in text


def test_the_rest_is_counted():
    text = printed(swiss_tournament(BOARD, eliminate=[0], method="exact"), top=1)
    assert text.splitlines()[-1] == "... and 3 more models"


def test_a_terminal_has_rules():
    assert "─" in printed(swiss_tournament(BOARD, eliminate=[0], method="exact"), stream=Terminal())


@pytest.mark.parametrize("uneven", [True, False])
def test_a_qualifier_stands_behind_the_class(uneven):
    found = swiss_tournament(NOISY, eliminate=[0, 1], n_contests=20, draws=20, random_seed=0)
    sensitivity = found.sensitivity()
    classes = classify_sensitivity(sensitivity)
    object.__setattr__(classes, "uneven", np.full(4, uneven))
    cells = models_table(found, sensitivity, classes, 0.95)["class"]
    assert all(cell.endswith(", uneven profile") == uneven for cell in cells)
