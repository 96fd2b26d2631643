"""Chances of reaching each grade, from draws of abilities and thresholds."""

import numpy as np
from scipy.special import expit

from bayesrank.arrays import FloatArray
from bayesrank.programs.item_response._normal_nodes import normal_nodes
from bayesrank.programs.item_response._questions import BLOCK_OF_CELLS, chance_on_new_questions
from bayesrank.programs.program import Draws

NEW_QUESTIONS = 16  # nodes for gaps and discriminations of questions that were not asked: error about .001 of a chance


def reached(draws: Draws, step: int) -> FloatArray:
    """Return the chance of reaching a step, counted from 0, of each cell, shape (n_draws, L, M)."""
    above = draws["ability"][:, :, None] - draws["threshold"][:, None, :, step]
    slope = draws["discrimination"][:, None, :] if "discrimination" in draws else 1.0
    return np.asarray(expit(slope * above))


def reached_on_these(draws: Draws, n_steps: int) -> FloatArray:
    """Return the mean chance of reaching each step over the questions, shape (n_draws, L, C)."""
    n_draws, n_models = draws["ability"].shape
    size = max(1, BLOCK_OF_CELLS // (n_models * draws["threshold"].shape[1]))
    found = np.empty((n_draws, n_models, n_steps))
    for start in range(0, n_draws, size):
        block = {name: values[start : start + size] for name, values in draws.items()}
        for step in range(n_steps):
            found[start : start + size, :, step] = reached(block, step).mean(axis=2)
    return found


def reached_on_new(draws: Draws, n_steps: int) -> FloatArray:
    """Return the chance of reaching each step of a new question, shape (n_draws, L, C).

    By quadrature over its difficulty, and over evenly spread gaps and discriminations.
    """
    ability = draws["ability"]
    by_question = "discrimination" in draws
    mean = -draws["easiness_mean"] if by_question else draws["difficulty_mean"]
    spread = draws["easiness_spread"] if by_question else draws["difficulty_spread"]
    n_dimensions = n_steps - 1 + by_question
    nodes = normal_nodes(n_dimensions, max(NEW_QUESTIONS, 2 * n_dimensions))
    found = np.zeros((*ability.shape, n_steps))
    for node in nodes:
        slope = np.exp(draws["discrimination_spread"] * node[-1])[:, None] if by_question else 1.0
        offset = _offsets_of_new(draws, node[: n_steps - 1])
        for step in range(n_steps):
            found[:, :, step] += chance_on_new_questions(slope * ability, mean + offset[:, step], spread) / len(nodes)
    return found


def _offsets_of_new(draws: Draws, node: FloatArray) -> FloatArray:
    """Return thresholds less their mean of a question whose gaps stand at ``node``, shape (n_draws, C)."""
    if not node.size:
        return np.zeros((len(draws["ability"]), 1))
    gap = np.exp(draws["gap_log_mean"] + draws["gap_log_spread"][:, None] * node)
    above_first = np.concatenate([np.zeros((len(gap), 1)), gap.cumsum(axis=1)], axis=1)
    return np.asarray(above_first - above_first.mean(axis=1, keepdims=True))
