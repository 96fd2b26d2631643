"""Rounds by difficulty: three models by hand, others by fractions and loops, names, and what is refused."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from bayesrank import DataError, Outcomes
from bayesrank.swiss.difficulty.difficulty_tiers import DifficultyTiers
from bayesrank.swiss.difficulty.from_difficulty import win_tensors_from_difficulty

HALVES = DifficultyTiers([0.5], min_items=1)
ANSWERS = np.random.default_rng(8).random((6, 60)) < np.linspace(0.2, 0.9, 60) * np.linspace(0.6, 1, 6)[:, None]
RIGHT = Outcomes.from_array(ANSWERS.astype(int))


def test_three_models_by_hand():
    # Questions are easy for a pair if the third model knows them: two each, as every model knows two.
    #     1 2 3 4      a and b by c: easy 3 4, a 1 right, b 1; hard 1 2, a 1, b 1.
    # a   1 0 1 0      a and c by b: easy 2 3, a 1, c 1; hard 1 4, a 1, c 1.
    # b   0 1 1 0      b and c by a: easy 1 3, b 1, c 1; hard 2 4, b 1, c 1.
    # c   0 0 1 1      All tie in both rounds. By all models question 3 is easy, 3 of 3, and the others, 1 of 3, hard.
    found = win_tensors_from_difficulty(
        Outcomes.from_array([[1, 0, 1, 0], [0, 1, 1, 0], [0, 0, 1, 1]]), HALVES, ties="half"
    )
    assert found.rounds == ("0.5 to 1", "0 to 0.5")
    (tensor,) = found.tensors
    assert tensor.n_ties.tolist() == [3, 3]
    assert found.items.tolist() == found.tier_items.tolist() == [1, 3]
    assert found.fewest.tolist() == found.most.tolist() == [2, 2]
    # Questions 1, 2 and 4 become easy for a pair each; a third of three pairs and four questions is 3 of 12.
    assert found.n_moved == 3
    assert found.mean_moved == 1 / 4
    assert found.in_sample[0].n_ties.tolist() == [3, 3]


def test_who_wins_by_hand():
    # Of a and b, by c: easy 1 2, a 2 right and b 1: a wins; hard 3 4, a none and b 2: b wins.
    found = win_tensors_from_difficulty(
        Outcomes.from_array([[1, 1, 0, 0], [1, 0, 1, 1], [1, 1, 0, 0]]), HALVES, ties="both_lose"
    )
    (tensor,) = found.tensors
    assert tensor.models == ("model 1", "model 2", "model 3")
    assert tensor.win[:, 0, 1].tolist() == [1, 0]
    assert tensor.win[:, 1, 0].tolist() == [0, 1]


def by_loops(answers, n_tiers, tiers_by):
    """Return who leads of each pair in each tier, tiers by the models that ``tiers_by`` says for the pair."""
    n_models, n_questions = answers.shape
    lead = np.zeros((n_tiers, n_models, n_models), dtype=int)
    for i, j in combinations(range(n_models), 2):
        judges = tiers_by(i, j)
        for q in range(n_questions):
            accuracy = Fraction(int(answers[judges, q].sum()), len(judges))
            tier = next(t for t in range(n_tiers) if accuracy > 1 - Fraction(t + 1, n_tiers) or t == n_tiers - 1)
            lead[tier, i, j] += int(answers[i, q]) - int(answers[j, q])
        lead[:, j, i] = -lead[:, i, j]
    return lead


@pytest.mark.parametrize("tiering", ["leave_pair_out", "in_sample"])
def test_all_pairs_by_fractions_and_loops(tiering):
    tiers = DifficultyTiers(n_tiers=4, min_items=1)
    found = win_tensors_from_difficulty(RIGHT, tiers, tiering=tiering, ties="half")
    others = {"leave_pair_out": lambda i, j: [m for m in range(6) if m not in {i, j}], "in_sample": lambda *_: range(6)}
    lead = by_loops(ANSWERS, 4, lambda i, j: list(others[tiering](i, j)))
    assert len(found.rounds) == 4
    np.testing.assert_array_equal(found.tensors[0].win, lead > 0)
    np.testing.assert_array_equal(found.tensors[0].draw, (lead == 0) & ~np.eye(6, dtype=bool))
    lead = by_loops(ANSWERS, 4, lambda *_: list(range(6)))
    np.testing.assert_array_equal(found.in_sample[0].win, lead > 0)
    assert (found.n_moved > 0) == (tiering == "leave_pair_out")


@pytest.mark.parametrize("ties", ["half", "bootstrap"])
def test_with_one_trial_the_other_models_only_move_the_edges(ties):
    # A question that one of the two knows is known to s of 6 models and to s - 1 of the 4 others. Those are above 1/2
    # where s > 3, 1/4 where s > 2, 3/4 where s > 4: edges between 3/6 and 4/6, 2/6 and 3/6, 4/6 and 5/6 of all models.
    others, everyone = (
        win_tensors_from_difficulty(
            RIGHT, DifficultyTiers(edges, min_items=1), tiering=tiering, ties=ties, draws=50, random_seed=1
        )
        for edges, tiering in (([0.75, 0.5, 0.25], "leave_pair_out"), ([0.7, 0.55, 0.4], "in_sample"))
    )
    np.testing.assert_array_equal(others.tensors[0].win, everyone.tensors[0].win)
    np.testing.assert_array_equal(others.tensors[0].draw, everyone.tensors[0].draw)
    assert (others.tensors[0].win != others.in_sample[0].win).any()


def test_halves_are_judged_by_each_other():
    tiers = DifficultyTiers(n_tiers=4, min_items=1)
    found = win_tensors_from_difficulty(RIGHT, tiers, tiering="split_half", ties="half", random_seed=2)
    names = [tensor.models for tensor in found.tensors]
    assert sorted(names[0] + names[1]) == sorted(RIGHT.models)
    for one, other in ((0, 1), (1, 0)):
        members, judges = ([RIGHT.models.index(name) for name in names[side]] for side in (one, other))
        lead = by_loops(ANSWERS, 4, lambda *_, judges=judges: judges)[np.ix_(range(4), members, members)]
        np.testing.assert_array_equal(found.tensors[one].win, lead > 0)


def test_several_trials_are_one_question():
    # Twice the same answers are the same shares.
    twice = Outcomes.from_array(np.repeat(ANSWERS[:, :, None], 2, axis=2).astype(int))
    one, two = (win_tensors_from_difficulty(each, DifficultyTiers(min_items=5), ties="half") for each in (RIGHT, twice))
    np.testing.assert_array_equal(one.tensors[0].win, two.tensors[0].win)
    assert one.items.tolist() == two.items.tolist()


def test_difficulties_from_elsewhere():
    # Easy by others are 3 and 4: a knows one, b both. Hard 1 and 2: a knows both, b none.
    # By the two models 3 is easy, known to both, and 1, 2 and 4 are hard: 4 is elsewhere.
    found = win_tensors_from_difficulty(
        Outcomes.from_array([[1, 1, 1, 0], [0, 0, 1, 1]]),
        DifficultyTiers("quantile", 2, min_items=1),
        external=[9.0, 8.5, -1, -2],
        ties="half",
    )
    assert found.tiering == "external"
    assert found.rounds == ("tier 1", "tier 2")
    assert found.tensors[0].win[:, 1, 0].tolist() == [1, 0]
    assert found.tensors[0].win[:, 0, 1].tolist() == [0, 1]
    assert found.in_sample[0].n_ties.tolist() == [1, 0]
    assert found.items.tolist() == [1, 3]
    assert found.fewest.tolist() == [2, 2]
    assert (found.n_moved, found.mean_moved) == (1, 0.25)


def test_names_and_order_change_nothing():
    order, questions = np.array([3, 0, 5, 1, 4, 2]), np.random.default_rng(1).permutation(60)
    shuffled = Outcomes.from_array(ANSWERS[order][:, questions].astype(int), models=[f"other {m}" for m in order])
    for options in ({"ties": "bootstrap"}, {"ties": "half", "tiering": "split_half"}):
        found, again = (
            win_tensors_from_difficulty(each, DifficultyTiers(n_tiers=3), draws=50, random_seed=4, **options)
            for each in (RIGHT, shuffled)
        )
        for one in found.tensors:
            names = [f"other {RIGHT.models.index(name)}" for name in one.models]
            (two,) = [each for each in again.tensors if set(each.models) == set(names)]
            place = [two.models.index(name) for name in names]
            np.testing.assert_array_equal(one.win, two.win[np.ix_(range(len(one.rounds)), place, place)])


def test_the_bootstrap_is_of_the_questions_of_the_round():
    # By c questions 3 to 5 are easy. There a has two that b has not, b one: 3/4. On the hard ones both are alike.
    answers = [[1, 0, 1, 1, 0], [1, 0, 0, 0, 1], [0, 0, 1, 1, 1]]
    found = win_tensors_from_difficulty(
        Outcomes.from_array(answers), HALVES, ties="bootstrap", random_seed=1, draws=40_000
    )
    (tensor,) = found.tensors
    assert abs(tensor.win[0, 0, 1] - 3 / 4) < 5 * np.sqrt(3 / 16 / 40_000)
    assert tensor.draw[:, 0, 1].tolist() == [0, 1]
    assert found.random_seed == 1


def test_ties_must_be_decided():
    with pytest.raises(
        DataError, match=r"or ties= must say who wins; got 6 of 6 pairs tied .* most in '0.5 to 1' \(3\)"
    ):
        win_tensors_from_difficulty(Outcomes.from_array([[1, 0, 1, 0], [0, 1, 1, 0], [0, 0, 1, 1]]), HALVES)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tiering": "external"}, "external must be given with tiering='external' and with no other; got .*'external'"),
        ({"tiering": "in_sample", "external": [0] * 60}, "external must be given with tiering='external'"),
        ({"external": [0] * 60}, "edges must be 'quantile' for external difficulties"),
        ({"tiering": "leave_one_out"}, "tiering must be one of leave_pair_out"),
        ({"ties": "first"}, "ties must be one of half"),
        ({"draws": 1}, "draws must be a whole number of at least 2"),
    ],
)
def test_options_that_are_none_are_refused(options, said):
    with pytest.raises(ValueError, match=said):
        win_tensors_from_difficulty(RIGHT, **options)


def test_prior_outcomes_are_refused():
    with pytest.raises(DataError, match="prior"):
        win_tensors_from_difficulty(RIGHT.with_prior(np.ones((60, 1))), ties="half")
