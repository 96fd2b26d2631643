"""Whether failures that are planted in rounds of a Swiss tournament are found, and nothing else is.

29 models with abilities at the quantiles of a standard normal distribution, 12 benchmarks in four domains of three,
played domain by domain. Every second of the ten strongest models fails on three benchmarks in a row, at the start, in
the middle or at the end: its accuracy falls by so many logits there. Benchmarks have from 30 to 1,000 items. Run as a
script it writes the figures of the docs.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from measure import put_tables
from scipy.stats import norm

from bayesrank.swiss.fragility.classification import classify_sensitivity
from bayesrank.swiss.swiss_tournament import swiss_tournament
from bayesrank.swiss.win_draws import WinDraws

PAGE = Path(__file__).parents[2] / "docs" / "explanations" / "swiss-tournaments.md"
FIGURES = PAGE.with_name("planted_swiss.json")
N_MODELS, N_ROUNDS, N_DOMAINS = 29, 12, 4
PLANTED = {1: "early", 3: "middle", 5: "late", 7: "early", 9: "late"}  # by the place in the order of abilities, from 0
FAILING = {"early": (0, 1, 2), "middle": (4, 5, 6), "late": (9, 10, 11)}
DOMAIN_SD, BENCHMARK_SD = 0.3, 0.2  # logits
FALLS = {5.0: 40, 3.0: 40, 1.5: 20}  # logits by which a model falls where it fails: data sets
WORKED_SEED, WORKED_FALL = 0, 5.0  # of the data set that is shown model by model
FEWEST_ITEMS, MOST_ITEMS = 30, 1000
DRAWS, CONTESTS = 1000, 200


@dataclass(frozen=True)
class Planted:
    """Right answers, shape (models, rounds), and items of each round."""

    right: np.ndarray
    n_items: np.ndarray


def planted_data(seed, fall):
    """Return one data set; models are in the order of their abilities, the strongest first."""
    rng = np.random.default_rng(seed)
    ability = norm.ppf(1 - (np.arange(N_MODELS) + 0.5) / N_MODELS)
    domain = np.repeat(rng.normal(0, DOMAIN_SD, (N_MODELS, N_DOMAINS)), N_ROUNDS // N_DOMAINS, axis=1)
    logit = ability[:, None] + domain + rng.normal(0, BENCHMARK_SD, (N_MODELS, N_ROUNDS))
    for model, position in PLANTED.items():
        logit[model, list(FAILING[position])] -= fall
    accuracy = 1 / (1 + np.exp(-logit))
    n_items = rng.permutation(np.geomspace(FEWEST_ITEMS, MOST_ITEMS, N_ROUNDS).round().astype(int))
    return Planted(rng.binomial(n_items, accuracy), n_items)


def beta_draws(data, seed, *, draws=DRAWS):
    """Return draws of accuracies under Jeffreys' prior."""
    shape = draws, N_MODELS, N_ROUNDS
    scores = np.random.default_rng(seed).beta(data.right + 0.5, data.n_items - data.right + 0.5, shape)
    models = tuple(f"{PLANTED.get(model, 'model')} {model + 1}" for model in range(N_MODELS))
    return WinDraws(models, tuple(f"benchmark {k + 1}" for k in range(N_ROUNDS)), scores)


def sensitivity_of(played, seed):
    """Return the failure sensitivity over the natural grid."""
    return swiss_tournament(played, n_contests=CONTESTS, random_seed=seed).sensitivity()


def found_in(seed, fall):
    """Return what the rule, the qualifier and the paper's reading say of one data set.

    The paper's reading looks at the normalised coefficient alone: every strong model that is surely sensitive is
    a specialist.
    """
    sensitivity = sensitivity_of(beta_draws(planted_data(seed, fall), seed), seed)
    classes = classify_sensitivity(sensitivity)
    labels, z = np.array(classes.labels), sensitivity.spread.robust_z.value
    sensitive = classes.strong & (classes.normalised.upper < -classes.thresholds.delta)
    planted = np.isin(np.arange(N_MODELS), list(PLANTED))
    early = np.isin(np.arange(N_MODELS), [model for model, position in PLANTED.items() if position == "early"])
    specialist = labels == "aggressive specialist"
    return {
        "early_found": int(specialist[early].sum()),
        "others_planted_called_specialists": int(specialist[planted & ~early].sum()),
        "ordinary_called_specialists": int(specialist[~planted].sum()),
        "planted_uneven": int(classes.uneven[planted].sum()),
        "ordinary_uneven": int(classes.uneven[~planted].sum()),
        "strong": int(classes.strong.sum()),
        "sensitive_alone": int(sensitive.sum()),
        "ordinary_sensitive_alone": int(sensitive[~planted].sum()),
        "least_z_of_planted": round(float(z[planted].min()), 2),
        "largest_z_of_ordinary": round(float(z[~planted].max()), 2),
        "classes_of_planted": [classes.labels[model] for model in PLANTED],
    }


