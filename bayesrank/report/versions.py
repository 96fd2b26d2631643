"""The versions that a result was made with."""

import platform
from importlib.metadata import version

PACKAGES = ("bayesrank", "pymc", "arviz", "numpy", "scipy", "pandas")


def versions() -> dict[str, str]:
    """Return the version of Python and of each package that a figure may depend on."""
    return {"python": platform.python_version(), **{package: version(package) for package in PACKAGES}}
