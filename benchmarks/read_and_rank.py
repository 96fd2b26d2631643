"""How long reading and ranking a million trial rows takes, as a ratio to what the engine alone needs to group them.

The peer reads the same Parquet file with pyarrow and counts outcomes by model and question, no more: no check for
repeated rows, no posterior. Both run in turn in one process; the figure is the median ratio.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import bayesrank as br

MODELS, QUESTIONS, TRIALS = 50, 500, 40
ROUNDS = 7


def write_trials(path: Path) -> None:
    """Write one row a trial, in random order."""
    rng = np.random.default_rng(0)
    model, question, trial = (index.ravel() for index in np.indices((MODELS, QUESTIONS, TRIALS)))
    order = rng.permutation(model.size)
    names = {
        "model": np.array([f"laboratory/model-{index}" for index in range(MODELS)])[model[order]],
        "question": np.array([f"question-{index}" for index in range(QUESTIONS)])[question[order]],
        "trial": trial[order],
        "outcome": (rng.random(model.size) < 0.5).astype(np.int64),
    }
    pq.write_table(pa.table(names), path)


def read_and_group(path: Path) -> None:
    """Do what the engine alone does."""
    pq.read_table(path).group_by(["model", "question"]).aggregate([("outcome", "sum"), ("outcome", "count")])


def read_and_rank(path: Path) -> None:
    """Do the main job."""
    br.fit(br.read_outcomes(path), random_seed=0).ranking()


def seconds(job: Callable[[Path], None], path: Path) -> float:
    """Time one run."""
    started = time.perf_counter()
    job(path)
    return time.perf_counter() - started


def main() -> None:
    """Print the ratio."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trials.parquet"
        write_trials(path)
        read_and_group(path)
        read_and_rank(path)
        ratios = [seconds(read_and_rank, path) / seconds(read_and_group, path) for _ in range(ROUNDS)]
    print(
        f"read, count and rank {MODELS * QUESTIONS * TRIALS:,} rows: {statistics.median(ratios):.2f} times reading and "
        f"grouping alone (from {min(ratios):.2f} to {max(ratios):.2f} in {ROUNDS} rounds)"
    )


if __name__ == "__main__":
    main()