def as_promised(found):
    """Return whether the rule finds the early failures and calls no other model, and the qualifier all five alone."""
    rule = found["early_found"] == 2 and not found["ordinary_called_specialists"]
    return rule, rule and not found["others_planted_called_specialists"], found["planted_uneven"] == len(PLANTED)


def summary_row(fall, found):
    """Return the shares of data sets of one size of failure."""
    rule, exactly, uneven = (np.mean(each) for each in zip(*map(as_promised, found), strict=True))
    late = [
        name
        for each in found
        for name, at in zip(each["classes_of_planted"], PLANTED.values(), strict=True)
        if at == "late"
    ]
    return {
        "fall_logits": fall,
        "data_sets": len(found),
        "both_early_and_no_ordinary": round(float(rule), 3),
        "early_alone_among_all": round(float(exactly), 3),
        "all_five_uneven": round(float(uneven), 3),
        "early_found": round(float(np.mean([each["early_found"] for each in found]) / 2), 3),
        "data_sets_with_ordinary_specialist": sum(each["ordinary_called_specialists"] > 0 for each in found),
        "data_sets_with_ordinary_uneven": sum(each["ordinary_uneven"] > 0 for each in found),
        "mean_sensitive_alone": round(float(np.mean([each["sensitive_alone"] for each in found])), 2),
        "mean_ordinary_sensitive_alone": round(float(np.mean([each["ordinary_sensitive_alone"] for each in found])), 2),
        "least_z_of_planted": min(each["least_z_of_planted"] for each in found),
        "largest_z_of_ordinary": max(each["largest_z_of_ordinary"] for each in found),
        "late_by_class": {name: late.count(name) for name in sorted(set(late))},
    }


def worked_example():
    """Return one row a model of the data set that the page shows."""
    sensitivity = sensitivity_of(beta_draws(planted_data(WORKED_SEED, WORKED_FALL), WORKED_SEED), WORKED_SEED)
    classes = classify_sensitivity(sensitivity)
    table = sensitivity.frame()[["model", "wins", "byes", "two_point", "normalised", "excess", "robust_z"]]
    table = table.round(3).merge(classes.frame()[["model", "class", "qualifier"]], on="model")
    return {
        "seed": WORKED_SEED,
        "fall_logits": WORKED_FALL,
        "mean_sensitivity": round(sensitivity.mean_sensitivity, 4),
        "gate": round(classes.thresholds.gate, 3),
        "models": table.to_dict(orient="records"),
    }


def measure():
    """Return the figures of the docs: shares of data sets, and one data set model by model."""
    shares = [summary_row(fall, [found_in(seed, fall) for seed in range(number)]) for fall, number in FALLS.items()]
    return {"shares": shares, "worked_example": worked_example()}


def page_tables(figures):
    """Return the tables of the page: shares by size of failure, and the models of the worked example that pass."""
    shares = [
        {
            "accuracies fall by": f"{row['fall_logits']:g} logits",
            "data sets": row["data_sets"],
            "both early ones specialists, no ordinary model": f"{row['both_early_and_no_ordinary']:.0%}",
            "all five uneven": f"{row['all_five_uneven']:.0%}",
            "with an ordinary specialist": row["data_sets_with_ordinary_specialist"],
            "with an ordinary uneven": row["data_sets_with_ordinary_uneven"],
            "ordinary models sensitive, mean": row["mean_ordinary_sensitive_alone"],
        }
        for row in figures["shares"]
    ]
    shown = [row for row in figures["worked_example"]["models"] if row["wins"] >= figures["worked_example"]["gate"]]
    example = [
        {
            "model": row["model"],
            "wins": f"{row['wins']:.2f}",
            "sensitivity": f"{row['normalised']:+.1%}",
            "excess": f"{row['excess']:+.1%}",
            "robust z": f"{row['robust_z']:.1f}",
            "class": ", ".join(filter(None, (row["class"], row["qualifier"]))),
        }
        for row in sorted(shown, key=lambda row: -row["wins"])
    ]
    return {"planted": shares, "planted models": example}


if __name__ == "__main__":
    FIGURES.write_text(json.dumps(measure(), indent=1) + "\n")
    PAGE.write_text(put_tables(PAGE.read_text(), page_tables(json.loads(FIGURES.read_text()))))
