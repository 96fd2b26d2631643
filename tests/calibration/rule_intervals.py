"""How often rank sets of rules hold the true ranks in simulated data; a script that writes the figures of the page.

A rule is applied to data sets drawn in one of four ways: from the posterior or by resampling, of these questions or of
questions like these. Every setting draws from a random stream of its own, seeded by its name.
"""

import json
from dataclasses import dataclass, fields
from functools import cache, partial
from pathlib import Path

import numpy as np
from measure import CI_PROB, inside, put_tables, share, stream
from simulate import count_right, draw_counts, draw_crossing_cells, draw_ladder_cells

from bayesrank import Outcomes
from bayesrank.ranks.posterior_ranks import marginal_rank_sets, rank_draws, simultaneous_rank_sets
from bayesrank.ranks.score_ranks import rank_scores, snap_ties
from bayesrank.ranks.stacks import STACKERS
from bayesrank.rules.registry import find_rule
from bayesrank.statistics.cell_probabilities import CellProbabilities
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.summarise import REDUCTIONS

PAGE = Path(__file__).parents[2] / "docs" / "explanations" / "uncertainty-of-rules.md"
FIGURES = PAGE.with_name("rule_intervals.json")
RULES = {"avg": {}, "borda": {}, "schulze": {}, "pagerank": {}, "hodge_rank": {"flow": "log_odds"}}
UNCERTAINTIES = ("posterior", "bootstrap")
DESIGNS = {
    "ladder": partial(draw_ladder_cells, step=0.3),
    "close": partial(draw_ladder_cells, step=0.1),
    "crossing": draw_crossing_cells,
}
DESIGNS_FOR = {"population": ("ladder", "crossing"), "benchmark": ("close", "crossing")}
N_MODELS = 10
N_TRIALS = {"population": (1, 8), "benchmark": (8, 32)}
REPLICATIONS = {30: 300, 120: 120}  # by the number of questions
DRAWS = 500
SHARES = ("each_rank", "all_ranks", "said_best", "is_best")
WIDTHS = ("width", "width_of_all")  # ranks in a set, of marginal and of simultaneous ones
ENDLESS = 20_000  # questions whose ranks are those of the population


@dataclass(frozen=True)
class Setting:
    """What the ranks are of, and how they were observed."""

    target: str
    design: str
    n_trials: int
    n_questions: int

    def __str__(self):
        return f"{self.target}, {self.design}, {self.n_trials} trials, {self.n_questions} questions"


SETTINGS = [
    Setting(target, design, n_trials, n_questions)
    for target, numbers in N_TRIALS.items()
    for design in DESIGNS_FOR[target]
    for n_trials in numbers
    for n_questions in REPLICATIONS
]


def scores_by_rule(counts):
    """Score one data set, or a stack, by every rule; each of shape (..., L)."""
    rules = {name: find_rule(name) for name in RULES}
    statistics = {kind: REDUCTIONS[Outcomes, kind].derived(counts) for kind in {rule.reads for rule in rules.values()}}
    return {name: rule(statistics[rule.reads], **RULES[name]) for name, rule in rules.items()}


def drawn_scores(counts, uncertainty, target, rng):
    """Score data sets drawn in place of the one observed, as ``rank`` does, but the same ones for all rules."""
    scores = scores_by_rule(STACKERS[OutcomeCounts, uncertainty, target](counts, DRAWS, rng))
    return {rule: snap_ties(drawn) for rule, drawn in scores.items()}


@cache
def population_ranks(design, n_trials):
    """Return the true ranks by each rule on questions like these: those of a benchmark without end, shape (L,).

    A second one must give the same, or models would be too close to have true ranks.
    """
    rng = stream(f"endless {design} of {n_trials} trials")
    first, second = (
        _ranks_by_rule(draw_counts(DESIGNS[design](N_MODELS, ENDLESS, rng), n_trials, rng)) for _ in range(2)
    )
    unsettled = [name for name in RULES if (first[name] != second[name]).any() or len(set(first[name])) < N_MODELS]
    if unsettled:
        message = f"designs must have models apart; got other ranks from other questions by {unsettled}, {design}."
        raise ValueError(message)
    return first


