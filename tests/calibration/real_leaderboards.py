"""Rasch and 2PL by NUTS on real leaderboards: whether they converge, in what time, and what a check finds.

Run as a script, with names of example data or without for all, it writes the figures and the tables of the page.
"""

import json
import sys
import time
from pathlib import Path

import arviz as az
from measure import put_tables

import bayesrank as br

PAGE = Path(__file__).parents[2] / "docs/explanations/real-leaderboards.md"
FIGURES = PAGE.with_suffix(".json")
DATA = ("livecodebench_counts", "evalperf_counts", "swebench_verified")
PROGRAMS = ("rasch", "two_pl")
LABELS = [f"{name} {program}" for name in DATA for program in PROGRAMS]
TOP = 5


def fit_leaderboard(name, program):
    """Return the figures of one fit: of its convergence, its best models and its check."""
    data = br.load_example(name)
    started = time.perf_counter()
    fitted = br.fit(data, program, target="benchmark", inference="nuts", random_seed=1)
    seconds = time.perf_counter() - started
    summary = az.summary(fitted.posterior, var_names=["score"], kind="diagnostics", round_to="none")
    convergence = {
        "data": name,
        "program": program,
        "models": len(data.models),
        "questions": len(data.questions),
        "R-hat": f"{summary['r_hat'].max():.3f}",
        "bulk": int(summary["ess_bulk"].min()),
        "tail": int(summary["ess_tail"].min()),
        "diverged": int(fitted.posterior["sample_stats"]["diverging"].sum()),
        "minutes": f"{seconds / 60:.1f}",
    }
    best = fitted.ranking().head(TOP)
    ranking = [
        {
            "rank": row.rank,
            "model": row.model,
            "score": f"{row.score:.3f}",
            "from": f"{row.lower:.3f}",
            "to": f"{row.upper:.3f}",
            "ranks": f"{row.rank_lower} to {row.rank_upper}",
            "tier": row.tier,
        }
        for row in best.itertuples()
    ]
    return {"convergence": convergence, "ranking": ranking, "warnings": list(br.check(fitted).warnings)}


def page_tables(record):
    """Return the tables of the page by name."""
    tables = {"convergence": [record[label]["convergence"] for label in LABELS]}
    for label in LABELS:
        found = record[label]
        tables[f"ranking {label}"] = found["ranking"]
        tables[f"check {label}"] = [{"what the check says": warning} for warning in found["warnings"]]
    return tables


def main():
    """Fit the leaderboards named, or all, and keep the figures of the others."""
    record = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    for name in sys.argv[1:] or DATA:
        for program in PROGRAMS:
            label = f"{name} {program}"
            record[label] = fit_leaderboard(name, program)
            FIGURES.write_text(json.dumps({each: record[each] for each in LABELS if each in record}, indent=1) + "\n")
            print(label, record[label]["convergence"], flush=True)  # noqa: T201
    PAGE.write_text(put_tables(PAGE.read_text(), page_tables(record)))


if __name__ == "__main__":
    main()
