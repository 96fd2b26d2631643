"""Counts of battles written down row by row."""

import json
from pathlib import Path

import numpy as np

from bayesrank.statistics.battle_counts import BattleCounts

GOLDEN = json.loads((Path(__file__).parent / "golden/pairs.json").read_text())


def battle_counts(models, rows, **known):
    """Counts of rows (first, second, wins of the first, wins of the second, ties), models by their letter.

    What else is known comes by the name of its field; where it is not, it is empty.
    """
    n_rows = len(rows)
    unknown = {
        "side": np.zeros(n_rows),
        "judges": (),
        "judge": np.zeros(n_rows, dtype=np.int64),
        "categories": (),
        "category": np.zeros(n_rows, dtype=np.int64),
        "periods": (),
        "period": np.zeros(n_rows, dtype=np.int64),
        "covariate_names": (),
        "covariates": np.zeros((n_rows, 0)),
        "weighted": False,
        "induced": False,
    }
    return BattleCounts(
        models=tuple(models),
        first=np.array([models.index(row[0]) for row in rows]),
        second=np.array([models.index(row[1]) for row in rows]),
        counts=np.array([row[2:] for row in rows], dtype=float),
        **{name: np.asarray(known.get(name, empty)) if isinstance(empty, np.ndarray) else known.get(name, empty)
           for name, empty in unknown.items()},
    )  # fmt: skip


def golden_battles(tensor):
    """Battles of the trials of one golden tensor, every pair of models a row."""
    wins, ties = (np.array(GOLDEN["tensors"][tensor][name]) for name in ("wins", "ties"))
    letters = "abcdefghijklmnopqrst"[: len(wins)]
    pairs = [(i, j) for i in range(len(wins)) for j in range(i + 1, len(wins))]
    return battle_counts(letters, [(letters[i], letters[j], wins[i, j], wins[j, i], ties[i, j]) for i, j in pairs])


def golden_log_worths(tensor, configuration):
    """Log worths of the other implementation; they sum to zero."""
    return np.log(GOLDEN["tensors"][tensor]["scores"][configuration])


def slopes_agree(likelihood, odds, tie, counts):
    """Say whether first and second derivatives are those of the values, by central differences."""
    step = 1e-5

    def at(moved_odds, moved_tie):
        return likelihood(moved_odds, moved_tie, counts)

    found = at(odds, tie)
    up, down = at(odds, tie + step), at(odds, tie - step)
    close = [
        np.allclose((up.value - down.value) / (2 * step), found.by_tie, rtol=1e-6, atol=1e-6),
        np.allclose((down.by_tie - up.by_tie) / (2 * step), found.tie_curvature, rtol=1e-6, atol=1e-6),
        np.allclose((down.by_odds - up.by_odds) / (2 * step), found.cross, rtol=1e-6, atol=1e-6),
    ]
    for row in np.eye(len(odds)) * step:
        up, down = at(odds + row, tie), at(odds - row, tie)
        moved = row > 0
        close += [
            np.allclose((up.value - down.value) / (2 * step), found.by_odds[moved], rtol=1e-6, atol=1e-6),
            np.allclose((down.by_odds - up.by_odds) / (2 * step), np.where(moved, found.curvature, 0), atol=1e-5),
        ]
    return all(close)
