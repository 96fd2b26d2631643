"""Simulation-based calibration: draws from the prior must be draws from the posteriors of their own data.

For each simulation the variables are drawn from the prior and the data from them; the program is fitted to these data,
and the rank of each true value among L posterior draws is taken. If program, density and sampler are right, ranks are
uniform on 0..L. The program is compiled once; each fit swaps the data.
"""

import json
import sys
import warnings
from pathlib import Path

import numpy as np
from scipy import stats

from bayesrank.inference.compiled import compiled_program, data_of
from bayesrank.inference.nuts import only_errors_logged
from bayesrank.ranks.fitting import chosen_program
from tests.program_examples import CALIBRATED

SIMULATIONS = 200
DRAWS, TUNE, CHAINS = 500, 500, 2
THINNED = 99  # posterior draws that a rank is taken among: 100 possible ranks
BINS = 20


def calibrate(name, options, make, *, simulations=SIMULATIONS, random_seed=1):
    """Return the ranks of true values by variable, arrays of shape (simulations, ...)."""
    import nutpie

    program, statistic = chosen_program(make(1), name, None, options)
    model = program.build(statistic)
    prior, predicted = simulated(model, simulations, random_seed)
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


def simulated(model, simulations, random_seed):
    """Return prior draws of the free variables, and by name of its data what they make be observed."""
    import pymc as pm

    with only_errors_logged(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = pm.sample_prior_predictive(
            simulations, model=model, random_seed=random_seed, compile_kwargs={"mode": "FAST_COMPILE"}
        )
    prior = {variable.name: tree["prior"][variable.name].to_numpy()[0] for variable in model.free_RVs}
    predicted = {
        model.rvs_to_values[variable].name: tree["prior_predictive"][variable.name].to_numpy()[0]
        for variable in model.observed_RVs
    }
    return prior, predicted


def uniformity(ranks):
    """Return the p-value of each variable: chi-square of the histogram of ranks, over all its elements together.

    Elements of one simulation are dependent (abilities sum to zero), which makes the test of an array rough; scalars
    and first elements are tested on their own as well.
    """
    found = {}
    for variable, values in ranks.items():
        flat = values.reshape(len(values), -1)
        found[variable] = min(1.0, min(chi_square(column) for column in flat.T) * flat.shape[1])
    return found


def chi_square(column):
    """Return the p-value of uniform ranks 0..THINNED in equal bins."""
    counts = np.bincount(column * BINS // (THINNED + 1), minlength=BINS)
    return float(stats.chisquare(counts).pvalue)


def main():
    """Calibrate the programs named, or all, and write their histograms."""
    asked = sys.argv[2:]
    file = Path(sys.argv[1])
    record = json.loads(file.read_text()) if file.exists() else {}
    for (name, options), make in CALIBRATED.items():
        label = name + "".join(f", {key}={value}" for key, value in options)
        if asked and name not in asked:
            continue
        ranks = calibrate(name, dict(options), make)
        record[label] = {
            variable: {
                "p_value": round(p_value, 4),
                "histogram": np.bincount(ranks[variable].ravel() * BINS // (THINNED + 1), minlength=BINS).tolist(),
            }
            for variable, p_value in uniformity(ranks).items()
        }
        file.write_text(json.dumps(record, indent=1) + "\n")
        print(label, {variable: found["p_value"] for variable, found in record[label].items()}, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
