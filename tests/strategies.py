"""Hypothesis strategies: observations, and the same observations told otherwise."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from bayesrank.observations.outcomes import Outcomes

MISSING = float("nan")
KINDS = {  # which outcomes there are, and the weights of their categories
    "binary": ([0.0, 1.0, MISSING], [0.0, 1.0]),
    "graded": ([0.0, 1.0, 2.0, MISSING], [0.0, 0.25, 1.0]),
    "fractional": ([0.0, 0.1, 0.3, 1.0, MISSING], None),
}


@st.composite
def outcomes(draw):
    """Draw few models, questions and trials, so that exchangeable ones are common; cells may be missing."""
    n_models, n_questions, n_trials = draw(st.tuples(st.integers(1, 4), st.integers(1, 5), st.integers(1, 3)))
    turning = draw(st.booleans())  # every model is the one before with its questions turned by one: a symmetry
    n_models = n_questions if turning else n_models
    possible, weights = KINDS[draw(st.sampled_from(sorted(KINDS)))]
    size = (1 if turning else n_models) * n_questions * n_trials
    cells = np.array(draw(st.lists(st.sampled_from(possible), min_size=size, max_size=size)))
    rows = cells.reshape(-1, n_questions, n_trials)
    tensor = np.stack([np.roll(rows[0], turn, axis=0) for turn in range(n_models)]) if turning else rows
    unseen = np.isnan(tensor).all(axis=(1, 2))
    tensor[unseen, 0, 0] = 1.0  # every model needs an outcome
    if weights is None:
        tensor[:, 0, 0] = 0.1  # fractions are told from categories by one that is inside (0, 1)
    clusters = draw(st.lists(st.integers(0, 2), min_size=n_questions, max_size=n_questions))
    metadata = {"cluster": np.array(clusters)} if draw(st.booleans()) else {}
    prior = draw(st.lists(st.sampled_from([0.0, 1.0, MISSING]), min_size=n_questions, max_size=n_questions))
    return Outcomes.from_array(
        tensor,
        weights=weights,
        models=[f"model {letter}" for letter in "abcde"[:n_models]],
        questions=[f"question {letter}" for letter in "vwxyz"[:n_questions]],
        question_metadata=metadata,
        prior=np.array(prior)[:, None] if draw(st.booleans()) else None,
    )


@st.composite
def rearranged(draw, data):
    """Return the data with rows, models and questions in another order, under the same names."""
    rows = np.array(draw(st.permutations(range(len(data.outcome)))))
    models = np.array(draw(st.permutations(range(len(data.models)))))
    questions = np.array(draw(st.permutations(range(len(data.questions)))))
    prior = data.prior_counts
    return replace(
        data,
        models=tuple(data.models[position] for position in models),
        questions=tuple(data.questions[position] for position in questions),
        model_index=np.argsort(models)[data.model_index[rows]],
        question_index=np.argsort(questions)[data.question_index[rows]],
        outcome=data.outcome[rows],
        count=data.count[rows],
        trial_index=data.trial_index[rows],
        prior_counts=None if prior is None else prior[models][:, questions],
        question_metadata={name: known[questions] for name, known in data.question_metadata.items()},
    )


@st.composite
def renamed(draw, data):
    """Return the data with the names dealt out anew."""
    return replace(
        data,
        models=tuple(draw(st.permutations(data.models))),
        questions=tuple(draw(st.permutations(data.questions))),
    )
