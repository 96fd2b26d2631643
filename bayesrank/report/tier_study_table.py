"""A study of tiers of difficulty as text: what the rounds hold, and how far rankings agree."""

from __future__ import annotations

from typing import TextIO

from bayesrank.report.study_text import print_study
from bayesrank.studies.difficulty_tier_study import DifficultyTierStudy

BY_WHOM = {
    "leave_pair_out": "the models other than the two that meet",
    "split_half": "the other half of the models",
    "in_sample": "all models",
    "external": "others than these models",
}


def print_tier_study(study: DifficultyTierStudy, stream: TextIO) -> None:
    """Print the rounds, how many questions they hold, and how far the ranking agrees with tiers by all models.

    Parameters
    ----------
    study : DifficultyTierStudy
    stream : text file
        A terminal gets rules and colour, anything else plain text.
    """
    found, wins = study.rounds, study.wins[0]
    n_models = sum(len(each.models) for each in study.wins)
    n_questions = int(found.items.sum()) + found.n_dropped
    moved = f"{found.n_moved} questions stand elsewhere in tiers by all models, {found.mean_moved:.1%} in the mean"
    lines = (
        f"{n_models} models, {n_questions:,} questions; {wins.n_contests:,} contests, seed {wins.random_seed}",
        f"difficulty by {BY_WHOM[found.tiering]}; {found.tensors[0].source}",
        f"questions of each tier before any was merged or dropped: {', '.join(map(str, found.tier_items))}",
        f"{moved}; {found.n_dropped} are in no round",
    )
    rows = [
        [row["round"], *map(str, (row["items"], row["fewest"], row["most"]))]
        for row in study.items().to_dict("records")
    ]
    print_study(lines, ["round", "questions by all models", "fewest", "most"], rows, stream)
    said = "Kendall's tau with the ranking by tiers of all models, and with the mean accuracy"
    taus = [
        [row["eliminate"], f"{row['tau']:.3f}", f"{row['largest_rank_change']:g}", f"{row['tau_accuracy']:.3f}"]
        for row in study.summary().to_dict(orient="records")
    ]
    print_study(["", said], ["eliminate", "tau", "largest rank change", "tau accuracy"], taus, stream)
