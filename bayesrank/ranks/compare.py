"""Rankings of the same data by several methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from bayesrank.errors import ConvergenceError, DataError
from bayesrank.inference.progress import tracked
from bayesrank.options import check_at_least
from bayesrank.programs.program import Target
from bayesrank.programs.registry import find_program, program_families
from bayesrank.ranks.method_comparison import MethodComparison
from bayesrank.ranks.program_ranking import rank_by_program
from bayesrank.ranks.ranking import Ranking
from bayesrank.ranks.rule_ranking import rank_by_rule
from bayesrank.rules.paper import PAPER
from bayesrank.rules.registry import find_rule, rule_families
from bayesrank.rules.rule import Rule
from bayesrank.statistics.summarise import REDUCTIONS

type Calls = Mapping[str, tuple[str | Rule, Mapping[str, Any]]]
type Methods = Sequence[str | Rule] | Calls | Literal["all", "paper"]


def compare(data: Any, methods: Methods = "all", *, random_seed: int = 0) -> MethodComparison:  # noqa: ANN401
    """Rank the models by several methods.

    Parameters
    ----------
    data : Outcomes, Comparisons, Orderings or ScoreTable
        What was observed.
    methods : sequence of str or Rule, mapping, "all" or "paper"
        Methods at their defaults, by name or as rules of your own; or labels with (method, options); or all that read
        such data; or the configurations of the paper, with the wins that rules read counted over all pairings of
        trials. Options of a program include ``target``, ``inference`` and ``quantile``. Programs rank by their
        posterior mean; in ``"all"``, those whose posterior would have to be sampled rank by the mode of the posterior
        instead, under a label such as ``"rasch (map)"``.
    random_seed : int
        Seed of what is random.

    Returns
    -------
    MethodComparison
        With the reasons of methods that refused the data.

    Raises
    ------
    ValueError
        If a method does not exist, or none is given.
    DataError
        If all methods refuse the data.

    References
    ----------
    hariri2026

    Examples
    --------
    >>> import bayesrank as br
    >>> data = br.Outcomes.from_array([[1, 1, 0], [1, 0, 0]], models=["a", "b"])
    >>> br.compare(data, ["avg", "borda"]).ranks()
           avg  borda
    model
    a        1      1
    b        2      2
    """
    check_at_least("random_seed", random_seed, 0)
    calls = _calls(data, methods)
    refusals: tuple[type[Exception], ...] = (DataError, ConvergenceError)
    if methods == "all":
        refusals = (ValueError, ConvergenceError)  # some methods must be told what nobody was asked for
    rankings: dict[str, Ranking] = {}
    refused: dict[str, str] = {}
    summaries: dict[object, Any] = {}
    for label, (method, options) in tracked(calls.items(), len(calls), "ranking"):
        try:
            if isinstance(method, Rule):
                rankings[label] = rank_by_rule(data, method, options, random_seed=random_seed, summaries=summaries)
            else:
                aim, rest = _target_and_rest(options)
                rankings[label] = rank_by_program(data, method, rest, target=aim, random_seed=random_seed)
        except refusals as error:
            refused[label] = str(error)
    if not rankings:
        label, reason = next(iter(refused.items()))
        message = f"a method must be able to rank these data; got none of {len(refused)}. {label}: {reason}"
        raise DataError(message)
    return MethodComparison(rankings, refused)


def _calls(data: object, methods: Methods) -> Calls:
    """Return what to call under which label: a rule, or the name of a program."""
    calls: Calls
    if methods == "paper":
        calls = PAPER
    elif isinstance(methods, Mapping):
        calls = methods
    elif methods == "all":
        calls = dict(_cheapest(name) for name in methods_for(data))
    else:
        asked = [methods] if isinstance(methods, str) else methods
        calls = {method.name if isinstance(method, Rule) else method: (method, {}) for method in asked}
    if not calls:
        message = "methods must name at least one method that reads such data; got none. Leave it out to compare all."
        raise ValueError(message)
    return {
        label: (find_rule(method) if isinstance(method, str) and method not in program_families() else method, options)
        for label, (method, options) in calls.items()
    }


def _target_and_rest(options: Mapping[str, Any]) -> tuple[Target | None, dict[str, Any]]:
    """Take from the options of a program what its scores are to be of."""
    return options.get("target"), {name: value for name, value in options.items() if name != "target"}


def _cheapest(name: str) -> tuple[str, tuple[str, Mapping[str, Any]]]:
    """Return a label, the method and its options: of a program that would be sampled, its mode."""
    if name in program_families() and find_program(name).exact is None:
        return f"{name} (map)", (name, {"inference": "map"})
    return name, (name, {})


def methods_for(data: object) -> tuple[str, ...]:
    """Return the names of all programs and rules that read such data."""
    readable = {statistic for source, statistic in REDUCTIONS if source is type(data)}
    programs = (name for name in program_families() if find_program(name).reads in readable)
    rules = (name for name in rule_families() if find_rule(name).reads in readable)
    return (*programs, *rules)
