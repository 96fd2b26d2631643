"""What is unusual about a data set, though nothing in it is wrong."""

from collections import defaultdict

import numpy as np

from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes

MOST_NAMES = 3


def oddities(outcomes: Outcomes) -> list[str]:
    """Say what somebody should look at before ranking, one sentence each."""
    counts = count_outcomes(outcomes)
    return [
        *_missing(outcomes, counts),
        *_unequal_trials(counts),
        *_uninformative_questions(counts),
        *_equal_models(counts),
        *_few(outcomes),
    ]


def _missing(outcomes: Outcomes, counts: OutcomeCounts) -> list[str]:
    found = []
    never_asked = sorted(set(outcomes.questions) - set(counts.questions))
    if never_asked:
        found.append(f"{len(never_asked)} questions have no outcome at all and are left out: {_some(never_asked)}")
    partial = np.flatnonzero(counts.coverage < 1)
    if partial.size:
        missing = float(1 - counts.observed.mean())
        models = sorted((counts.models[model] for model in partial), key=lambda name: name)
        found.append(f"{missing:.1%} of the cells are missing, in {partial.size} models: {_some(models)}")
    return found


def _unequal_trials(counts: OutcomeCounts) -> list[str]:
    trials = counts.n_trials[counts.n_trials > 0]
    if trials.min() == trials.max():
        return []
    per_model = np.nanmedian(np.where(counts.n_trials > 0, counts.n_trials, np.nan), axis=1)
    fewest = sorted(counts.models[model] for model in np.flatnonzero(per_model == per_model.min()))
    spread = f"cells have between {trials.min():g} and {trials.max():g} trials"
    return [f"{spread}; models with the fewest (median {per_model.min():g}): {_some(fewest)}"]


def _uninformative_questions(counts: OutcomeCounts) -> list[str]:
    low, high = counts.weights.min(), counts.weights.max()
    outcomes = counts.mean_outcome
    found = []
    for value, word in ((low, "lowest"), (high, "highest")):
        number = int(np.all((outcomes == value) | np.isnan(outcomes), axis=0).sum())
        if number:
            found.append(f"{number} of {len(counts.questions)} questions have the {word} outcome in every trial")
    return found


def _equal_models(counts: OutcomeCounts) -> list[str]:
    twins = defaultdict(list)
    for model, cells in zip(counts.models, counts.counts, strict=True):
        twins[cells.tobytes()].append(model)
    return [
        f"{len(models)} models have exactly the same outcomes: {_some(sorted(models))}"
        for models in sorted(twins.values())
        if len(models) > 1
    ]


def _few(outcomes: Outcomes) -> list[str]:
    found = []
    if len(outcomes.models) == 1:
        found.append("there is one model: its score can be estimated, not its rank")
    if len(outcomes.questions) == 1:
        found.append("there is one question: scores on questions like it rest on the prior almost alone")
    return found


def _some(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:MOST_NAMES])
    return shown if len(names) <= MOST_NAMES else f"{shown} and {len(names) - MOST_NAMES} more"
