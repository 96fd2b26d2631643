"""How often 95 % intervals hold the truth in simulated data; run as a script it writes the figures of the page.

Every setting draws from a random stream of its own, seeded by its name, so a figure does not depend on the others.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import stats
from simulate import Population, count_right, draw_counts, draw_rasch_cells

from bayesrank import Outcomes, fit
from bayesrank.programs.outcomes import bayes, population
from bayesrank.ranks.decision import separated_pairs
from bayesrank.ranks.posterior_ranks import marginal_rank_sets, rank_draws, simultaneous_rank_sets

PAGE = Path(__file__).parents[2] / "docs" / "explanations" / "calibration.md"
FIGURES = PAGE.with_suffix(".json")
CI_PROB = 0.95
REPLICATIONS = 2_000
DRAWS = 1_000
N_TRIALS, N_QUESTIONS = (1, 8), (20, 100, 500)
RASCH_MODELS = 20
RASCH_SIZES = {(1, 30): 500, (8, 30): 500, (80, 30): 500, (1, 500): 50, (8, 500): 50, (80, 500): 50}  # replications
HIERARCHICAL_DATA_SETS = 30
LABELS = (  # columns that say what was measured
    *("difficulty", "trials", "questions", "models", "gap", "mean", "program", "replications", "data_sets"),
    *("design", "uncertainty", "rule"),
)

MIXED_MEANS = np.array([0.30, 0.42, 0.50, 0.60, 0.70, 0.82])
MIXED_CONCENTRATIONS = np.array([4.0, 1.0, 10.0, 2.0, 0.5, 20.0])
POPULATIONS = {
    "mixed": (MIXED_MEANS, MIXED_CONCENTRATIONS),
    "good": (np.array([0.55, 0.66, 0.76, 0.85, 0.91, 0.96]), MIXED_CONCENTRATIONS),
    "alike": (MIXED_MEANS, np.full(6, 50.0)),
    "drawn": (np.full(6, np.nan), MIXED_CONCENTRATIONS),
    "tied": (0.6 + 0.0005 * np.arange(6), MIXED_CONCENTRATIONS),
}


@dataclass(frozen=True)
class Setting:
    """One population, asked so many questions so many times."""

    population: Population
    n_trials: int
    n_questions: int

    def __str__(self):
        kind = self.population
        return f"{kind.name}, {kind.difficulty} difficulty, {self.n_trials} trials, {self.n_questions} questions"


SETTINGS = [
    Setting(Population(name, means, concentrations, difficulty), n_trials, n_questions)
    for name, (means, concentrations) in POPULATIONS.items()
    for difficulty in ("own", "shared")
    for n_trials in N_TRIALS
    for n_questions in N_QUESTIONS
]
GAPS = [(6, 0.05), (6, 0.25), (6, 0.5), (6, 1.0), (20, 0.05), (20, 0.25), (20, 0.5)]
GAP_QUESTIONS = 100
CEILING_MEANS, CEILING_TRIALS, CEILING_CONCENTRATION = (0.9, 0.95, 0.98), 8, 20.0


def population_row(setting):
    """Measure the score intervals, rank sets and tiers of ``population``."""
    return {
        "difficulty": setting.population.difficulty,
        "trials": setting.n_trials,
        "questions": setting.n_questions,
        **_population_coverage(setting),
    }


def gap_row(n_models, gap):
    """Measure ``population`` for models in equal steps about one half, in standard errors of a difference.

    Right answers to one trial a question have variance 1/4 at most: the standard error of a difference is sqrt(2/4/M).
    """
    step = gap * np.sqrt(2 / 4 / GAP_QUESTIONS)
    means = 0.5 + step * (np.arange(n_models) - (n_models - 1) / 2)
    kind = Population(f"{n_models} models {gap} apart", means, np.full(n_models, 2.0))
    return {"models": n_models, "gap": gap, **_population_coverage(Setting(kind, 1, GAP_QUESTIONS))}


def ceiling_row(mean, n_questions):
    """Measure the score interval of ``population`` for one model that is right almost always."""
    kind = Population(f"mean {mean}", np.array([mean]), np.array([CEILING_CONCENTRATION]))
    setting = Setting(kind, CEILING_TRIALS, n_questions)
    rng = stream(str(setting))
    held = np.empty((REPLICATIONS, 1))
    for replication in range(REPLICATIONS):
        cells = kind.draw_cells(kind.means, n_questions, rng)
        held[replication] = _held(population.exact(draw_counts(cells, CEILING_TRIALS, rng), DRAWS, rng), kind.means)
    labels = {"mean": mean, "trials": CEILING_TRIALS, "questions": n_questions}
    return {**labels, "replications": REPLICATIONS, **share("score", held)}


def uniform_row(n_trials, n_questions):
    """Measure ``bayes`` where its prior is true: one model whose cell probabilities are uniform on (0, 1)."""
    rng = stream(f"uniform cells, {n_trials} trials, {n_questions} questions")
    held = np.empty((REPLICATIONS, 1))
    for replication in range(REPLICATIONS):
        cells = rng.random((1, n_questions))
        draws = bayes.exact(draw_counts(cells, n_trials, rng), DRAWS, rng)
        held[replication] = _held(draws, cells.mean(axis=1))
    return {"trials": n_trials, "questions": n_questions, "replications": REPLICATIONS, **share("score", held)}


def rasch_row(n_trials, n_questions):
    """Measure ``bayes`` where questions differ in difficulty and models in ability."""
    replications = RASCH_SIZES[n_trials, n_questions]
    rng = stream(f"bayes on rasch cells, {n_trials} trials, {n_questions} questions")
    held = np.empty((replications, RASCH_MODELS))
    for replication in range(replications):
        cells = draw_rasch_cells(RASCH_MODELS, n_questions, rng)
        draws = bayes.exact(draw_counts(cells, n_trials, rng), DRAWS, rng)
        held[replication] = _held(draws, cells.mean(axis=1))
    return _rasch_figures("bayes", n_trials, n_questions, held)


def hierarchical_row(n_trials, n_questions):
    """Measure ``hierarchical`` on these questions, on the same kind of data: NUTS, so on fewer data sets."""
    rng = stream(f"hierarchical on rasch cells, {n_trials} trials, {n_questions} questions")
    held = np.empty((HIERARCHICAL_DATA_SETS, RASCH_MODELS))
    for replication in range(HIERARCHICAL_DATA_SETS):
        cells = draw_rasch_cells(RASCH_MODELS, n_questions, rng)
        answers = rng.random((*cells.shape, n_trials)) < cells[:, :, None]
        fitted = fit(
            Outcomes.from_array(answers.astype(np.int64)),
            "hierarchical",
            target="benchmark",
            cores=1,
            random_seed=replication,
        )
        held[replication] = _held(fitted.draws, cells.mean(axis=1))
    return _rasch_figures("hierarchical", n_trials, n_questions, held)


def repeat_rows():
    """Return intervals for 70 of 100 questions right, asked once, and the same answers repeated 80 times.

    One binary trial a question has the posterior Beta(k + 1, M - k + 1) under ``population``.
    """
    right = np.zeros((1, 100), dtype=np.int64)
    right[0, :70] = 1
    beta = stats.beta(71, 31)
    rows = [_interval_row("Beta(71, 31)", 1, beta.mean(), *beta.ppf([0.025, 0.975]))]
    for name, program in (("population", population), ("bayes", bayes)):
        for n_trials in (1, 80):
            counts = count_right(n_trials * right, n_trials)
            draws = program.exact(counts, 40_000, stream(f"repeats of {name}"))
            lower, upper = np.quantile(draws[:, 0], [0.025, 0.975])
            rows.append(_interval_row(name, n_trials, program.moments(counts).mean[0], lower, upper))
    return rows


def measure():
    """Return every table of the page: rows of figures by the name of the table."""
    tables = {f"population-{name}": [] for name in POPULATIONS}
    for setting in SETTINGS:
        tables[f"population-{setting.population.name}"].append(population_row(setting))
    tables["gaps"] = [gap_row(*gap) for gap in GAPS]
    tables["ceiling"] = [ceiling_row(mean, questions) for mean in CEILING_MEANS for questions in N_QUESTIONS]
    tables["bayes-uniform"] = [uniform_row(trials, questions) for trials in N_TRIALS for questions in N_QUESTIONS]
    tables["rasch"] = [*(rasch_row(*size) for size in RASCH_SIZES), hierarchical_row(1, 30)]
    tables["repeats"] = repeat_rows()
    return tables


def markdown_table(rows):
    """Return rows as a Markdown table; shares in percent with their Monte-Carlo standard error."""
    columns = [name for name in rows[0] if not name.endswith("_error")]
    heading = [name.replace("_", " ") for name in columns]
    lines = [heading, ["---"] * len(columns)] + [[_cell(row, name) for name in columns] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def put_tables(page, tables):
    """Return the page with each table between its pair of comments."""
    for name, rows in tables.items():
        place = re.compile(rf"<!-- {name} -->\n.*?<!-- end -->", re.DOTALL)
        page, found = place.subn(f"<!-- {name} -->\n\n{markdown_table(rows)}\n\n<!-- end -->", page)
        if found != 1:
            message = f"the page must have one table {name!r}; got {found}. Put its pair of comments there."
            raise ValueError(message)
    return page


def stream(name):
    return np.random.default_rng(list(name.encode()))


def inside(sets, true_ranks):
    return (sets.lower <= true_ranks) & (true_ranks <= sets.upper)


def share(name, held):
    """Pool over models; models of one data set are not independent, so the error is that of data sets."""
    each = held.mean(axis=1)
    return {name: round(float(each.mean()), 4), f"{name}_error": round(float(each.std(ddof=1) / len(each) ** 0.5), 4)}


def check_page(table, row, figures=FIGURES):
    """Compare with the figures of the page: equal but for another release's random numbers, up to 7 errors.

    The difference of two independent figures has sqrt(2) errors: 5 standard errors of the difference, 6e-7 a figure.
    """
    rows = json.loads(figures.read_text())[table]
    stored = [each for each in rows if all(each[name] == row[name] for name in LABELS if name in row)]
    assert len(stored) == 1
    for name in stored[0]:
        if f"{name}_error" in row:
            error = max(
                stored[0][f"{name}_error"], row[f"{name}_error"], 1 / row.get("replications", row.get("data_sets"))
            )
            assert abs(row[name] - stored[0][name]) <= 7 * error, name


def _population_coverage(setting):
    rng = stream(str(setting))
    n_models = len(setting.population.means)
    score, marginal = np.empty((REPLICATIONS, n_models)), np.empty((REPLICATIONS, n_models))
    simultaneous, tiers = np.empty((REPLICATIONS, 1)), np.empty((REPLICATIONS, 1))
    for replication in range(REPLICATIONS):
        truth = setting.population.draw_means(rng)
        cells = setting.population.draw_cells(truth, setting.n_questions, rng)
        draws = population.exact(draw_counts(cells, setting.n_trials, rng), DRAWS, rng)
        score[replication] = _held(draws, truth)
        true_ranks, ranks = rank_draws(truth[None])[0], rank_draws(draws)
        marginal[replication] = inside(marginal_rank_sets(ranks, CI_PROB), true_ranks)
        simultaneous[replication] = inside(simultaneous_rank_sets(ranks, CI_PROB), true_ranks).all()
        above = separated_pairs(draws, CI_PROB)
        tiers[replication] = not (above & (truth[:, None] < truth)).any()
    return {
        "replications": REPLICATIONS,
        **share("score", score),
        "worst_model": round(float(score.mean(axis=0).min()), 4),
        **share("each_rank", marginal),
        **share("all_ranks", simultaneous),
        **share("tiers", tiers),
    }


def _rasch_figures(program, n_trials, n_questions, held):
    return {
        "program": program,
        "trials": n_trials,
        "questions": n_questions,
        "data_sets": len(held),
        **share("score", held),
    }


def _interval_row(program, n_trials, mean, lower, upper):
    figures = {"mean": mean, "lower": lower, "upper": upper, "width": upper - lower}
    return {"program": program, "trials": n_trials, **{name: f"{value:.3f}" for name, value in figures.items()}}


def _held(draws, truth):
    lower, upper = np.quantile(draws, [(1 - CI_PROB) / 2, (1 + CI_PROB) / 2], axis=0)
    return (lower <= truth) & (truth <= upper)


def _cell(row, name):
    value = row[name]
    if f"{name}_error" in row:
        return f"{100 * value:.1f} ± {100 * row[f'{name}_error']:.1f}"
    return f"{100 * value:.1f}" if name == "worst_model" else str(value)


if __name__ == "__main__":
    figures = measure()
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    PAGE.write_text(put_tables(PAGE.read_text(), figures))
