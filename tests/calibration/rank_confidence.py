"""What rank confidence sequences promise, and tests for one look do not, measured where the truth is known.

Run as a script it writes the figures and the tables of the page on three kinds of rank sets, and its plot.
"""

import json
from pathlib import Path

import numpy as np
from measure import put_tables, stream

import bayesrank as br
from bayesrank.sequential.retirement import Retirement

PAGE = Path(__file__).parents[2] / "docs" / "explanations" / "three-kinds-of-rank-sets.md"
FIGURES = PAGE.with_name("rank_confidence.json")
METHODS = ("enumeration", "holm_mcnemar", "holm_z")
REPLICATIONS = 1_000
N_MODELS = 6
SPREAD = 0.3  # how far the chance of a right answer goes up and down with the difficulty of a question
TIED, TIED_QUESTIONS, TIED_LOOKS = np.full(N_MODELS, 0.6), 2_000, 10
ONE_LOOK, ONE_LOOK_QUESTIONS = ("holm_mcnemar", "holm_z", "romano_wolf"), (50, 200, 500)
BOOTSTRAP = 499  # samples
NEAR_TIES = np.array([0.58, 0.573, 0.5, 0.493, 0.42, 0.413])
NEAR_QUESTIONS, NEAR_LOOKS, NEAR_TIMES = 4_000, 20, (500, 1_000, 2_000, 4_000)
ORDERS, SHARES, TOP = 20, (25, 50, 75, 100), 3
RULES = {  # by what the page calls them
    f"top {TOP}": Retirement("topk", TOP),
    f"top {TOP}, safe": Retirement("topk_safe", TOP),
    "all pairs": Retirement("all_pairs"),
}
NAMES = {
    "enumeration": "rank confidence sequence (enumeration)",
    "star": "rank confidence sequence (star)",
    "holm_mcnemar": "Holm, McNemar",
    "holm_z": "Holm, z",
    "romano_wolf": "Romano-Wolf",
}


def draw_right(means, n_questions, name):
    """Draw right and wrong answers again and again, shape (replications, n_questions, M).

    The chances of all models rise and fall together by up to .3 from question to question: what is hard for one is hard
    for the others.
    """
    rng = stream(name)
    right = np.empty((REPLICATIONS, n_questions, len(means)), dtype=np.int8)
    for replication in range(REPLICATIONS):
        ease = rng.uniform(-SPREAD, SPREAD, (n_questions, 1))
        right[replication] = rng.random((n_questions, len(means))) < means + ease
    return right


def tied_rows():
    """Measure how often each method is ever wrong about models that are all alike: whatever it certifies is."""
    right = draw_right(TIED, TIED_QUESTIONS, "six tied models")
    study = br.peeking_study(right, truth=TIED, methods=METHODS, looks=TIED_LOOKS)
    one_look = study.was_false[:, :, -1].mean(axis=1)
    return [
        {
            "method": method,
            "replications": REPLICATIONS,
            **_share("last_look", one_look[number]),
            **_share("any_look", study.error_rate[number]),
        }
        for number, method in enumerate(METHODS)
    ]


def one_look_rows():
    """Measure how often tests for one look are wrong at one look about models that are all alike."""
    rows = []
    for n_questions in ONE_LOOK_QUESTIONS:
        right = draw_right(TIED, n_questions, f"one look at {n_questions} questions")
        for method in ONE_LOOK:
            options = {"draws": BOOTSTRAP} if method == "romano_wolf" else {}
            wrong = [
                br.fixed_sample_ranks(scores, method=method, random_seed=seed, **options).certified.any()
                for seed, scores in enumerate(right)
            ]
            rows.append({"method": method, "questions": n_questions, **_share("wrong", np.mean(wrong))})
    return rows


def near_rows():
    """Measure how many of the 15 pairs of near ties each method certifies when, and how often it is ever wrong."""
    right = draw_right(NEAR_TIES, NEAR_QUESTIONS, "near ties")
    study = br.peeking_study(right, truth=NEAR_TIES, methods=METHODS, looks=NEAR_LOOKS)
    at = [study.n_questions.tolist().index(time) for time in NEAR_TIMES]
    return [
        {
            "method": method,
            "questions": time,
            "replications": REPLICATIONS,
            **_mean("certified", study.n_certified[number, :, look]),
            **_share("ever_false", study.ever_false[number, :, look].mean()),
        }
        for number, method in enumerate(METHODS)
        for time, look in zip(NEAR_TIMES, at, strict=True)
    ]


