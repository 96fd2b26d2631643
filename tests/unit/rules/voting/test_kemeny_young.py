import numpy as np
import pytest

from bayesrank.errors import ConvergenceError
from bayesrank.rules.voting.kemeny_young import kemeny_young
from bayesrank.statistics.pair_votes import PairVotes
from bayesrank.statistics.summarise import summarise
from tests.ballots import TWENTY_ONE_VOTERS, named, orderings, pair_votes, score_ballots


def test_by_hand():
    # Victories, by votes: ac 7, ba 5, cb 9, cd 3, da 1, db 17. They go round a, c, b and round a, c, d. To overrule ac
    # costs 7; else ba has to be, 5, and one of cd, 3, and da, 1. So ba and da: a, c, d, b.
    assert score_ballots(kemeny_young, *TWENTY_ONE_VOTERS) == {"a": 4, "b": 1, "c": 3, "d": 2}


def test_best_orders_that_differ_are_ranked_by_what_they_have_in_common():
    # a, b, c go round with margins 1, 3, 1; all beat d. Best are abcd and bcad: b before c, and all before d.
    votes = pair_votes("abcd", ab=(5, 4), bc=(6, 3), ca=(5, 4), ad=(9, 0), bd=(9, 0), cd=(9, 0))
    assert named("abcd", kemeny_young(votes)) == {"a": 4, "b": 4, "c": 3, "d": 2}
    assert kemeny_young.diagnose(votes)["n_pairs_open"] == 2  # ab, ac


def test_disagreement_is_counted_in_votes():
    # Against a, c, d, b: ca 7, da 11, ba 13, dc 9, bc 6, bd 2 of 21 for each pair.
    facts = kemeny_young.diagnose(summarise(orderings(*TWENTY_ONE_VOTERS), PairVotes))
    assert facts["disagreement"] == 48
    assert facts["disagreement_share"] == 48 / 126
    assert facts["n_pairs_open"] == 0


@pytest.mark.parametrize(("ties", "against", "of"), [("half", 2, 6), ("ignore", 1, 4)])
def test_ties_add_to_the_disagreement_of_all_orders(ties, against, of):
    votes = pair_votes("ab", ab=(3, 1, 2))
    assert named("ab", kemeny_young(votes, ties=ties)) == {"a": 2, "b": 1}
    facts = kemeny_young.diagnose(votes, ties=ties)
    assert facts["disagreement"] == against
    assert facts["disagreement_share"] == against / of


def test_a_model_without_comparison_stands_in_the_middle():
    assert named("abc", kemeny_young(pair_votes("abc", ab=(3, 1)))) == {"a": 3, "b": 2, "c": 2.5}


def test_without_any_comparison_nothing_is_told():
    votes = pair_votes("ab")
    assert named("ab", kemeny_young(votes)) == {"a": 0, "b": 0}
    assert kemeny_young.diagnose(votes) == {"disagreement": 0, "disagreement_share": 0, "n_pairs_open": 1}


def test_fractional_votes_that_are_equal_but_for_rounding_are_equal():
    # Round a, b, c go margins .1 + .2, .3 and .3: any order of the three is as good as its rotations.
    assert 0.1 + 0.2 != 0.3
    assert named("abc", kemeny_young(pair_votes("abc", ab=(0.1 + 0.2, 0), bc=(0.3, 0), ca=(0.3, 0)))) == {
        "a": 3,
        "b": 3,
        "c": 3,
    }
    assert named("ab", kemeny_young(pair_votes("ab", ab=(0.1 + 0.2, 0.3)))) == {"a": 2, "b": 2}


def test_a_stack_is_scored_one_by_one(votes):
    stack, singles = votes
    np.testing.assert_array_equal(kemeny_young(stack), [kemeny_young(one) for one in singles])
    facts = kemeny_young.diagnose(stack)
    for name in ("disagreement", "disagreement_share", "n_pairs_open"):
        np.testing.assert_array_equal(facts[name], [kemeny_young.diagnose(one)[name] for one in singles])


def test_order_of_models_changes_nothing(votes):
    stack, _ = votes
    order = [4, 2, 6, 0, 5, 1, 3]
    wins, ties = (table[:, order][:, :, order] for table in (stack.wins, stack.ties))
    moved = PairVotes(tuple(stack.models[place] for place in order), wins, ties)
    np.testing.assert_array_equal(kemeny_young(moved), kemeny_young(stack)[:, order])


def test_options_are_checked():
    with pytest.raises(ValueError, match=r"^ties must be one of half, ignore; got 'drop'"):
        kemeny_young(pair_votes("ab", ab=(3, 1)), ties="drop")
    for time_limit in (0.0, float("nan")):
        with pytest.raises(ValueError, match=rf"^time_limit must be positive; got {time_limit}\. Give seconds, or "):
            kemeny_young(pair_votes("ab", ab=(3, 1)), time_limit=time_limit)


def test_time_is_limited_for_large_groups():
    # 23 models round a table, each beating the 11 on its left: one group, too large for dynamic programming.
    wins = np.array([[0 < (second - first) % 23 <= 11 for second in range(23)] for first in range(23)], dtype=float)
    votes = PairVotes(tuple("abcdefghijklmnopqrstuvw"), wins, np.zeros((23, 23)))
    with pytest.raises(ConvergenceError, match=r"^time_limit must be long enough to order 23 models .* got 1e-09 s"):
        kemeny_young(votes, time_limit=1e-9)
