"""Rows of scores for tests of sequences, all known and bet on, and the golden ones from their texts."""

import numpy as np

from bayesrank.sequential.score_rows import ScoreRows


def known(scores):
    """Return rows of scores that are all known, questions x models."""
    table = np.array(scores, dtype=np.float64)
    return ScoreRows(table, table, np.ones_like(table))


def from_text(rows):
    """Return scores written as one text of digits a question."""
    return np.array([[float(digit) for digit in row] for row in rows])
