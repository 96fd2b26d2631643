"""Outcomes and comparisons of the same models, or of some of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bayesrank.errors import DataError
from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.names import find_look_alikes
from bayesrank.observations.outcomes import Outcomes


@dataclass(frozen=True, eq=False, repr=False)
class JointData:
    """Answers to questions with a key, and battles that somebody judged, of models that have the same names in both.

    Models may be in one of the two only.

    Parameters
    ----------
    outcomes : Outcomes
        What each model answered.
    comparisons : Comparisons
        Who won against whom.

    Raises
    ------
    DataError
        If names of the two differ in nothing but white space.

    Examples
    --------
    >>> import bayesrank as br
    >>> import pandas as pd
    >>> outcomes = br.Outcomes.from_array([[1, 0, 1], [0, 0, 1]], models=["a", "b"])
    >>> battles = pd.DataFrame({"model_a": ["a", "b"], "model_b": ["c", "c"], "winner": ["a", "tie"]})
    >>> br.JointData(outcomes, br.read_comparisons(battles))
    JointData(3 models, 1 of them in one only: 6 trials on 3 questions, 2 battles)
    """

    outcomes: Outcomes
    comparisons: Comparisons

    def __post_init__(self) -> None:
        alike = find_look_alikes(self.models)
        if alike is not None:
            message = (
                f"names of models in outcomes and comparisons must differ in more than white space; "
                f"got {alike[0]!r} and {alike[1]!r}. Rename one, so that a model has one name."
            )
            raise DataError(message)

    def __repr__(self) -> str:
        lone = len(set(self.outcomes.models) ^ set(self.comparisons.models))
        only = f", {lone} of them in one only" if lone else ""
        answers = f"{self.outcomes.n_trials.sum()} trials on {len(self.outcomes.questions)} questions"
        return f"JointData({len(self.models)} models{only}: {answers}, {self.comparisons.n_battles} battles)"

    @cached_property
    def models(self) -> tuple[str, ...]:
        """Names of all models: those of the outcomes, then those of the comparisons alone."""
        return tuple(dict.fromkeys((*self.outcomes.models, *self.comparisons.models)))
