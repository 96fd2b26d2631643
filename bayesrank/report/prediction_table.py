"""How well methods predicted ranks in categories that they did not see, as text."""

from __future__ import annotations

from typing import Any, TextIO

from bayesrank.report.study_text import print_study
from bayesrank.studies.leave_category_out import CategoryPrediction


def print_prediction(study: CategoryPrediction, stream: TextIO, *, ci_prob: float = 0.95) -> None:
    """Print for each method its agreement with what came, mean over the categories.

    Parameters
    ----------
    study : CategoryPrediction
    stream : text file
        A terminal gets rules and colour, anything else plain text.
    ci_prob : float
        Probability of the intervals.
    """
    categories = ", ".join(f"{name} ({len(benchmarks)})" for name, benchmarks in study.categories.items())
    target = "the mean of their ranks" if study.target == "mean_rank" else "the mean of their scores"
    by = f"{ci_prob:.0%} interval by the bootstrap over models and benchmarks"
    lines = (
        f"{len(study.models)} models, {len(study.categories)} categories held out in turn: {categories}",
        f"models are ranked on a category by {target}; {study.n_contests:,} contests, seed {study.random_seed}",
        f"difference: of Kendall's tau to that of {study.baseline}, with its {by}",
    )
    headings = ["method", "tau", "difference", "Spearman", "pairs right", f"best {study.top} foreseen"]
    rows = [
        [
            row["method"],
            f"{row['tau']:.3f}",
            _difference(row),
            f"{row['spearman']:.3f}",
            f"{row['pair_accuracy']:.1%}",
            f"{row['top_overlap']:.1%}",
        ]
        for row in study.summary(ci_prob=ci_prob).to_dict(orient="records")
    ]
    print_study(lines, headings, rows, stream)


def _difference(row: dict[Any, Any]) -> str:
    return f"{row['difference']:+.3f} ({row['difference_lower']:+.3f} to {row['difference_upper']:+.3f})"
