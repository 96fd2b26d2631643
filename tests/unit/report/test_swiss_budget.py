"""What is said of a Swiss tournament before it is played."""

import io

import numpy as np

from bayesrank import WinTensor, contest_budget
from bayesrank.report.swiss_budget import budget_lines, print_budget

CERTAIN = np.repeat(np.triu(np.ones((2, 2)), 1)[None], 4, axis=0)  # the first beats the second in four rounds
WINNERS = WinTensor(("a", "b"), tuple("wxyz"), CERTAIN, np.zeros((4, 2, 2)))
DRAWN = WinTensor(("a", "b"), tuple("wxyz"), np.zeros((4, 2, 2)), np.ones((4, 2, 2)))


def printed(budget, played):
    stream = io.StringIO()
    print_budget(budget, played, stream)
    return stream.getvalue().splitlines()


def test_the_budget_before_the_tournament():
    # three models meet once in each of rounds 1 and 2 (3 -> 2, 1 -> 1, 2 -> 1, 1, 1): 3 matches, 2 points at most
    assert budget_lines(contest_budget(3, 3, [0])) == [
        "elimination 0: 3 matches, 1.00 wins a model on average, 2 at most, 3 models in the last round"
    ]


def test_one_is_no_plural():
    # the first of two wins; then they have different points
    assert printed(contest_budget(2, 1, [0]), WINNERS) == [
        "elimination 0: 1 match, 0.50 wins a model on average, 1 at most, 2 models in the last round"
    ]


def test_what_is_known_of_one_winner_is_no_fact_of_draws():
    # whoever wins the first of four matches of two never meets the other again; if they draw, they always do
    budget = contest_budget(2, 4, [0])
    warning, line = printed(budget, WINNERS)
    assert warning.startswith("warning: ")
    assert "2 to 4" in warning
    assert line == "elimination 0: 1 match, 0.50 wins a model on average, 1 at most, 2 models in the last round"
    (line,) = printed(budget, DRAWN)
    assert line.startswith("elimination 0, if every match had one winner: 1 match, 0.50 wins a model on average")


def test_tables_have_one_winner_unless_there_are_draws():
    assert WINNERS.one_winner
    assert not DRAWN.one_winner
