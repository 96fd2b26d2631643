"""What a tie can count for."""

import inspect

import pytest

from bayesrank.options import check_choice
from bayesrank.rules.credit_of_ties import CreditOfTies
from bayesrank.rules.registry import find_rule


@pytest.mark.parametrize("name", ["kemeny_young", "minimax", "ranked_pairs", "rank_centrality", "schulze"])
def test_rules_that_count_ties_offer_the_same_words(name):
    option = inspect.signature(find_rule(name)).parameters["ties"]
    assert option.annotation is CreditOfTies
    assert option.default == "half"


def test_a_tie_is_half_a_win_or_nothing():
    check_choice("ties", "half", CreditOfTies)
    check_choice("ties", "ignore", CreditOfTies)
    with pytest.raises(ValueError, match="ties must be one of half, ignore; got 'draw'"):
        check_choice("ties", "draw", CreditOfTies)
