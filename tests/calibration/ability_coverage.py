"""How often 95 % intervals of differences, and rank sets, hold the truth on simulated boards of 5, 20 and 50 models.

Every leaderboard is drawn anew: abilities N(0, 1), difficulties N(0, 1.2), right and wrong answers by Rasch. Each
program is compiled once and fitted by NUTS to every leaderboard. The truth of ``hierarchical`` is the expected accuracy
on these questions, that of the others the ability.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import bayesrank as br
from bayesrank.inference.nuts import sample_nuts
from bayesrank.inference.variables import draws_of
from bayesrank.ranks.fitting import chosen_program, chosen_target
from bayesrank.ranks.posterior_ranks import marginal_rank_sets, rank_draws, simultaneous_rank_sets

FIGURES = Path(__file__).parents[2] / "docs/explanations/ability_coverage.json"


@dataclass(frozen=True)
class Design:
    """Size of the leaderboards, and how many of them."""

    n_models: int
    n_questions: int
    n_trials: int
    replications: int


DESIGNS = (Design(5, 30, 8, 200), Design(20, 30, 8, 100), Design(50, 100, 4, 30))
PROGRAMS = {
    "rasch": ("rasch", "ability", {}),
    "setwise_cml": ("setwise_cml", "ability", {}),
    "bradley_terry": ("bradley_terry", "ability", {}),
    "bradley_terry, every pair in full": ("bradley_terry", "ability", {"event_weight": "full"}),
    "hierarchical": ("hierarchical", "benchmark", {}),
}
DRAWS = 250  # a chain


def leaderboard(design, rng):
    """Return outcomes, true abilities and true accuracies on the questions."""
    ability, difficulty = rng.normal(0, 1, design.n_models), rng.normal(0, 1.2, design.n_questions)
    chance = 1 / (1 + np.exp(difficulty - ability[:, None]))
    answers = rng.random((design.n_models, design.n_questions, design.n_trials)) < chance[:, :, None]
    return br.Outcomes.from_array(answers.astype(float)), ability, chance.mean(axis=1)


def measure(label, design):
    """Return the coverage of one program on the leaderboards of one design."""
    name, target, options = PROGRAMS[label]
    rng = np.random.default_rng(design.n_models)
    held = {"differences": [], "marginal rank sets": [], "simultaneous rank sets": []}
    for replication in range(design.replications):
        data, ability, accuracy = leaderboard(design, rng)
        program, statistic = chosen_program(data, name, None, options)
        aim = chosen_target(program, target)
        groups = sample_nuts(program, program.build(statistic), draws=DRAWS, cores=2, random_seed=replication)
        scores = program.scores_of(statistic, draws_of(groups["posterior"]), aim, np.random.default_rng(replication))
        truth = (accuracy if name == "hierarchical" else ability)[[data.models.index(m) for m in statistic.models]]
        first, second = np.triu_indices(design.n_models, k=1)
        lower, upper = np.quantile(scores[:, first] - scores[:, second], [0.025, 0.975], axis=0)
        gap = truth[first] - truth[second]
        held["differences"].append(((lower <= gap) & (gap <= upper)).mean())
        ranks, true_rank = rank_draws(scores), np.argsort(np.argsort(-truth)) + 1
        marginal, simultaneous = marginal_rank_sets(ranks, 0.95), simultaneous_rank_sets(ranks, 0.95)
        held["marginal rank sets"].append(((marginal.lower <= true_rank) & (true_rank <= marginal.upper)).mean())
        inside = (simultaneous.lower <= true_rank) & (true_rank <= simultaneous.upper)
        held["simultaneous rank sets"].append(inside.all())
    row = {"program": label, "models": design.n_models, "questions": design.n_questions, "trials": design.n_trials}
    row["leaderboards"] = design.replications
    for what, shares in held.items():
        row[what] = round(float(np.mean(shares)), 4)
        row[f"{what}, standard error"] = round(float(np.std(shares) / np.sqrt(len(shares))), 4)
    return row


def main():
    """Measure the programs named, or all, and keep the figures of the others."""
    asked = sys.argv[1:] or list(PROGRAMS)
    rows = json.loads(FIGURES.read_text()) if FIGURES.exists() else []
    for label in asked:
        for design in DESIGNS:
            row = measure(label, design)
            same = (row["program"], row["models"])
            rows = [other for other in rows if (other["program"], other["models"]) != same] + [row]
            FIGURES.write_text(json.dumps(rows, indent=1) + "\n")
            print(row, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
