"""The programs by name; the file system is the index, so adding one is adding its file."""

from importlib import import_module

import bayesrank.programs
from bayesrank.families import families_of
from bayesrank.programs.program import AnyProgram


def program_families() -> dict[str, str]:
    """Return the family of each program by name, sorted, importing none of them."""
    return families_of(bayesrank.programs)


def find_program(name: str) -> AnyProgram:
    """Return the program of that name.

    Raises
    ------
    ValueError
        If there is none; the message lists those that exist.
    """
    families = program_families()
    if name not in families:
        message = f"program must be one of {', '.join(families)}; got {name!r}. Check the spelling."
        raise ValueError(message)
    program: AnyProgram = import_module(f"bayesrank.programs.{families[name]}.{name}").PROGRAM
    return program
