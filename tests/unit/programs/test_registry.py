import pytest

from bayesrank.programs.registry import find_program, program_families


def test_every_file_is_a_program_of_its_name():
    families = program_families()
    assert families.keys() >= {"bayes", "population", "hierarchical"}
    for name, family in families.items():
        program = find_program(name)
        assert program.name == name
        assert program.build.__module__ == f"bayesrank.programs.{family}.{name}"
        assert program.exact is None or program.variates is not None


def test_an_unknown_name_lists_the_known():
    with pytest.raises(ValueError, match=r"program must be one of bayes, .*population, .*; got 'rash'"):
        find_program("rash")