def benchmark_ranks(cells, n_trials):
    """Return the true ranks by each rule on these very questions: those of endless trials, shape (L,)."""
    expected = count_right(n_trials * cells, n_trials)
    return _ranks_by_rule(
        CellProbabilities(**{field.name: getattr(expected, field.name) for field in fields(expected)})
    )


def setting_rows(setting):
    """Measure the rank sets of every rule in one setting, a row for each way of drawing and rule."""
    rng = stream(str(setting))
    found = [_replication(setting, rng) for _ in range(REPLICATIONS[setting.n_questions])]
    return [
        _row(setting, uncertainty, rule, [each[uncertainty, rule] for each in found])
        for uncertainty in UNCERTAINTIES
        for rule in RULES
    ]


def measure():
    """Return the figures of all settings, rows by the target."""
    rows = {target: [] for target in N_TRIALS}
    for setting in SETTINGS:
        rows[setting.target] += setting_rows(setting)
    return rows


def page_tables(figures):
    """Return the tables of the page: all settings pooled, and the simultaneous sets of each, rules side by side."""
    pooled = [
        {"target": target} | _pooled(uncertainty, rule, [row for row in rows if _made_by(row, uncertainty, rule)])
        for target, rows in figures.items()
        for uncertainty in UNCERTAINTIES
        for rule in RULES
    ]
    return {"pooled": pooled} | {target: _side_by_side(rows) for target, rows in figures.items()}


def _ranks_by_rule(counts):
    return {name: rank_scores(scores).astype(np.int64) for name, scores in scores_by_rule(counts).items()}


def _replication(setting, rng):
    """Draw one data set; what its rank sets hold, by way of drawing and rule."""
    cells = DESIGNS[setting.design](N_MODELS, setting.n_questions, rng)
    if setting.target == "population":
        truth = population_ranks(setting.design, setting.n_trials)
    else:
        truth = benchmark_ranks(cells, setting.n_trials)
    counts = draw_counts(cells, setting.n_trials, rng)
    return {
        (uncertainty, rule): _held(scores, truth[rule])
        for uncertainty in UNCERTAINTIES
        for rule, scores in drawn_scores(counts, uncertainty, setting.target, rng).items()
    }


def _held(scores, true_ranks):
    ranks = rank_draws(scores)
    marginal, simultaneous = (make(ranks, CI_PROB) for make in (marginal_rank_sets, simultaneous_rank_sets))
    p_best = (ranks == 1).mean(axis=0)
    return {
        "each_rank": inside(marginal, true_ranks),
        "all_ranks": [inside(simultaneous, true_ranks).all()],
        "width": marginal.upper - marginal.lower + 1,
        "width_of_all": simultaneous.upper - simultaneous.lower + 1,
        "said_best": [p_best.max()],
        "is_best": [true_ranks[p_best.argmax()] == 1],
    }


def _row(setting, uncertainty, rule, found):
    figures = {}
    for name in SHARES + WIDTHS:
        figures |= share(name, np.array([each[name] for each in found]))
    return {
        "design": setting.design,
        "trials": setting.n_trials,
        "questions": setting.n_questions,
        "uncertainty": uncertainty,
        "rule": rule,
        "replications": len(found),
        **figures,
    }


def _made_by(row, uncertainty, rule):
    return (row["uncertainty"], row["rule"]) == (uncertainty, rule)


def _pooled(uncertainty, rule, rows):
    """Average over settings, each of which counts the same; they are independent."""
    figures = {"uncertainty": uncertainty, "rule": rule}
    for name in SHARES:
        errors = [row[f"{name}_error"] for row in rows]
        figures[name] = float(np.mean([row[name] for row in rows]))
        figures[f"{name}_error"] = float(np.linalg.norm(errors) / len(rows))
    for name in WIDTHS:
        figures[name] = f"{np.mean([row[name] for row in rows]):.1f}"
    return figures


def _side_by_side(rows):
    """Return a row for each setting and way of drawing, with the coverage of simultaneous sets by rule."""
    lines = {}
    for row in rows:
        setting = {name: row[name] for name in ("design", "trials", "questions", "uncertainty")}
        line = lines.setdefault(tuple(setting.values()), setting)
        line |= {row["rule"]: row["all_ranks"], f"{row['rule']}_error": row["all_ranks_error"]}
    return list(lines.values())


if __name__ == "__main__":
    figures = measure()
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    PAGE.write_text(put_tables(PAGE.read_text(), page_tables(figures)))
