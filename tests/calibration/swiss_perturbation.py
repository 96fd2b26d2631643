"""What failures of one model in a few rounds do to its rank on real scores; a script that writes the page's figures.

One model after another scores 0 on the first, the last, the middle or random tasks of LiveBench.
"""

import json
from pathlib import Path

import numpy as np
from measure import put_tables

import bayesrank as br

PAGE = Path(__file__).parents[2] / "docs/explanations/swiss-perturbation.md"
FIGURES = PAGE.with_name("swiss_perturbation.json")
DATA = Path(__file__).parents[2] / "docs/data/livebench_2026_01_08.csv"
SIZES = {"top": (29, 5_000), "all": (127, 1_000)}  # models, those with the best means, and contests
SEED = 0
LABELS = {
    "mean": "mean",
    "mean_z": "mean of standardised scores",
    "median": "median",
    "median_z": "median of standardised scores",
    "trimmed_mean": "trimmed mean",
    "borda": "Borda, Bradley-Terry, random pairing",
    "copeland": "Copeland",
    "swiss_0": "Swiss, nobody leaves",
    "swiss_1": "Swiss, 1 leaves a round",
    "swiss_2": "Swiss, 2 leave a round",
}


def scores_of_best(n_models):
    """Return the scores of the models with the best means, in the order of the file."""
    table = br.read_score_table(DATA, ignore=["category"])
    best = np.sort(np.argsort(-np.nanmean(table.scores, axis=1), kind="stable")[:n_models])
    names = tuple(table.models[place] for place in best)
    return br.ScoreTable(names, table.benchmarks, table.scores[best], table.higher_is_better)


def measure():
    """Return the records of the studies by their size."""
    return {
        size: br.perturbation_study(
            scores_of_best(n_models),
            br.Perturbation("zero"),
            methods=[*LABELS, "bradley_terry", "random_0"],
            n_contests=n_contests,
            random_seed=SEED,
            missing="half",
        ).record()
        for size, (n_models, n_contests) in SIZES.items()
    }


def page_tables(figures):
    """Return the tables of the page: mean rank drops of both sizes, large drops and collateral changes of the top."""
    tables = {f"drop {size}": _table(record, "drop") for size, record in figures.items()}
    tables["large drop"] = _table(figures["top"], "p_large_drop", scale=100)
    tables["collateral"] = [
        line | {"by chance": f"{_row(figures['top'], method, 'first', 1)['chance_collateral']:.2f}"}
        for method, line in zip(LABELS, _table(figures["top"], "collateral", digits=2), strict=True)
    ]
    return tables


def _table(record, figure, scale=1, digits=1):
    """Return a line for each method, a column for each position and number of rounds."""
    places = list(dict.fromkeys((row["position"], row["n_rounds"]) for row in record["drops"]))
    lines = []
    for method, label in LABELS.items():
        cells = {
            f"{number} {position}": f"{scale * _row(record, method, position, number)[figure]:.{digits}f}"
            for position, number in places
        }
        lines.append({"method": label} | {name: "0.0" if text == "-0.0" else text for name, text in cells.items()})
    return lines


def _row(record, method, position, n_rounds):
    """Return the figures of one method, position and number of rounds."""
    wanted = (method, position, n_rounds)
    return next(row for row in record["drops"] if (row["method"], row["position"], row["n_rounds"]) == wanted)


if __name__ == "__main__":
    figures = measure()
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    PAGE.write_text(put_tables(PAGE.read_text(), page_tables(figures)))
