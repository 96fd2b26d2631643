"""Data with one thing wrong with them, that a check should find, and data with nothing wrong."""

import numpy as np

from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.outcomes import Outcomes


def logistic(values):
    return 1 / (1 + np.exp(-values))


def chances(seed, n_models=12, n_questions=20):
    """Chances of right answers by Rasch, models evenly spaced over four logits."""
    difficulty = np.random.default_rng(seed).normal(0, 1, n_questions)
    return logistic(np.linspace(2, -2, n_models)[:, None] - difficulty)


def answers(chance, n_trials=5, seed=0):
    """Independent trials with these chances."""
    drawn = np.random.default_rng(seed).random((*chance.shape, n_trials)) < chance[:, :, None]
    return Outcomes.from_array(drawn.astype(float))


def alike_answers(chance, n_trials=5, seed=0):
    """All trials of a cell are one trial, repeated."""
    drawn = np.random.default_rng(seed).random(chance.shape) < chance
    return Outcomes.from_array(np.repeat(drawn[:, :, None], n_trials, axis=2).astype(float))


def battle_counts(log_odds, n_battles, tie=0.0, seed=0):
    """Battles of every two models, as first and second model, and wins of the first, of the second, ties."""
    rng = np.random.default_rng(seed)
    first, second = np.triu_indices(len(log_odds), k=1)
    chance = logistic(log_odds[first, second])[:, None] * (1 - tie)
    return first, second, rng.multinomial(n_battles, np.hstack([chance, 1 - tie - chance, 0 * chance + tie]))


def cyclic_log_odds(strength=1.5, n_models=8):
    """Log odds of evenly spaced abilities, but that each of the first three beats the next of them in a circle."""
    ability = np.linspace(1, -1, n_models)
    log_odds = ability[:, None] - ability
    log_odds[[0, 1, 2], [1, 2, 0]] = strength
    log_odds[[1, 2, 0], [0, 1, 2]] = -strength
    return log_odds


def comparisons(first, second, counts):
    """The same as data."""
    n_models = int(second.max()) + 1
    rows = np.concatenate([np.arange(len(first))] * 3)
    winner = np.repeat([1, -1, 0], len(first))
    count = counts.T.ravel()
    kept = count > 0
    models = tuple(f"model {number}" for number in range(n_models))
    return Comparisons(models, first[rows][kept], second[rows][kept], winner[kept], count[kept].astype(np.int64))
