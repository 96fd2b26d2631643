"""What must hold of Swiss contests whatever the data, in exact fractions.

Numbers are those of the list of identities in the specification of the rules. The fourth of them, small contests, is in
``test_golden_swiss``.
"""

from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest

from bayesrank.observations.score_table import ScoreTable
from bayesrank.swiss.contests.contest_budget import contest_budget
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.exact.exact import exact_fractions, exact_wins
from bayesrank.swiss.rounds.from_scores import win_tensor_from_scores

KINDS = ("certain", "chance", "draws", "double losses")
ONE_WINNER = KINDS[:2]


def tables(kind, n_models, n_rounds, seed=0):
    """Return random probabilities of wins and draws, in eighths."""
    rng = np.random.default_rng([seed, n_models, n_rounds, KINDS.index(kind)])
    win, draw = ([[[Fraction(0)] * n_models for _ in range(n_models)] for _ in range(n_rounds)] for _ in range(2))
    for k in range(n_rounds):
        for i, j in combinations(range(n_models), 2):
            wins, losses, draws = eighths(kind, rng)
            win[k][i][j], win[k][j][i] = Fraction(wins, 8), Fraction(losses, 8)
            draw[k][i][j] = draw[k][j][i] = Fraction(draws, 8)
    return win, draw


def eighths(kind, rng):
    if kind == "certain":
        wins = 8 * int(rng.integers(2))
        return wins, 8 - wins, 0
    if kind == "chance":
        wins = int(rng.integers(9))
        return wins, 8 - wins, 0
    wins, losses = int(rng.integers(5)), int(rng.integers(4))
    return wins, losses, (8 - wins - losses if kind == "draws" else 0)


def law_of(tables, eliminate=0, **rules):
    win, _ = tables
    return exact_fractions(tables, [read_schedule(eliminate, len(win[0]), len(win))], ContestRules(**rules))[0]


def points_of(tables):
    """Return what i can expect of j in round k, shape (K, M, M)."""
    win, draw = (np.array(table, dtype=object) for table in tables)
    return win + draw / 2


# What is won is what there is to win (identity 1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("eliminate", [0, 1, "halving"])
def test_all_points_are_of_matches(kind, eliminate):
    played = tables(kind, 5, 3)
    law = law_of(played, eliminate)
    win, draw = (np.array(table, dtype=object) for table in played)
    both_lose = 1 - win - win.swapaxes(1, 2) - draw
    lost = (np.array(law.met, dtype=object) * both_lose).sum() / 2
    assert sum(law.wins) == sum(law.n_pairs) - lost
    assert (lost > 0) == (kind == "double losses")


@pytest.mark.parametrize("kind", ONE_WINNER)
@pytest.mark.parametrize(("n_models", "n_rounds"), [(4, 4), (5, 4), (6, 3)])
def test_numbers_of_matches_are_fixed_where_matches_have_one_winner(kind, n_models, n_rounds):
    for eliminate in (0, 1, 2, [0, 2, *[1] * (n_rounds - 2)]):
        law = law_of(tables(kind, n_models, n_rounds), eliminate)
        budget = contest_budget(n_models, n_rounds, [eliminate])
        assert list(law.n_pairs) == budget.n_pairs[0].tolist()
        assert sum(sum(row) for row in law.active) == budget.n_active[0][budget.n_active[0] > 1].sum()


def test_numbers_of_matches_are_not_fixed_where_matches_can_be_drawn():
    # Four models that draw all matches stay together, so there are two matches in each round.
    never = [[[Fraction(0)] * 4] * 4] * 4
    always = [[[Fraction(1)] * 4] * 4] * 4
    assert law_of((never, always)).n_pairs == (2, 2, 2, 2)
    assert contest_budget(4, 4, [0]).n_pairs.tolist() == [[2, 2, 1, 1]]


# One round (identity 2)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_models", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("bye_points", [0, 0.5, 1])
def test_one_round(kind, n_models, bye_points):
    played = tables(kind, n_models, 1)
    odd = Fraction(n_models % 2, n_models)
    expected = points_of(played)[0].sum(axis=1) / (n_models - 1) * (1 - odd) + Fraction(bye_points) * odd
    assert list(law_of(played, bye_points=bye_points).wins) == expected.tolist()


# Two models (identity 3)


@pytest.mark.parametrize("n_rounds", [1, 2, 5])
@pytest.mark.parametrize("eliminate", [0, 1, 2])
def test_two_models_meet_once(n_rounds, eliminate):
    played = tables("chance", 2, n_rounds)
    assert law_of(played, eliminate).wins == (played[0][0][0][1], played[0][0][1][0])