def real_rows():
    """Measure what is certified of 50 systems on SWE-bench Verified in random orders, and whether it is ever false."""
    data = br.load_example("swebench_verified")
    methods = ("star", *METHODS[1:])
    study = br.peeking_study(data, methods=methods, looks="1%", replications=ORDERS, random_seed=0)
    return [
        {
            "method": method,
            "orders": ORDERS,
            "pairs": _pairs_that_differ(data),
            **{f"at {share} %": round(float(study.n_certified[number, :, share - 1].mean()), 1) for share in SHARES},
            "orders ever false": int(study.was_false[number].any(axis=1).sum()),
        }
        for number, method in enumerate(methods)
    ]


def retirement_rows():
    """Measure how many evaluations each rule of retirement saves on SWE-bench Verified, and what it leaves open."""
    data = br.load_example("swebench_verified")
    truth = _true_ranks(data)
    rows = []
    for name, rule in RULES.items():
        found = [
            br.rank_confidence_sequence(data, retirement=rule, certifier="star", random_seed=seed)
            for seed in range(ORDERS)
        ]
        used = np.array([each.report.evaluations for each in found]) / (len(data.models) * len(data.questions))
        rows.append(
            {
                "rule": name,
                "orders": ORDERS,
                "evaluations": f"{100 * used.mean():.1f} %",
                "least": f"{100 * used.min():.1f} %",
                "most": f"{100 * used.max():.1f} %",
                "open at the end": round(float(np.mean([(each.report.top(TOP) == "open").sum() for each in found])), 1),
                "orders with a false statement": int(sum(_is_false(each.report, truth) for each in found)),
            }
        )
    return rows


def measure():
    """Return all figures, rows by the name of the table."""
    return {
        "tied": tied_rows(),
        "one look": one_look_rows(),
        "near ties": near_rows(),
        "real": real_rows(),
        "retirement": retirement_rows(),
    }


def page_tables(figures):
    """Return the tables of the page."""
    near = {}
    for row in figures["near ties"]:
        line = near.setdefault(row["method"], {"method": NAMES[row["method"]]})
        line[str(row["questions"])] = f"{row['certified']:.3f} ± {row['certified_error']:.3f}"
        last = {name: row[name] for name in ("ever_false", "ever_false_error")}
        near[row["method"]] = {name: value for name, value in line.items() if name not in last} | last
    look = {}
    for row in figures["one look"]:
        line = look.setdefault(row["method"], {"method": NAMES[row["method"]]})
        line |= {str(row["questions"]): row["wrong"], f"{row['questions']}_error": row["wrong_error"]}
    return {
        "one look": list(look.values()),
        "tied": [row | {"method": NAMES[row["method"]]} for row in figures["tied"]],
        "near ties": list(near.values()),
        "real": [row | {"method": NAMES[row["method"]]} for row in figures["real"]],
        "retirement": figures["retirement"],
    }


def _share(name, share):
    error = np.sqrt(share * (1 - share) / REPLICATIONS)
    return {name: round(float(share), 4), f"{name}_error": round(float(error), 4)}


def _mean(name, values):
    error = values.std(ddof=1) / np.sqrt(len(values))
    return {name: round(float(values.mean()), 4), f"{name}_error": round(float(error), 4)}


def _scores(data):
    """Return how many questions each model is right on."""
    right = np.zeros(len(data.models), dtype=np.int64)
    np.add.at(right, data.model_index, data.outcome.astype(np.int64) * data.count)
    return right


def _pairs_that_differ(data):
    right = _scores(data)
    return int((right[:, None] > right).sum())


def _true_ranks(data):
    right = _scores(data)
    return {model: 1 + int((right > own).sum()) for model, own in zip(data.models, right, strict=True)}


def _is_false(report, truth):
    """Say whether a rank lies outside its bounds, or a model is said to be inside or outside the top in error."""
    top = report.top(TOP)
    ranks = np.array([truth[model] for model in report.models])
    inside, outside = (top == "inside").to_numpy(), (top == "outside").to_numpy()
    missed = (ranks < report.bounds.lower) | (ranks > report.bounds.upper)
    return bool(missed.any() or (inside & (ranks > TOP)).any() or (outside & (ranks <= TOP)).any())


if __name__ == "__main__":
    figures = measure()
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    PAGE.write_text(put_tables(PAGE.read_text(), page_tables(figures)))
