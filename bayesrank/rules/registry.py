"""The rules by name; the file system is the index, so adding one is adding its file."""

from importlib import import_module

import bayesrank.rules
from bayesrank.families import families_of
from bayesrank.programs.registry import program_families
from bayesrank.rules.rule import Rule


def rule_families() -> dict[str, str]:
    """Return the family of each rule by name, sorted, importing none of them."""
    return families_of(bayesrank.rules)


def find_rule(name: str) -> Rule:
    """Return the rule of that name.

    Raises
    ------
    ValueError
        If there is none; the message lists those that exist.
    """
    families = rule_families()
    if name not in families:
        names = sorted({*families, *program_families()})
        message = f"method must be one of {', '.join(names)}; got {name!r}. Check the spelling."
        raise ValueError(message)
    rule: Rule = getattr(import_module(f"bayesrank.rules.{families[name]}.{name}"), name)
    return rule
