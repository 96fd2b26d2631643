import pytest

from bayesrank.programs.registry import program_families
from bayesrank.rules.registry import find_rule, rule_families


def test_every_file_is_a_rule_of_its_name():
    families = rule_families()
    assert set(families.values()) == {"graph", "metrics", "ratings", "voting"}
    for name, family in families.items():
        rule = find_rule(name)
        assert rule.name == name
        assert rule.family == family


def test_no_rule_has_the_name_of_a_program():
    assert rule_families().keys().isdisjoint(program_families())


def test_an_unknown_name_lists_the_known():
    with pytest.raises(ValueError, match=r"method must be one of alpha_rank, .*borda.*population.*; got 'bordo'"):
        find_rule("bordo")