# Names (identity 5)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rules", [{}, {"floats": "down"}, {"overflow": "cascade"}, {"pairing": "random"}])
def test_names_of_models_do_not_matter(kind, rules):
    played = tables(kind, 5, 3)
    order = [3, 0, 4, 2, 1]
    renamed = [[[[rows[i][j] for j in order] for i in order] for rows in table] for table in played]
    before, after = law_of(played, 2, **rules), law_of(tuple(renamed), 2, **rules)
    assert after.wins == tuple(before.wins[i] for i in order)
    assert after.variance == tuple(before.variance[i] for i in order)
    assert after.byes == tuple(tuple(row[i] for i in order) for row in before.byes)
    assert len(set(before.wins)) > 1


def test_only_the_order_of_scores_in_a_round_matters():
    scores = np.random.default_rng(3).normal(size=(6, 4))
    stretched = np.stack(
        [np.exp(scores[:, 0]), scores[:, 1] ** 3, 5 * scores[:, 2] - 1, np.arctan(scores[:, 3])], axis=1
    )
    tensors = [
        win_tensor_from_scores(
            ScoreTable(
                models=tuple("abcdef"), benchmarks=tuple("wxyz"), scores=table, higher_is_better=np.ones(4, dtype=bool)
            )
        )
        for table in (scores, stretched)
    ]
    one, other = (exact_wins(tensor, [read_schedule(1, 6, 4)], ContestRules()).wins for tensor in tensors)
    np.testing.assert_array_equal(one, other)
    assert len(set(one[0])) > 1


# Coins (identity 6)


@pytest.mark.parametrize("n_models", [3, 4, 5, 6])
@pytest.mark.parametrize("eliminate", [0, 1, 2])
def test_coins_share_the_matches(n_models, eliminate):
    coins = [[[Fraction(1, 2)] * n_models] * n_models] * 4
    never = [[[Fraction(0)] * n_models] * n_models] * 4
    pairs = int(contest_budget(n_models, 4, [eliminate]).total[0])
    assert law_of((coins, never), eliminate).wins == (Fraction(pairs, n_models),) * n_models


# When nobody leaves (identities 7 and 8)


@pytest.mark.parametrize("kind", KINDS)
def test_who_leaves_after_the_last_round_does_not_matter(kind):
    played = tables(kind, 5, 3)
    assert law_of(played, [1, 1, 0]).wins == law_of(played, [1, 1, 5]).wins
    assert law_of(played, [1, 1, 0]).wins != law_of(played, 0).wins


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_leaves_without_eliminations(kind):
    law = law_of(tables(kind, 5, 3), 0)
    assert {chance for row in law.eliminated for chance in row} == {0}
    assert {chance for row in law.active for chance in row} == {1}


# Knock-outs (identity 9)


