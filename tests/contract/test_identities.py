"""Rules that are a function of accuracy, by algebra, on complete data of right and wrong: on 40 random tensors each.

``docs/explanations/identities.md`` has the proofs. ``accuracy`` is the share of a model's trials that are right.
"""

from functools import cache

import numpy as np
import pytest

import bayesrank as br

# Models, questions, trials. Few trials make exact ties of accuracies common, many make them rare.
SHAPES = [(2, 3, 1), (3, 4, 2), (5, 4, 3), (6, 5, 2), (6, 30, 10), (9, 12, 4), (12, 8, 1), (20, 30, 5)]
SEEDS = range(5)


def tensor(shape, seed):
    """Draw right and wrong trials of models of different ability; return the data and the accuracies."""
    rng = np.random.default_rng([*shape, seed])
    ability = rng.normal(0, 1, (shape[0], 1, 1)) - rng.normal(0, 1, (1, shape[1], 1))
    right = rng.random(shape) < 1 / (1 + np.exp(-ability))
    return br.Outcomes.from_array(right), right.mean(axis=(1, 2))


@cache
def tensors():
    """Return 40 triples of shape, data and accuracies."""
    return [(shape, *tensor(shape, seed)) for shape in SHAPES for seed in SEEDS]


@cache
def single_trials():
    """Return 40 triples in which every question has one trial."""
    shapes = [(n_models, n_questions, 1) for n_models, n_questions, _ in SHAPES]
    return [(shape, *tensor(shape, seed)) for shape in shapes for seed in SEEDS]


def scores(data, method, **options):
    return br.rank(data, method, random_seed=0, **options).scores


def assert_ordered_as(accuracy, found):
    np.testing.assert_array_equal(br.rank_scores(found), br.rank_scores(accuracy))


def test_some_tensors_have_ties_of_accuracy_and_some_have_none():
    distinct = [len(np.unique(accuracy)) == len(accuracy) for _, _, accuracy in tensors()]
    assert 5 < sum(distinct) < 35


# Functions of accuracy


@pytest.mark.parametrize("weights", ["total", "decisive", "uniform"])
def test_hodge_rank_is_accuracy_minus_its_mean(weights):
    for _, data, accuracy in tensors():
        ranking = br.rank(data, "hodge_rank", weights=weights)
        np.testing.assert_allclose(ranking.scores, accuracy - accuracy.mean(), atol=1e-13)
        assert ranking.diagnostics["residual"] == pytest.approx(0, abs=1e-12)
        assert ranking.diagnostics["cyclic_share"] == pytest.approx(0, abs=1e-12)


def test_nash_is_half_the_lag_behind_the_best():
    for _, data, accuracy in tensors():
        lag, best = accuracy - accuracy.max(), accuracy == accuracy.max()
        np.testing.assert_allclose(scores(data, "nash"), 1 / 2 + lag / 2, atol=1e-14)
        np.testing.assert_allclose(scores(data, "nash", score="advantage"), lag, atol=1e-14)
        np.testing.assert_allclose(scores(data, "nash", score="equilibrium"), best / best.sum(), atol=1e-14)


@pytest.mark.parametrize(("intensity", "population"), [(1, 50), (0.1, 50), (10, 50), (3, 2), (0, 7)])
def test_alpha_rank_is_the_softmax_of_accuracy(intensity, population):
    for _, data, accuracy in tensors():
        weight = np.exp(intensity * population / 2 * (accuracy - accuracy.max()))
        found = scores(data, "alpha_rank", intensity=intensity, population=population)
        np.testing.assert_allclose(found, weight / weight.sum(), rtol=1e-11)


def test_serial_rank_is_accuracy_standardised():
    for _, data, accuracy in tensors():
        deviation = accuracy - accuracy.mean()
        length = np.sqrt((deviation**2).sum()) or 1.0  # all equal: all zero
        np.testing.assert_allclose(scores(data, "serial_rank"), deviation / length, atol=1e-12)


def test_spectral_is_linear_in_accuracy():
    for (_, n_questions, n_trials), data, accuracy in tensors():
        found = scores(data, "spectral")
        battles = n_questions * n_trials
        expected = 1 + battles / (battles + 2) * (accuracy - found @ accuracy)
        np.testing.assert_allclose(found, expected / expected.sum(), rtol=1e-11)


