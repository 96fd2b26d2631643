"""Ballots, and votes between two models, written as one would on paper."""

import numpy as np

from bayesrank.observations.orderings import Orderings
from bayesrank.statistics.pair_votes import PairVotes
from bayesrank.statistics.summarise import summarise

# Schulze (2011), section 3, example 1: 21 voters. Votes for the first of two against the second:
#   ab 8:13   ac 14:7   ad 10:11   bc 6:15   bd 2:19   cd 12:9
# The winner by Schulze's rule is d there; what other rules make of it is worked out in their tests.
TWENTY_ONE_VOTERS = ("8 a > c > d > b", "2 b > a > d > c", "4 c > d > b > a", "4 d > b > a > c", "3 d > c > b > a")


def orderings(*ballots: str) -> Orderings:
    """Return ballots such as ``"3 a > b = c"``: three voters put a first, and b and c alike."""
    rows, multiplicity = [], []
    for voter, ballot in enumerate(ballots):
        number, ranking = ballot.split(maxsplit=1)
        multiplicity.append(int(number))
        for place, tied in enumerate(ranking.split(">")):
            rows += [(voter, name.strip(), float(place)) for name in tied.split("=")]
    models = tuple(sorted({name for _, name, _ in rows}))
    return Orderings(
        models=models,
        voters=tuple(f"ballot {number}" for number in range(len(ballots))),
        voter_index=np.array([voter for voter, _, _ in rows]),
        model_index=np.array([models.index(name) for _, name, _ in rows]),
        rank=np.array([place for _, _, place in rows]),
        multiplicity=np.array(multiplicity),
    )


def score_ballots(rule, *ballots, **options):
    """Return the score of each model by its name."""
    statistic = summarise(orderings(*ballots), rule.reads)
    return named(statistic.models, rule(statistic, **options))


def pair_votes(models: str, **pairs: tuple[float, ...]) -> PairVotes:
    """Return votes such as ``ab=(6, 3)``, six for a against b and three for b, and a third number that tie them."""
    wins, ties = np.zeros((2, len(models), len(models)))
    for pair, (first, second, *alike) in pairs.items():
        i, j = models.index(pair[0]), models.index(pair[1])
        wins[i, j], wins[j, i] = first, second
        ties[i, j] = ties[j, i] = sum(alike)
    return PairVotes(tuple(models), wins, ties)


def named(models, scores):
    """Return the scores by name."""
    return dict(zip(models, scores.tolist(), strict=True))
