"""All methods in one table, from the registries of programs and of rules."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from bayesrank.programs.program import TARGET_WORDS
from bayesrank.programs.registry import find_program, program_families
from bayesrank.rules.registry import find_rule, rule_families
from bayesrank.rules.rule import MISSING_WORDS, TIE_WORDS
from bayesrank.statistics.summarise import REDUCTIONS

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = [
    "method", "kind", "family", "data", "target", "inference", "ties", "missing", "cost", "random", "reference",
    "what_it_is",
]  # fmt: skip


def methods_table() -> pd.DataFrame:
    """Return every program and rule with what it needs and how it treats ties and missing data.

    Returns
    -------
    DataFrame
        Indexed by ``method``. Columns ``kind`` (program or rule), ``family``, ``data`` (the observations it can read);
        ``target`` (what scores can be of, the default first) and ``inference`` (what ``"auto"`` does first), which
        rules leave empty; ``ties``, ``missing``, ``cost`` and ``random`` (whether scores depend on a seed), which
        programs leave empty; ``reference`` (a key of the references) and ``what_it_is``.

    Examples
    --------
    >>> import bayesrank as br
    >>> br.methods_table().loc["borda", ["kind", "family", "ties"]].tolist()
    ['rule', 'voting', 'a tie is half a win for each']
    """
    import pandas as pd

    programs = [_program_row(name, family) for name, family in program_families().items()]
    rules = [_rule_row(name, family) for name, family in rule_families().items()]
    return pd.DataFrame([*programs, *rules], columns=COLUMNS).fillna("").set_index("method")


def _program_row(name: str, family: str) -> dict[str, str]:
    program = find_program(name)
    return {
        "method": name,
        "kind": "program",
        "family": family,
        "target": ", ".join(TARGET_WORDS[target] for target in program.scores),
        "inference": "nuts" if program.exact is None else "exact, nuts",
        "reference": program.reference,
    } | _told(program.reads, program.build)


def _rule_row(name: str, family: str) -> dict[str, str]:
    rule = find_rule(name)
    return {
        "method": name,
        "kind": "rule",
        "family": family,
        "ties": TIE_WORDS[rule.ties],
        "missing": MISSING_WORDS[rule.missing],
        "cost": rule.cost,
        "random": "with a seed" if rule.random else "",
        "reference": rule.reference,
    } | _told(rule.reads, rule.function)


def _told(statistic: type, function: object) -> dict[str, str]:
    """Return which observations the statistic comes from, and the first line of the function's docstring."""
    data = sorted(source.__name__ for source, target in REDUCTIONS if target is statistic)
    return {"data": ", ".join(data), "what_it_is": (inspect.getdoc(function) or "").splitlines()[0]}
