"""What a ranking rule is: one function from a statistic to scores, and what its signature cannot say."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_type_hints

from bayesrank.arrays import FloatArray
from bayesrank.programs.program import Moments

type Ties = Literal["shared", "ignored", "option", "not compared"]
type Missing = Literal["left out", "rescaled", "taken as equal"]

TIE_WORDS: Mapping[Ties, str] = {
    "shared": "a tie is half a win for each",
    "ignored": "ties count for nothing",
    "option": "an option says",
    "not compared": "models are not compared",
}
MISSING_WORDS: Mapping[Missing, str] = {
    "left out": "what is missing takes part in nothing",
    "rescaled": "scores are scaled up to what a model would have with all",
    "taken as equal": "two models that never met count as equal",
}


class Solved(NamedTuple):
    """Scores, and what else their computation knows: ``facts()`` by name, worked out when asked for."""

    scores: FloatArray
    facts: Callable[[], Mapping[str, object]]


@dataclass(frozen=True)
class Rule:
    """A ranking rule: call it with a statistic, or a stack of S statistics, to get scores, higher is better.

    Made by :func:`ranking_rule`. Scores have shape (L,) in the order of ``statistic.models``, or (S, L).

    Parameters
    ----------
    function : callable
        Statistic, and keyword options, to scores, or to :class:`Solved` where the rule knows more.
    ties : {"shared", "ignored", "option", "not compared"}
        How equal results of two models count; see ``TIE_WORDS``.
    missing : {"left out", "rescaled", "taken as equal"}
        What is done where a model has no result; see ``MISSING_WORDS``.
    cost : str
        How work grows with L models, M questions or V voters, and so on.
    reference : str
        Key of the source.
    moments : callable, optional
        Statistic, and all options, to the exact mean and standard deviation of the scores given the posterior of
        Bayes@N for the cells.
    """

    function: Callable[..., FloatArray | Solved]
    ties: Ties
    missing: Missing
    cost: str
    reference: str
    moments: Callable[..., Moments] | None

    def __post_init__(self) -> None:
        for name, value in (("__doc__", self.function.__doc__), ("__wrapped__", self.function)):
            object.__setattr__(self, name, value)  # documented, and with the signature, of the function

    def __call__(self, statistic: Any, **options: Any) -> FloatArray:  # noqa: ANN401 (each rule reads its own)
        """Score the models of a statistic."""
        return self.solve(statistic, **options).scores

    def solve(self, statistic: Any, **options: Any) -> Solved:  # noqa: ANN401 (as above)
        """Score the models of a statistic, and keep what else the rule knows."""
        found = self.function(statistic, **options)
        return found if isinstance(found, Solved) else Solved(found, dict)

    def diagnose(self, statistic: Any, **options: Any) -> Mapping[str, object]:  # noqa: ANN401 (as above)
        """Return what else the rule knows of a statistic, by name."""
        return self.solve(statistic, **options).facts()

    @property
    def name(self) -> str:
        """Name of the rule: that of its function."""
        return self.function.__name__

    @property
    def family(self) -> str:
        """Folder that the rule lies in."""
        return self.function.__module__.split(".")[-2]

    @property
    def reads(self) -> type:
        """The statistic that the rule reads: the annotation of its first parameter."""
        hints = get_type_hints(self.function)
        statistic: type = hints[next(iter(inspect.signature(self.function).parameters))]
        return statistic

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the rule's options."""
        return tuple(self.defaults)

    @property
    def defaults(self) -> dict[str, Any]:
        """The rule's options and their defaults."""
        _, *options = inspect.signature(self.function).parameters.values()
        return {option.name: option.default for option in options}

    @property
    def random(self) -> bool:
        """Whether the rule draws random numbers: whether it has an option ``random_seed``."""
        return "random_seed" in self.options


def ranking_rule(
    *,
    ties: Ties,
    missing: Missing,
    cost: str,
    reference: str,
    moments: Callable[..., Moments] | None = None,
) -> Callable[[Callable[..., FloatArray | Solved]], Rule]:
    """Declare a function from a statistic to scores as a rule; see :class:`Rule` for what is declared."""

    def declare(function: Callable[..., FloatArray | Solved]) -> Rule:
        return Rule(function, ties, missing, cost, reference, moments)

    return declare
