"""A Swiss tournament as text."""

import io
from dataclasses import replace

import numpy as np
import pytest

from bayesrank import ScoreTable, swiss_tournament
from bayesrank.report.swiss_findings import SwissFindings, swiss_findings
from bayesrank.report.swiss_table import models_table, print_tournament
from bayesrank.studies.sequence_sensitivity import sequence_sensitivity
from tests.swiss_results import made_up_tournament
from tests.swiss_wins import made_up_wins

SCORES = np.array([[0.9, 0.8], [0.8, 0.9], [0.5, 0.2], [0.1, 0.3]])
BOARD = ScoreTable(("[bold]", "b", "c", "d"), ("x", "y"), SCORES, np.array([True, True]))
NOISY = ScoreTable(BOARD.models, BOARD.benchmarks, SCORES, BOARD.higher_is_better, np.full(SCORES.shape, 0.2))


class Terminal(io.StringIO):
    def isatty(self):
        return True


def printed(tournament, top=None, stream=None):
    stream = io.StringIO() if stream is None else stream
    sequence = sequence_sensitivity(tournament.played, "reverse", n_contests=20, random_seed=0)
    print_tournament(swiss_findings(tournament, sequence=sequence, ci_prob=0.9), stream, top=top)
    return stream.getvalue()


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
    assert printed(swiss_tournament(BOARD, eliminate=[0], method="exact"), top=3).endswith("... and 1 more model\n")


def test_a_terminal_has_rules():
    assert "─" in printed(swiss_tournament(BOARD, eliminate=[0], method="exact"), stream=Terminal())


@pytest.mark.parametrize("uneven", [True, False])
def test_a_qualifier_stands_behind_the_class(uneven):
    found = swiss_tournament(NOISY, eliminate=[0, 1], n_contests=20, draws=20, random_seed=0)
    findings = swiss_findings(found)
    classes = replace(findings.classes, uneven=np.full(4, uneven))
    cells = models_table(replace(findings, classes=classes))["class"]
    assert all(cell.endswith(", uneven profile") == uneven for cell in cells)


def test_without_posterior_the_luck_of_contests_stands_behind_wins():
    wins = made_up_wins([[3.0, 2.0], [1.0, 2.0]], covariance=[np.diag([0.04, 0.0]), np.diag([0.01, 0.0])])
    table = models_table(SwissFindings(made_up_tournament(wins)))
    assert table["wins at 0"].tolist() == ["3.00 ± 0.20", "2.00 ± 0.10"]
    assert table["wins at 1"].tolist() == ["1.00", "2.00"]  # certain
    assert "tier" not in table


def test_tiers_stand_beside_ranks_where_there_are_draws():
    # a has none in any draw, b and c three at least, and c is above b in as many draws as below
    draws = np.zeros((1, 101, 3))
    draws[0, :, 1] = np.linspace(3, 4, 101)
    draws[0, :, 2] = draws[0, :, 1] + 0.01 * np.resize([-1, 1, 0], 101)
    wins = made_up_wins(draws.mean(axis=1), draws=draws)
    table = models_table(swiss_findings(made_up_tournament(wins), ci_prob=0.9))
    assert list(table.columns[:3]) == ["rank", "tier", "model"]
    assert dict(zip(table["model"], table["tier"], strict=True)) == {"a": "2", "b": "1", "c": "1"}
