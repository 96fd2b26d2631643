"""Layers of a relation."""

import numpy as np

from bayesrank.rules.voting._levels import level_scores


def relation(n_models: int, *arrows: tuple[int, int]) -> np.ndarray:
    before = np.zeros((n_models, n_models), dtype=bool)
    for first, second in arrows:
        before[first, second] = True
    return before


def test_sources_are_taken_away_layer_by_layer() -> None:
    # 2 and 4 have nobody before them: 5. Then 0, behind 2 alone: 4. Then 1, behind 0 and 4: 3. Then 3, behind 1: 2.
    before = relation(5, (2, 0), (0, 1), (4, 1), (1, 3), (2, 3))
    np.testing.assert_array_equal(level_scores(before), [4, 3, 5, 2, 5])


def test_a_chain_uses_all_scores_and_an_empty_relation_one() -> None:
    np.testing.assert_array_equal(level_scores(relation(3, (2, 1), (1, 0))), [1, 2, 3])  # 2, 1, 0: no shortcut 2 -> 0
    np.testing.assert_array_equal(level_scores(relation(3)), [3, 3, 3])


def test_models_on_a_cycle_and_behind_it_share_the_next_score() -> None:
    # 0 first: 5. Then 1 -> 2 -> 3 -> 1 goes round, and 4 stands behind 3: nobody is a source, all have 4.
    before = relation(5, (0, 1), (1, 2), (2, 3), (3, 1), (3, 4))
    np.testing.assert_array_equal(level_scores(before), [5, 4, 4, 4, 4])
    np.testing.assert_array_equal(level_scores(relation(2, (0, 1), (1, 0))), [2, 2])  # from the start


def test_one_model_has_score_one() -> None:
    np.testing.assert_array_equal(level_scores(relation(1)), [1])


def test_a_stack_is_scored_one_by_one() -> None:
    stack = np.stack([relation(4, (0, 1), (1, 2), (2, 3)), relation(4), relation(4, (3, 1), (1, 2), (2, 1))])
    np.testing.assert_array_equal(level_scores(stack), [[4, 3, 2, 1], [4, 4, 4, 4], [4, 3, 3, 4]])
    nested = np.stack([stack, stack[::-1]])
    np.testing.assert_array_equal(level_scores(nested), np.stack([level_scores(stack), level_scores(stack[::-1])]))
