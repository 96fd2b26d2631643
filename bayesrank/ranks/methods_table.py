"""All methods in one table, from the registries of programs and of rules."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from bayesrank.programs.registry import find_program, program_families
from bayesrank.rules.registry import find_rule, rule_families
from bayesrank.rules.rule import MISSING_WORDS, TIE_WORDS
from bayesrank.statistics.summarise import REDUCTIONS

if TYPE_CHECKING:
    import pandas as pd


def methods_table() -> pd.DataFrame:
    """Return every program and rule with what it needs and how it treats ties and missing data.

    Returns
    -------
    DataFrame
        Indexed by ``method``. Columns ``kind`` (program or rule), ``family``, ``data`` (the observations it can read),
        ``ties``, ``missing``, ``cost`` and ``random`` (whether scores depend on a seed), which programs leave empty,
        ``reference`` (a key of the references) and ``what_it_is``.

    Examples
    --------
    >>> import bayesrank as br
    >>> br.methods_table().loc["borda", ["kind", "family", "ties"]].tolist()
    ['rule', 'voting', 'a tie is half a win for each']
    """
    import pandas as pd

    rows = [_program_row(name, family) for name, family in program_families().items()]
    rows += [_rule_row(name, family) for name, family in rule_families().items()]
    return pd.DataFrame(rows).set_index("method")


def _program_row(name: str, family: str) -> dict[str, object]:
    program = find_program(name)
    return {
        "method": name,
        "kind": "program",
        "family": family,
        "data": _observations(program.reads),
        "ties": "",
        "missing": "",
        "cost": "",
        "random": "",
        "reference": program.reference,
        "what_it_is": _summary(program.build),
    }


def _rule_row(name: str, family: str) -> dict[str, object]:
    rule = find_rule(name)
    return {
        "method": name,
        "kind": "rule",
        "family": family,
        "data": _observations(rule.reads),
        "ties": TIE_WORDS[rule.ties],
        "missing": MISSING_WORDS[rule.missing],
        "cost": rule.cost,
        "random": "with a seed" if rule.random else "",
        "reference": rule.reference,
        "what_it_is": _summary(rule.function),
    }


def _observations(statistic: type) -> str:
    return ", ".join(sorted(source.__name__ for source, target in REDUCTIONS if target is statistic))


def _summary(function: object) -> str:
    """Return the first line of a docstring."""
    return (inspect.getdoc(function) or "").splitlines()[0]
