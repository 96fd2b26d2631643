"""How well ways to score models predict ranks on what they did not see; a script that writes the figures of the page.

A category of LiveBench is held out at a time; and in simulated boards the true mean abilities are.
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd
from measure import put_tables, stream

from bayesrank import ScoreTable, kendall_tau, read_score_table
from bayesrank.studies.leave_category_out import PREDICTORS, leave_category_out
from bayesrank.studies.score_methods import score_models

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanations" / "swiss-prediction.md"
FIGURES = PAGE.with_name("swiss_prediction.json")
BOARD = ROOT / "docs" / "data" / "livebench_2026_01_08.csv"
METHODS = (*PREDICTORS, "swiss_5")
TOURNAMENTS = ("swiss_0", "swiss_1", "swiss_2", "swiss_5")
RECOVERING = ("mean", "borda", "median", *TOURNAMENTS)
TARGETS = ("mean_rank", "mean")
ORDERS = 20  # of the rounds
N_CONTESTS = 5_000
BOARDS, N_MODELS, N_DOMAINS, IN_A_DOMAIN = 200, 29, 4, 3
DOMAIN_SPREAD = {"generalists": 0.3, "specialists": 0.8}  # of a model's ability between domains; abilities have 1
NOISE = 0.3  # of a score


def board_and_categories():
    """Return LiveBench as a score table, and the category of each of its tasks."""
    rows = pd.read_csv(BOARD)
    return read_score_table(rows, ignore=["category"]), dict(zip(rows["benchmark"], rows["category"], strict=True))


def prediction_rows(target):
    """Return one row a method: its agreement with the categories that it did not see, mean over these."""
    table, categories = board_and_categories()
    found = leave_category_out(
        table, categories, methods=METHODS, target=target, missing="half", random_seed=0, n_contests=N_CONTESTS
    )
    return [
        {"method": row["method"]}
        | {name: f"{row[name]:.3f}" for name in ("tau", "spearman", "pair_accuracy", "top_overlap")}
        | {"tau less mean": _with_interval(row, "difference")}
        for row in found.summary().to_dict(orient="records")
    ]


def category_rows():
    """Return one row a category: Kendall's tau of some methods, and the best of all."""
    table, categories = board_and_categories()
    methods = ["mean", "borda", *TOURNAMENTS]
    found = leave_category_out(
        table, categories, methods=methods, missing="half", random_seed=0, n_contests=N_CONTESTS, replications=1
    )
    return [
        {"category": name, "tasks": len(tasks)}
        | {method: f"{tau:.3f}" for method, tau in zip(methods, found.tau[:, c], strict=True)}
        for c, (name, tasks) in enumerate(found.categories.items())
    ]


def order_rows():
    """Return one row a tournament: the mean over the categories of Kendall's tau, in random orders of the rounds."""
    table, categories = board_and_categories()
    rng = stream("orders of rounds")
    taus = np.empty((ORDERS, len(TOURNAMENTS)))
    for order in taus:
        sequence = [table.benchmarks[k] for k in rng.permutation(len(table.benchmarks))]
        found = leave_category_out(
            table,
            categories,
            methods=TOURNAMENTS,
            missing="half",
            random_seed=0,
            n_contests=N_CONTESTS,
            replications=1,
            sequence=sequence,
        )
        order[:] = found.tau.mean(axis=1)
    return [
        {"method": name, "orders": ORDERS}
        | {word: f"{figure(each):.3f}" for word, figure in (("mean", np.mean), ("least", np.min), ("most", np.max))}
        for name, each in zip(TOURNAMENTS, taus.T, strict=True)
    ]


def coverage(boards=BOARDS, n_models=200, n_domains=8, in_a_domain=2):
    """Return how often 95% intervals of the mean tau of ``mean`` lie below, and above, what it is over such boards.

    Models, and benchmarks with their noise, are new on every board; 200 draws of the bootstrap. With two benchmarks in
    a category the draws are furthest from the tau of the data.
    """
    rng = stream("coverage of intervals of tau")
    benchmarks = [f"benchmark {k}" for k in range(n_domains * in_a_domain)]
    categories = {name: f"domain {k // in_a_domain}" for k, name in enumerate(benchmarks)}
    found = np.empty((boards, 3))
    for board, row in enumerate(found):
        ability = rng.normal(size=(n_models, 1)) + 0.6 * rng.normal(size=(n_models, n_domains))
        scores = np.repeat(ability, in_a_domain, axis=1) + 0.8 * rng.normal(size=(n_models, len(benchmarks)))
        table = ScoreTable(
            tuple(f"m{number}" for number in range(n_models)), tuple(benchmarks), scores, np.ones(len(benchmarks), bool)
        )
        study = leave_category_out(table, categories, methods=["mean"], random_seed=board, replications=200)
        row[:] = study.summary()[["tau", "tau_lower", "tau_upper"]].to_numpy()[0]
    truth = found[:, 0].mean()
    return float(np.mean(found[:, 2] < truth)), float(np.mean(found[:, 1] > truth))


def recovery_row(kind, boards=BOARDS):
    """Measure Kendall's tau with the true mean abilities in simulated boards, with standard errors over boards.

    A model has a general ability from N(0, 1) and, in each domain, its own deviation from it; a score is the ability in
    its domain and noise. What is to be found is the mean ability over the domains.
    """
    rng = stream(f"swiss prediction, {kind}")
    taus = np.empty((boards, len(RECOVERING)))
    for board, row in enumerate(taus):
        ability = rng.normal(size=(N_MODELS, 1)) + DOMAIN_SPREAD[kind] * rng.normal(size=(N_MODELS, N_DOMAINS))
        domain = rng.permutation(np.repeat(np.arange(N_DOMAINS), IN_A_DOMAIN))  # rounds in random order
        scores = ability[:, domain] + NOISE * rng.normal(size=(N_MODELS, len(domain)))
        found = score_models(scores, RECOVERING, n_contests=N_CONTESTS, random_seed=board)
        row[:] = [kendall_tau(each, ability.mean(axis=1)) for each in found.scores]
    figures = {}
    for name, each in zip(RECOVERING, taus.T, strict=True):
        figures |= {
            name: round(float(each.mean()), 4),
            f"{name}_error": round(float(each.std(ddof=1) / boards**0.5), 4),
        }
    return {"design": kind, "replications": boards, **figures}


def measure():
    """Return every table of the page: rows of figures by the name of the table."""
    return {
        "livebench": prediction_rows("mean_rank"),
        "livebench-mean": prediction_rows("mean"),
        "categories": category_rows(),
        "orders": order_rows(),
        "recovery": [recovery_row(kind) for kind in DOMAIN_SPREAD],
    }


def page_tables(figures):
    """Return the tables as they are printed: of the recovery one row a method, tau with its standard error."""
    rows = [
        {"method": name}
        | {f"{each['design']}, tau": f"{each[name]:.3f} ± {each[f'{name}_error']:.3f}" for each in figures["recovery"]}
        for name in RECOVERING
    ]
    return {**figures, "recovery": rows}


def _with_interval(row, name):
    if row[name] == row[f"{name}_lower"] == row[f"{name}_upper"] == 0:
        return "0"
    return f"{row[name]:+.3f} ({row[f'{name}_lower']:+.3f} to {row[f'{name}_upper']:+.3f})"


def main():
    figures = measure()
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    PAGE.write_text(put_tables(PAGE.read_text(), page_tables(figures)))


if __name__ == "__main__":
    main()
