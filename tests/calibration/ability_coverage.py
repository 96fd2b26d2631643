"""How often 95 % intervals of differences, and rank sets, hold the truth on simulated boards of 5, 20 and 50 models.

Every leaderboard is drawn anew: abilities N(0, 1), difficulties N(0, 1.2), right and wrong answers by Rasch. Each
program is compiled once and fitted by NUTS to every leaderboard. The truth of ``hierarchical`` is the expected accuracy
on these questions, that of the others the ability. Run as a script it writes the figures of the page.
"""

import json
import sys
from dataclasses import dataclass

import numpy as np
from measure import PAGE, inside, put_tables, share

import bayesrank as br
from bayesrank.inference.nuts import sample_nuts
from bayesrank.inference.variables import draws_of
from bayesrank.ranks.fitting import chosen_program, chosen_target
from bayesrank.ranks.posterior_ranks import marginal_rank_sets, rank_draws, simultaneous_rank_sets

FIGURES = PAGE.with_name("ability_coverage.json")
DRAWS = 250  # a chain


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


def leaderboard(design, rng):
    """Return outcomes, true abilities and true accuracies on the questions."""
    ability, difficulty = rng.normal(0, 1, design.n_models), rng.normal(0, 1.2, design.n_questions)
    chance = 1 / (1 + np.exp(difficulty - ability[:, None]))
    answers = rng.random((design.n_models, design.n_questions, design.n_trials)) < chance[:, :, None]
    return br.Outcomes.from_array(answers.astype(float)), ability, chance.mean(axis=1)


def coverage_row(label, design):
    """Measure one program on the leaderboards of one design."""
    name, target, options = PROGRAMS[label]
    rng = np.random.default_rng(design.n_models)
    first, second = np.triu_indices(design.n_models, k=1)
    differences = np.empty((design.replications, len(first)))
    each_rank, all_ranks = np.empty((design.replications, design.n_models)), np.empty((design.replications, 1))
    for replication in range(design.replications):
        data, ability, accuracy = leaderboard(design, rng)
        program, statistic = chosen_program(data, name, None, options)
        aim = chosen_target(program, target)
        groups = sample_nuts(program, program.build(statistic), draws=DRAWS, cores=2, random_seed=replication)
        scores = program.scores_of(statistic, draws_of(groups["posterior"]), aim, np.random.default_rng(replication))
        truth = (accuracy if target == "benchmark" else ability)[[data.models.index(m) for m in statistic.models]]
        lower, upper = np.quantile(scores[:, first] - scores[:, second], [0.025, 0.975], axis=0)
        gap = truth[first] - truth[second]
        differences[replication] = (lower <= gap) & (gap <= upper)
        ranks, true_ranks = rank_draws(scores), rank_draws(truth[None])[0]
        each_rank[replication] = inside(marginal_rank_sets(ranks, 0.95), true_ranks)
        all_ranks[replication] = inside(simultaneous_rank_sets(ranks, 0.95), true_ranks).all()
    return {
        "program": label,
        "models": design.n_models,
        "questions": design.n_questions,
        "trials": design.n_trials,
        "data_sets": design.replications,
        **share("difference", differences),
        **share("each_rank", each_rank),
        **share("all_ranks", all_ranks),
    }


def main():
    """Measure the programs named, or all, and keep the figures of the others."""
    asked = sys.argv[1:] or list(PROGRAMS)
    rows = json.loads(FIGURES.read_text())["abilities"] if FIGURES.exists() else []
    for label in asked:
        for design in DESIGNS:
            row = coverage_row(label, design)
            place = [(each["program"], each["models"]) for each in rows]
            if (label, design.n_models) in place:
                rows[place.index((label, design.n_models))] = row
            else:
                rows.append(row)
            FIGURES.write_text(json.dumps({"abilities": rows}, indent=1) + "\n")
            print(row, flush=True)  # noqa: T201
    PAGE.write_text(put_tables(PAGE.read_text(), {"abilities": rows}))


if __name__ == "__main__":
    main()