@pytest.mark.parametrize("damping", [0.85, 0.5])
def test_pagerank_rises_with_accuracy(damping):
    for (n_models, _, _), data, accuracy in tensors():
        found = scores(data, "pagerank", damping=damping)
        comes = damping * (1 + accuracy - found @ accuracy) / (2 * (n_models - 1)) + (1 - damping) / n_models
        stays = damping * (n_models * (1 + accuracy - accuracy.mean()) / 2 - 1) / (n_models - 1)
        np.testing.assert_allclose(found, comes / (1 - stays), rtol=1e-12)
        assert_ordered_as(accuracy, found)


def test_rank_centrality_rises_with_accuracy():
    for (n_models, _, _), data, accuracy in tensors():
        found = scores(data, "rank_centrality")
        expected = (1 + accuracy - found @ accuracy) / (1 + accuracy.mean() - accuracy) / n_models
        np.testing.assert_allclose(found, expected, rtol=1e-12)
        assert_ordered_as(accuracy, found)


def test_bayes_is_linear_in_accuracy():
    for (_, _, n_trials), data, accuracy in tensors():
        np.testing.assert_allclose(scores(data, "bayes"), (n_trials * accuracy + 1) / (n_trials + 2), rtol=1e-12)


@pytest.mark.parametrize(("method", "options"), [("thompson", {}), ("serial_rank", {"comparison": "sign"})])
def test_the_order_is_that_of_accuracy(method, options):
    for _, data, accuracy in tensors():
        assert_ordered_as(accuracy, scores(data, method, **options))


@pytest.mark.parametrize("target", ["population", "benchmark"])
@pytest.mark.parametrize("uncertainty", ["bootstrap", "posterior"])
def test_drawn_data_sets_hold_the_identities_too(uncertainty, target):
    # Exchanged or weighed questions, and the probabilities of their cells, are complete data as well.
    drawn = {"uncertainty": uncertainty, "target": target, "draws": 20, "random_seed": 1}
    for _, data, _ in tensors()[::5]:
        accuracy = br.rank(data, "avg", **drawn).samples
        lag = accuracy - accuracy.max(axis=1, keepdims=True)
        weight = np.exp(25 * lag)
        centred = accuracy - accuracy.mean(axis=1, keepdims=True)
        np.testing.assert_allclose(br.rank(data, "hodge_rank", **drawn).samples, centred, atol=1e-13)
        np.testing.assert_allclose(br.rank(data, "nash", **drawn).samples, 1 / 2 + lag / 2, atol=1e-14)
        softmax = weight / weight.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(br.rank(data, "alpha_rank", **drawn).samples, softmax, rtol=1e-11)


# Votes at one trial a question

TIES = ({"ties": "half"}, {"ties": "ignore"})
BY_MAJORITIES = [
    ("borda", {}),
    ("copeland", {}),
    ("baldwin", {}),
    ("majority_judgment", {}),
    *((method, ties) for method in ("schulze", "kemeny_young") for ties in TIES),
    *(("minimax", {"strength": "margin"} | ties) for ties in TIES),
    *(("ranked_pairs", {"strength": strength} | ties) for strength in ("margin", "winning_votes") for ties in TIES),
]


@pytest.mark.parametrize(("method", "options"), BY_MAJORITIES)
def test_votes_of_one_trial_a_question_order_as_accuracy(method, options):
    for _, data, accuracy in single_trials():
        assert_ordered_as(accuracy, scores(data, method, **options))


def test_borda_is_linear_in_accuracy_at_one_trial():
    for (n_models, n_questions, _), data, accuracy in single_trials():
        expected = n_questions / 2 * (n_models * (1 + accuracy - accuracy.mean()) - 1)
        np.testing.assert_allclose(scores(data, "borda"), expected, rtol=1e-12)


def test_minimax_is_the_lag_behind_the_best_at_one_trial():
    for (_, n_questions, _), data, accuracy in single_trials():
        np.testing.assert_allclose(scores(data, "minimax"), n_questions * (accuracy - accuracy.max()), atol=1e-12)


# And the others not


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("borda", {}),
        ("copeland", {}),
        ("majority_judgment", {}),
        ("minimax", {"strength": "winning_votes"}),
        ("win_rate", {}),
        ("inverse_difficulty", {}),
        ("elo", {}),
        ("rank_centrality", {"ties": "ignore", "smoothing": 1}),
        ("hodge_rank", {"flow": "log_odds"}),
    ],
)
def test_other_methods_order_otherwise_on_some_tensor(method, options):
    # Or accuracy would be what any method comes to, and the tests above would say little.
    orders = [
        (br.rank_scores(scores(data, method, **options)), br.rank_scores(accuracy))
        for data, accuracy in (tensor((6, 5, 2), seed) for seed in range(10))
    ]
    assert any((found != by_accuracy).any() for found, by_accuracy in orders)