@pytest.mark.parametrize("kind", ONE_WINNER)
@pytest.mark.parametrize("n_models", [4, 5, 6, 7])
def test_half_of_the_models_or_more_is_all_the_same(kind, n_models):
    played = tables(kind, n_models, 4)
    half = law_of(played, (n_models + 1) // 2)
    assert half.wins == law_of(played, n_models - 1).wins == law_of(played, "halving").wins
    assert half.wins != law_of(played, 0).wins


def test_a_knock_out_of_four():
    # Model i meets each other j first with probability 1 / 3, and then the winner between the two others.
    played = tables("chance", 4, 2)
    first, second = played[0]
    expected = []
    for i in range(4):
        ways = []
        for j in range(4):
            if j != i:
                k, others = [other for other in range(4) if other not in (i, j)]
                then = first[k][others] * second[i][k] + first[others][k] * second[i][others]
                ways.append(first[i][j] * (1 + then))
        expected.append(sum(ways) / 3)
    assert law_of(played, 2).wins == tuple(expected)


@pytest.mark.parametrize("n_models", [2, 4, 8])
def test_who_beats_all_wins_a_knock_out(n_models):
    win, draw = tables("certain", n_models, 4)
    for rows in win:
        for other in range(1, n_models):
            rows[0][other], rows[other][0] = Fraction(1), Fraction(0)
    assert law_of((win, draw), n_models).wins[0] == n_models.bit_length() - 1


# Losers are winners of the contest turned round (identity 10)


@pytest.mark.parametrize("kind", ONE_WINNER)
@pytest.mark.parametrize(("n_models", "n_rounds"), [(2, 1), (4, 1), (4, 2), (8, 2), (8, 3)])
def test_powers_of_two_without_byes(kind, n_models, n_rounds):
    win, draw = tables(kind, n_models, n_rounds)
    turned = [[[rows[j][i] for j in range(n_models)] for i in range(n_models)] for rows in win]
    law, other = law_of((win, draw)), law_of((turned, draw))
    assert {chance for row in law.byes for chance in row} == {0}
    assert other.wins == tuple(n_rounds - wins for wins in law.wins)


# Without groups (identity 11)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_models", [3, 4, 5])
def test_random_pairs_are_mean_win_rates(kind, n_models):
    played = tables(kind, n_models, 3)
    rates = points_of(played).sum(axis=(0, 2)) / (n_models - 1)
    expected = rates * (1 - Fraction(n_models % 2, n_models))
    assert list(law_of(played, pairing="random").wins) == expected.tolist()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_models", [3, 4])
def test_when_all_meet_points_are_sums(kind, n_models):
    played = tables(kind, n_models, 2)
    law = law_of(played, pairing="round_robin")
    assert list(law.wins) == points_of(played).sum(axis=(0, 2)).tolist()
    assert law.n_pairs == (n_models * (n_models - 1) // 2,) * 2


# Points are the sum of what could be expected of each match before it (identity 12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("eliminate", [0, 1, 2])
@pytest.mark.parametrize("bye_points", [0, 0.5, 1])
@pytest.mark.parametrize("rules", [{}, {"floats": "down"}, {"overflow": "cascade"}, {"pairing": "round_robin"}])
def test_points_are_expected_of_matches(kind, eliminate, bye_points, rules):
    played = tables(kind, 5 - (rules.get("pairing") is not None), 3)
    law = law_of(played, eliminate, bye_points=bye_points, **rules)
    of_matches = (np.array(law.met, dtype=object) * points_of(played)).sum(axis=(0, 2))
    of_byes = Fraction(bye_points) * np.array(law.byes, dtype=object).sum(axis=0)
    assert list(law.wins) == (of_matches + of_byes).tolist()


# With one match in a round, uncertain probabilities are as good as their means (identity 13)


def test_means_of_draws_are_enough_for_three_models():
    after, of_mean = wins_of_draws(3, 3)
    assert after == of_mean


def test_means_of_draws_are_not_enough_for_four_models():
    # Two matches in a round go by the same draw, so who has points after it hangs together.
    after, of_mean = wins_of_draws(4, 2)
    assert sum(after) == sum(of_mean)
    assert after != of_mean


def wins_of_draws(n_models, n_rounds):
    """Return mean expected wins over two draws for each round, independent of each other, and wins of the mean draw."""
    (first, draw), (second, _) = (tables("certain", n_models, n_rounds, seed) for seed in (1, 2))
    laws = [
        law_of(([both[pick] for both, pick in zip(zip(first, second, strict=True), picks, strict=True)], draw))
        for picks in product((0, 1), repeat=n_rounds)
    ]
    after = [sum(law.wins[model] for law in laws) / len(laws) for model in range(n_models)]
    mean = (np.array(first, dtype=object) + np.array(second, dtype=object)) / 2
    return after, list(law_of((mean.tolist(), draw)).wins)


# Against a list of all that can happen, which knows nothing of groups and states


@pytest.mark.parametrize("kind", KINDS)
def test_two_rounds_of_four_models_by_listing_all(kind):
    # Every order of the models is a draw: neighbours in it meet if their points are equal, from the top of each group.
    win, draw = tables(kind, 4, 2)
    expected = [Fraction(0)] * 4
    for chance, points in rounds_of([(Fraction(1), (0, 0, 0, 0))], win[0], draw[0], win[1], draw[1]):
        expected = [wins + chance * Fraction(more, 2) for wins, more in zip(expected, points, strict=True)]
    assert list(law_of((win, draw)).wins) == expected


def rounds_of(states, win, draw, *later):
    after = []
    for chance, points in states:
        for order in permutations(range(4)):
            pairs = pairs_of(sorted(order, key=lambda model: -points[model]), points)  # a stable sort keeps the order
            for results in product((2, 1, 0, None), repeat=len(pairs)):
                share, more = chance / 24, list(points)
                for (i, j), result in zip(pairs, results, strict=True):
                    lost = 1 - win[i][j] - win[j][i] - draw[i][j]
                    share *= {2: win[i][j], 1: draw[i][j], 0: win[j][i], None: lost}[result]
                    more[i] += result or 0
                    more[j] += 0 if result is None else 2 - result
                after.append((share, tuple(more)))
    return rounds_of([state for state in after if state[0]], *later) if later else after


def pairs_of(order, points):
    pairs, order = [], list(order)
    while order:
        group = [model for model in order if points[model] == points[order[0]]]
        order = order[len(group) :]
        pairs += zip(group[::2], group[1::2], strict=False)
    return pairs
