"""Simulation-based calibration: draws from the prior must be draws from the posteriors of their own data.

For each simulation the variables are drawn from the prior and the data from them; the program is fitted to these data,
and the rank of each true value among L posterior draws is taken. If program, density and sampler are right, ranks are
uniform on 0..L. The program is compiled once; each fit swaps the data.

Run as a script with names of programs, or without for all, it writes the figures and the histograms of the page.
"""

import json
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from measure import put_tables
from scipy import stats

from bayesrank.inference.compiled import compiled_program, data_of
from bayesrank.inference.nuts import only_errors_logged
from bayesrank.ranks.fitting import chosen_program
from tests.program_examples import EXAMPLES, orderings

PAGE = Path(__file__).parents[2] / "docs/explanations/simulation-based-calibration.md"
FIGURES = PAGE.with_suffix(".json")
SIMULATIONS = 200
DRAWS, TUNE, CHAINS = 500, 500, 2
THINNED = 99  # posterior draws that a rank is taken among: 100 possible ranks
BINS = 20
LEVELS = " ▁▂▃▄▅▆▇█"


def prior_and_predictions(model, simulations, random_seed):
    """Return prior draws of the free variables, and by name of its data what they make be observed."""
    import pymc as pm

    with only_errors_logged(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = pm.sample_prior_predictive(
            simulations, model=model, random_seed=random_seed, compile_kwargs={"mode": "FAST_COMPILE"}
        )
    prior = {variable.name: tree["prior"][variable.name].to_numpy()[0] for variable in model.free_RVs}
    predicted = {
        data_name(model, variable): tree["prior_predictive"][variable.name].to_numpy()[0]
        for variable in model.observed_RVs
    }
    return prior, predicted


def data_name(model, variable):
    """Return the name of the data that a variable is observed to be, cast or as they are."""
    from pytensor.graph.traversal import ancestors

    data = set(model.data_vars)
    return next(node.name for node in ancestors([model.rvs_to_values[variable]]) if node in data)


def every_cell_for_itself(model, simulations, random_seed):
    """The same for ``hierarchical``, whose data are kinds of equal cells with their number: each a kind of its own."""
    import pymc as pm

    n_models, n_questions, n_trials = len(model.coords["model"]), 12, 4
    n_cells = n_models * n_questions
    alone = {
        "cell_model": np.repeat(np.arange(n_models), n_questions),
        "cell_number": np.ones(n_cells),
        "cell_constant": np.zeros(n_cells),
        "cell_trials": np.full(n_cells, float(n_trials)),
        "cell_counts": np.zeros((n_cells, len(model.coords["category"]))),
    }
    pm.set_data(alone, model=model)
    return prior_and_predictions(model, simulations, random_seed)


def one_winner_an_event(model, simulations, random_seed):
    """The same for ``bradley_terry_luce``, a probability only of events with one winner: Luce's choice among all."""
    import pymc as pm

    n_models, n_events = len(model.coords["model"]), 40
    names = [variable.name for variable in model.free_RVs]
    drawn = pm.draw([*model.free_RVs, model["ability"]], simulations, random_seed=random_seed, mode="FAST_COMPILE")
    worth = np.exp(drawn[-1])
    rng = np.random.default_rng(random_seed)
    won = np.array([rng.multinomial(n_events, each / each.sum()) for each in worth])
    wins = np.stack([np.diag(each) for each in won]).astype(float)
    pm.set_data({"losers": 1.0 - np.eye(n_models), "won_coefficient": np.zeros((n_models, n_models))}, model=model)
    return dict(zip(names, drawn, strict=False)), {"won_observed": wins, "won_trials": wins}


@dataclass(frozen=True)
class Case:
    """A program with its options, data of the size to simulate, and how."""

    name: str
    options: tuple
    make: Callable
    simulate: Callable = prior_and_predictions

    @property
    def label(self):
        return self.name + "".join(f", {option}={value}" for option, value in self.options)


SIMULATED_BY = {"hierarchical": every_cell_for_itself, "bradley_terry_luce": one_winner_an_event}
# Equal orders enter once with their number, which data of a fixed size cannot: orders are distinct.
MADE_BY = {"plackett_luce": partial(orderings, n_voters=12, distinct=True)}
# ``population`` draws its posterior in closed form and has no likelihood to simulate data from.
UNCALIBRATED = {"population"}
CASES = {
    case.label: case
    for case in (
        Case(name, options, MADE_BY.get(name, make), SIMULATED_BY.get(name, prior_and_predictions))
        for (name, options), make in EXAMPLES.items()
        if name not in UNCALIBRATED
    )
}


def calibrate(case, *, simulations=SIMULATIONS, random_seed=1):
    """Return the ranks of true values by variable, arrays of shape (simulations, ...)."""
    import nutpie

    program, statistic = chosen_program(case.make(1), case.name, None, dict(case.options))
    model = program.build(statistic)
    prior, predicted = case.simulate(model, simulations, random_seed)
    compiled = compiled_program(model).sampler
    known = {variable.name for variable in compiled.shared_var_keys}
    fixed = {key: value for key, value in data_of(model).items() if key in known}
    ranks = {}
    for simulation in range(simulations):
        data = fixed | {key: values[simulation] for key, values in predicted.items()}
        tree = nutpie.sample(
            compiled.with_data(**data), draws=DRAWS, tune=TUNE, chains=CHAINS, cores=CHAINS, seed=simulation,
            target_accept=0.9, save_warmup=False, progress_bar=False,
        )  # fmt: skip
        for variable, truth in prior.items():
            draws = tree["posterior"][variable].to_numpy()
            draws = draws.reshape(-1, *draws.shape[2:])
            kept = draws[np.linspace(0, len(draws) - 1, THINNED).astype(int)]
            ranks.setdefault(variable, []).append((kept < truth[simulation]).sum(axis=0))
    return {variable: np.array(found) for variable, found in ranks.items()}


def uniformity(ranks):
    """Return the p-value of a variable's ranks, shape (simulations, ...): chi-square tests of each element by itself.

    Elements of one simulation are dependent (abilities sum to zero), so that their tests are combined by Bonferroni.
    """
    flat = ranks.reshape(len(ranks), -1)
    return min(1.0, min(chi_square(column) for column in flat.T) * flat.shape[1])


def chi_square(column):
    """Return the p-value of uniform ranks 0..THINNED in equal bins."""
    return float(stats.chisquare(np.bincount(column * BINS // (THINNED + 1), minlength=BINS)).pvalue)


def figures(ranks):
    """Return by variable its p-value, and the histogram of the ranks of all elements."""
    return {
        variable: {
            "p_value": round(uniformity(found), 4),
            "histogram": np.bincount(found.ravel() * BINS // (THINNED + 1), minlength=BINS).tolist(),
        }
        for variable, found in ranks.items()
    }


def histogram_text(counts):
    """Return a histogram as one character a bin; a bin as full as it should be is half as high as can be."""
    expected = sum(counts) / len(counts)
    return "".join(LEVELS[min(len(LEVELS) - 1, round(count / expected * (len(LEVELS) - 1) / 2))] for count in counts)


def page_table(record):
    """Return the rows of the page: one for each variable of each program."""
    return [
        {"program": label, "variable": variable, "p": f"{found['p_value']:.3f}", "ranks": histogram_text(histogram)}
        for label, variables in record.items()
        for variable, found in variables.items()
        for histogram in [found["histogram"]]
    ]


def main():
    """Calibrate the programs named, or all, and keep the figures of the others."""
    asked = sys.argv[1:]
    record = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    for label, case in CASES.items():
        if asked and case.name not in asked and label not in asked:
            continue
        record[label] = figures(calibrate(case))
        ordered = {label: record[label] for label in CASES if label in record}
        FIGURES.write_text(json.dumps(ordered, indent=1) + "\n")
        print(label, {variable: found["p_value"] for variable, found in record[label].items()}, flush=True)  # noqa: T201
    PAGE.write_text(put_tables(PAGE.read_text(), {"ranks": page_table(record)}))


if __name__ == "__main__":
    main()
