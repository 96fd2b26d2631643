"""Studies of Swiss tournaments as text: what was played, what was found in a sentence, and a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

import numpy as np

from bayesrank.ranks.wording import rank_set_text
from bayesrank.report.study_text import print_study
from bayesrank.studies.contest_convergence import ContestConvergence
from bayesrank.studies.pairing_ablation import PairingAblation
from bayesrank.studies.perturbation import PerturbationStudy
from bayesrank.studies.perturbed_scores import Perturbation
from bayesrank.studies.sequence_sensitivity import SequenceSensitivity


def print_perturbation(study: PerturbationStudy, stream: TextIO) -> None:
    """Print the mean ranks that models lose, by method, number and place of the rounds in which they fail.

    Parameters
    ----------
    study : PerturbationStudy
    stream : text file
        A terminal gets rules and colour, anything else plain text.
    """
    table = study.frame()
    places = list(dict.fromkeys(zip(table["n_rounds"], table["position"], strict=True)))
    rows = [
        [method, *(f"{drop:.1f}" for drop in table.loc[table["method"] == method, "drop"])] for method in study.methods
    ]
    size, n_failing = _size(study.models, study.rounds), len(np.unique(study.model))
    error = f"error by the luck of contests at most {table['drop_mcse'].max():.2f}"
    lines = (
        f"{size}; {n_failing} models in turn: {failure(study.perturbation)}",
        f"{study.n_contests:,} contests of each tournament, seed {study.random_seed}",
        f"ranks lost by the model that fails, mean over models; {error}",
    )
    print_study(lines, ["method", *(f"{number} {position}" for number, position in places)], rows, stream)


def failure(perturbation: Perturbation) -> str:
    """Say what happens to the scores of a model that fails."""
    return {
        "zero": "the score is 0",
        "lowest": "the score is the lowest of all models",
        "shift": f"the score is {perturbation.shift:g} standard deviations worse",
        "missing": "the score is missing",
    }[perturbation.kind]


def print_sequence(study: SequenceSensitivity, stream: TextIO, *, top: int | None = None) -> None:
    """Print what other orders of the rounds do to wins and ranks, the most wins in the given order first.

    Parameters
    ----------
    study : SequenceSensitivity
    stream : text file
    top : int, optional
        Print only so many models, and how many are left out.
    """
    headings = ["rank", "model", "wins", "wins over orders", "ranks over orders", "sd of orders", "sd of contests"]
    of_data = study.data_variance is not None
    rows = [
        [
            f"{row['rank']:g}",
            row["model"],
            f"{row['wins']:.2f}",
            f"{row['mean_wins']:.2f}",
            rank_set_text(round(row["rank_lower"]), round(row["rank_upper"])),
            *(f"{row[name]:.2f}" for name in ("order_sd", "contest_sd", *(["data_sd"] if of_data else []))),
        ]
        for row in study.frame().to_dict(orient="records")
    ]
    lines = (
        f"{_size(study.models, study.rounds)}; {study.n_contests:,} contests in each order, seed {study.random_seed}",
        study.summary,
        "ranks over orders: the middle 90% of the orders",
    )
    left_out = len(rows) - len(rows[:top])
    after = [f"... and {left_out} more models"] if left_out else []
    print_study(lines, headings + (["sd of data"] if of_data else []), rows[:top], stream, after=after)


def print_pairings(study: PairingAblation, stream: TextIO) -> None:
    """Print how far the orders by other ways of pairing agree, and how far models are apart.

    Parameters
    ----------
    study : PairingAblation
    stream : text file
    """
    rows = [
        [
            row["pairing"],
            row["eliminate"],
            f"{row['tau_borda']:.2f}",
            "" if np.isnan(row["tau_swiss"]) else f"{row['tau_swiss']:.2f}",
            f"{row['lowest']:.2f}",
            f"{row['highest']:.2f}",
            f"{row['mcse']:.3f}",
        ]
        for row in study.frame().to_dict(orient="records")
    ]
    size = _size(study.models, study.rounds)
    lines = (
        f"{size}; {study.n_contests:,} contests where it is not exact, seed {study.random_seed}",
        "tau: Kendall's, with the order of the Borda count, and with Swiss pairing at the same eliminations",
    )
    headings = ["pairing", "eliminate", "tau Borda", "tau Swiss", "fewest wins", "most wins", "largest mcse"]
    print_study(lines, headings, rows, stream)


def print_convergence(study: ContestConvergence, stream: TextIO) -> None:
    """Print how often so many contests give the right order, and how many are enough.

    Parameters
    ----------
    study : ContestConvergence
    stream : text file
    """
    rows = [
        [f"{row['n_contests']:,}", f"{row['mcse']:.4f}", f"{100 * row['p_top']:.0f}%", f"{100 * row['p_all']:.0f}%"]
        for row in study.frame().to_dict(orient="records")
    ]
    n_batches, many = study.top_right.shape[1], f"{study.reference_contests:,} contests"
    first, whole = _from(study.enough(top=study.top)), _from(study.enough())
    models = f"{len(study.models)} models, eliminations {study.eliminate}"
    lines = (
        f"{models}; {n_batches} batches of each number, against {many}, seed {study.random_seed}",
        f"surely right in 95% of batches: the order of the first {study.top} {first}, of all {whole}",
        f"neighbours that {many} do not tell apart: {study.n_unsettled}",
    )
    print_study(lines, ["contests", "largest mcse", f"first {study.top} right", "all right"], rows, stream)


def _from(number: int | None) -> str:
    return "with no number tried" if number is None else f"from {number:,} contests on"


def _size(models: Sequence[str], rounds: Sequence[str]) -> str:
    return f"{len(models)} models, {len(rounds)} rounds"
