"""The file system as the index of methods."""

import sys
from importlib import import_module

from bayesrank.families import families_of


def test_files_of_folders_are_methods_and_private_ones_are_not(tmp_path, monkeypatch):
    package = tmp_path / "methods_of_a_test"
    for file in ("__init__.py", "index.py", "beta/__init__.py", "beta/ant.py", "beta/_part.py", "alpha/__init__.py",
                 "alpha/bee.py"):  # fmt: skip
        (package / file).parent.mkdir(parents=True, exist_ok=True)
        (package / file).write_text("raise AssertionError" if "/" in file else "")
    monkeypatch.syspath_prepend(tmp_path)
    found = families_of(import_module(package.name))
    assert list(found.items()) == [("ant", "beta"), ("bee", "alpha")]
    assert not any(name.startswith(f"{package.name}.") for name in sys.modules)  # nothing was imported
