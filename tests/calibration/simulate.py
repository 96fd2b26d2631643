"""Data sets from populations whose truth is known.

A population gives each model a mean and a spread: the probability of a right answer differs from question to question
as Beta(mean * k, (1 - mean) * k) does, k large for questions that are alike and below 2 for all or nothing.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import betaincinv, expit, ndtr

from bayesrank.statistics.outcome_counts import OutcomeCounts

SHARED_DIFFICULTY = 0.7  # correlation of two models' latent answers to one question, where difficulty is shared


@dataclass(frozen=True, eq=False)
class Population:
    """Models and how their probabilities of a right answer vary over questions."""

    name: str
    means: np.ndarray  # (L,); NaN is a mean drawn afresh, uniform on (0, 1), for every data set
    concentrations: np.ndarray  # (L,), k above
    difficulty: str = "own"  # or "shared": a question that is hard for one model is hard for the others

    def draw_means(self, rng):
        """Return the true population scores of one data set, shape (L,)."""
        return np.where(np.isnan(self.means), rng.random(len(self.means)), self.means)

    def draw_cells(self, means, n_questions, rng):
        """Return probabilities of a right answer, shape (L, n_questions)."""
        right, wrong = (means * self.concentrations)[:, None], ((1 - means) * self.concentrations)[:, None]
        shape = len(means), n_questions
        if self.difficulty == "own":
            return rng.beta(right, wrong, size=shape)
        common, own = rng.standard_normal(n_questions), rng.standard_normal(shape)
        latent = np.sqrt(SHARED_DIFFICULTY) * common + np.sqrt(1 - SHARED_DIFFICULTY) * own
        return betaincinv(right, wrong, ndtr(latent))  # the quantile of each latent: the Beta law of each model stays


def draw_counts(cells, n_trials, rng):
    """Answer every question ``n_trials`` times with the given probabilities of being right."""
    return count_right(rng.binomial(n_trials, cells), n_trials)


def count_right(right, n_trials):
    """Count right and wrong answers; the order of models stays, which the programs do not read."""
    n_models, n_questions = right.shape
    counts = np.stack([n_trials - right, right], axis=2).astype(np.float64)
    return OutcomeCounts(
        models=tuple(f"model {number}" for number in range(n_models)),
        questions=tuple(f"question {number}" for number in range(n_questions)),
        counts=counts,
        prior_counts=np.zeros_like(counts),
        weights=np.array([0.0, 1.0]),
        cluster=np.arange(n_questions),
        fractional=False,
        question_weight=np.ones(n_questions),
    )


def draw_rasch_cells(n_models, n_questions, rng):
    """Return probabilities of a right answer where abilities have spread 1 and difficulties 1.5, on the logit scale."""
    ability, difficulty = rng.standard_normal((n_models, 1)), 1.5 * rng.standard_normal(n_questions)
    return expit(ability - difficulty)


def draw_ladder_cells(n_models, n_questions, rng, *, step):
    """Return probabilities of a right answer where abilities climb in equal steps and difficulties have spread 1."""
    return expit(_climb(n_models, step) - rng.standard_normal(n_questions))


def draw_crossing_cells(n_models, n_questions, rng):
    """Return probabilities of a right answer where every third model is a specialist, so that orders cross.

    Abilities climb in steps of 0.36. A specialist is better by 0.85 on seven questions of ten and worse by 3.5 on the
    rest: it wins most questions from models that have a higher mean. Every cell also has a term of its own, of
    spread 0.3.
    """
    special = (np.arange(n_models) % 3 == 2)[:, None]
    kind = np.where(rng.random(n_questions) < 0.7, 0.85, -3.5)
    own = 0.3 * rng.standard_normal((n_models, n_questions))
    return expit(_climb(n_models, 0.36) - rng.standard_normal(n_questions) + special * kind + own)


def _climb(n_models, step):
    return step * (np.arange(n_models) - (n_models - 1) / 2)[:, None]
