"""What a rule knows of itself."""

import inspect

import numpy as np

from bayesrank.rules.rule import Solved, ranking_rule
from bayesrank.statistics.games import Games
from bayesrank.statistics.pair_counts import PairCounts

COUNTS = PairCounts(("a", "b"), wins=np.array([[0.0, 3.0], [1.0, 0.0]]), ties=np.zeros((2, 2)))


@ranking_rule(ties="ignored", missing="left out", cost="L^2", reference="nobody2000")
def most_wins(counts: PairCounts, *, power: float = 1.0):
    """Score by wins."""
    return counts.wins.sum(axis=-1) ** power


@ranking_rule(ties="shared", missing="left out", cost="games", reference="nobody2000")
def by_chance(games: Games, *, random_seed: int = 0):
    """Score at random."""
    return np.random.default_rng(random_seed).random(len(games.models))


def test_a_rule_is_called_as_its_function():
    assert most_wins(COUNTS).tolist() == [3, 1]
    assert most_wins(COUNTS, power=2).tolist() == [9, 1]


@ranking_rule(ties="ignored", missing="left out", cost="L^2", reference="nobody2000")
def counted(counts: PairCounts, *, power: float = 1.0):
    """Score by wins, and know how many there are."""
    wins = counts.wins.sum(axis=-1) ** power
    return Solved(wins, lambda: {"total": wins.sum()})


def test_a_rule_that_knows_more_says_it_when_asked():
    assert counted(COUNTS, power=2).tolist() == [9, 1]
    assert counted.diagnose(COUNTS, power=2) == {"total": 10}
    assert most_wins.diagnose(COUNTS) == {}
    assert counted.defaults == {"power": 1.0}


def test_facts_come_from_the_signature():
    assert (most_wins.name, most_wins.reads, most_wins.options) == ("most_wins", PairCounts, ("power",))
    assert not most_wins.random
    assert by_chance.random
    assert by_chance.reads is Games


def test_a_rule_is_documented_as_its_function():
    assert inspect.getdoc(most_wins) == "Score by wins."
    assert list(inspect.signature(most_wins).parameters) == ["counts", "power"]
