"""How often 95 % intervals of Swiss tournaments hold the truth; run as a script it writes the figures of the page.

29 models, 12 rounds, so many questions each. The truth is what tournaments give in which the better accuracy wins; the
intervals are of draws of accuracies, under Jeffreys' prior, given the answers.
"""

import json
from pathlib import Path

import numpy as np
from measure import put_tables, share, stream
from scipy.special import expit

from bayesrank import ScoreTable, count_rounds, swiss_tournament
from bayesrank.ranks.posterior_ranks import rank_draws, simultaneous_rank_sets

PAGE = Path(__file__).parents[2] / "docs" / "explanations" / "swiss-tournaments.md"
FIGURES = PAGE.with_name("swiss_coverage.json")
N_MODELS, N_ROUNDS = 29, 12
ELIMINATE = (0, 2)
CI_PROB = 0.95
REPLICATIONS = 60
DRAWS, CONTESTS, CONTESTS_OF_TRUTH = 300, 200, 20_000
SETTINGS = [("Jeffreys' prior", 100), ("abilities", 100), ("abilities", 1_000)]


def draw_accuracies(kind, rng):
    """Draw accuracies, shape (models, rounds): from the prior, or abilities that models keep over the rounds."""
    if kind == "Jeffreys' prior":
        return rng.beta(0.5, 0.5, (N_MODELS, N_ROUNDS))
    return expit(rng.normal(size=(N_MODELS, 1)) + rng.normal(0, 0.5, (N_MODELS, N_ROUNDS)))


def true_tournament(accuracy, seed):
    """Return the tournament in which the better accuracy wins."""
    models, rounds = (tuple(map(str, range(number))) for number in accuracy.shape)
    table = ScoreTable(models, rounds, accuracy, np.ones(N_ROUNDS, dtype=bool))
    return swiss_tournament(table, eliminate=ELIMINATE, n_contests=CONTESTS_OF_TRUTH, random_seed=seed)


def coverage_row(kind, n_questions, replications=REPLICATIONS):
    """Measure the intervals of wins, of sensitivity and of its excess, and the simultaneous rank sets."""
    rng = stream(f"{kind}, {n_questions} questions")
    held = {name: [] for name in ("wins", "wins_with_eliminations", "sensitivity", "excess", "all_ranks")}
    for replication in range(replications):
        accuracy = draw_accuracies(kind, rng)
        truth = true_tournament(accuracy, replication)
        counts = count_rounds(rng.binomial(n_questions, accuracy), np.full(N_ROUNDS, n_questions))
        found = swiss_tournament(counts, eliminate=ELIMINATE, n_contests=CONTESTS, draws=DRAWS, random_seed=replication)
        lower, upper = np.quantile(found.wins.draws, [(1 - CI_PROB) / 2, (1 + CI_PROB) / 2], axis=1)
        inside = (lower <= truth.wins.wins) & (truth.wins.wins <= upper)
        held["wins"].append(inside[0])
        held["wins_with_eliminations"].append(inside[1])
        true_sensitivity, sensitivity = truth.sensitivity(), found.sensitivity()
        for name, of in (("sensitivity", "normalised"), ("excess", "excess")):
            value, interval = getattr(true_sensitivity, of).value, getattr(sensitivity, of)
            held[name].append((interval.lower <= value) & (value <= interval.upper))
        sets, ranks = (
            simultaneous_rank_sets(rank_draws(found.wins.draws[0]), CI_PROB),
            rank_draws(truth.wins.wins[:1])[0],
        )
        held["all_ranks"].append([np.all((sets.lower <= ranks) & (ranks <= sets.upper))])
    figures = {key: value for name, each in held.items() for key, value in share(name, np.array(each)).items()}
    return {"accuracies": kind, "questions": n_questions, "replications": replications, **figures}


if __name__ == "__main__":
    figures = {"coverage": [coverage_row(*setting) for setting in SETTINGS]}
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    PAGE.write_text(put_tables(PAGE.read_text(), figures))
