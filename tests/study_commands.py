"""The commands of studies, and a file of scores that they read."""

import json

import numpy as np
from typer.testing import CliRunner

from bayesrank.cli import app

SCORES = np.random.default_rng(3).integers(0, 6, (6, 5))
SCORES[:, 0] = np.arange(6)


def write_scores(folder):
    path = folder / "scores.csv"
    rows = [",".join(map(str, [f"m{place}", *row])) for place, row in enumerate(SCORES.tolist())]
    path.write_text("\n".join(["model,p,q,r,s,t", *rows]) + "\n")
    return path


def run(*arguments):
    return CliRunner().invoke(app, ["study", *(str(argument) for argument in arguments)])


def record_of(*arguments):
    return json.loads(run(*arguments, "--json").stdout)
