"""Winners of voting rules against pref_voting, another implementation, on random small profiles."""

import json
from pathlib import Path

import numpy as np
import pytest

from bayesrank.rules.registry import find_rule
from bayesrank.statistics.pair_votes import PairVotes
from bayesrank.statistics.summarise import summarise
from tests.ballots import orderings, score_ballots

# Written by tests/golden/pref_voting_answers.py with pref_voting 1.18.2, whose names of variants say what each answers.
CASES = json.loads((Path(__file__).parents[1] / "golden/pref_voting.json").read_text())["cases"]

# Theirs to ours. Winning votes are there votes without ties; by margin, half a vote for each of a tie is the same.
CALLS = {
    "borda": ("borda", {}),
    "copeland": ("copeland", {}),
    "minimax margin": ("minimax", {"strength": "margin"}),
    "minimax winning_votes": ("minimax", {"strength": "winning_votes", "ties": "ignore"}),
    "schulze margin": ("schulze", {"ties": "half"}),
    "schulze winning_votes": ("schulze", {"ties": "ignore"}),
    "ranked_pairs margin": ("ranked_pairs", {"strength": "margin"}),
    "ranked_pairs winning_votes": ("ranked_pairs", {"strength": "winning_votes", "ties": "ignore"}),
    "kemeny_young": ("kemeny_young", {}),
    "nanson": ("nanson", {}),
    "baldwin": ("baldwin", {}),
}


def ours(rule, ballots):
    name, options = CALLS[rule]
    scores = score_ballots(find_rule(name), *ballots, **options)
    return "".join(sorted(model for model, score in scores.items() if score == max(scores.values())))


def victories_are_apart(ballots):
    """Return whether no two victories have the same margin."""
    votes = summarise(orderings(*ballots), PairVotes)
    margins = (votes.wins - votes.wins.T)[votes.wins > votes.wins.T]
    return len(np.unique(margins)) == len(margins)


@pytest.mark.parametrize("rule", [rule for rule in CALLS if rule != "ranked_pairs margin"])
def test_the_winners_are_the_same(rule):
    answered = [case for case in CASES if rule in case["winners"]]
    assert len(answered) >= 40
    for case in answered:
        assert ours(rule, case["ballots"]) == case["winners"][rule], case["ballots"]


def test_ranked_pairs_has_the_same_winners_where_victories_are_apart():
    # Theirs are the winners under all ways of breaking ties between equal victories, ours of a rule that breaks none.
    # With equal victories the two may differ, and do in few cases.
    answers = [(case, ours("ranked_pairs margin", case["ballots"])) for case in CASES]
    apart = [(case, winners) for case, winners in answers if victories_are_apart(case["ballots"])]
    assert len(apart) >= 30
    for case, winners in apart:
        assert winners == case["winners"]["ranked_pairs margin"], case["ballots"]
    assert sum(winners == case["winners"]["ranked_pairs margin"] for case, winners in answers) >= 0.95 * len(CASES)


def test_the_file_has_no_answer_that_is_not_compared():
    assert {rule for case in CASES for rule in case["winners"]} == set(CALLS)
    assert len(CASES) == 210
