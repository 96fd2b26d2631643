"""Files lie where they belong, stay short, and the package starts fast."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "bayesrank"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")

WITHOUT_TEST = {
    "arrays.py": "names of array types",
    "errors.py": "names of errors; who raises them tests them",
}
FORBIDDEN_NAMES = {"utils", "helpers", "common", "misc", "core", "base", "manager", "tools"}
MOST_LINES, MEDIAN_LINES, MOST_CODE_LINES = 400, 120, 50  # parameters and complexity are held by ruff


def name(path):
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_every_module_has_its_unit_test(module):
    mirror = ROOT / "tests/unit" / module.relative_to(PACKAGE).with_name(f"test_{module.name}")
    assert mirror.is_file() != (name(module) in WITHOUT_TEST)


def test_every_unit_test_has_its_module():
    tests = {path.relative_to(ROOT / "tests/unit") for path in (ROOT / "tests/unit").rglob("test_*.py")}
    modules = {path.relative_to(PACKAGE).with_name(f"test_{path.name}") for path in MODULES}
    assert tests <= modules


def test_no_module_is_a_drawer():
    drawers = {path for path in MODULES if path.stem in FORBIDDEN_NAMES or path.stem.endswith("_OLD")}
    assert drawers == set()


def test_no_family_imports_private_files_of_another():
    private = {path for path in MODULES if path.stem.startswith("_")}
    strangers = {
        f"{name(path)}: {name(imported)}"
        for path in MODULES
        for imported in imported_files(path) & private
        if path.parent not in imported.parents
    }
    assert strangers == set()


def imported_files(path):
    """Return the files of the package that a file may import: modules named, and names that may be modules."""
    imports = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    named = {node.module for node in imports} | {
        f"{node.module}.{each.name}" for node in imports for each in node.names
    }
    return {ROOT / f"{module.replace('.', '/')}.py" for module in named}


def test_files_are_short():
    lines = {name(path): len(path.read_text().splitlines()) for path in MODULES}
    assert {path: number for path, number in lines.items() if number > MOST_LINES} == {}
    assert median(lines.values()) < MEDIAN_LINES


def test_functions_are_short():
    long = {
        f"{name(path)}: {function.name}": number
        for path in MODULES
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef) and (number := code_lines(function, path)) > MOST_CODE_LINES
    }
    assert long == {}


def code_lines(function, path):
    """Count the lines of the body without docstring, comments and blank lines."""
    documented = ast.get_docstring(function) is not None
    body = function.body[1:] if documented else function.body
    if not body:
        return 0
    lines = path.read_text().splitlines()[body[0].lineno - 1 : body[-1].end_lineno]
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in lines)


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import bayesrank", {"pymc", "matplotlib", "pandas", "xarray"}),
        ("import sys; sys.argv = ['bayesrank', '--help']; from bayesrank.cli import app; app(standalone_mode=False)",
         {"pymc", "matplotlib", "pandas", "xarray"}),
    ],
    ids=["import", "help"],
)  # fmt: skip
def test_the_start_is_fast(statement, absent):
    ask = f"{statement}\nimport sys, json; print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    finished = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)  # noqa: S603
    loaded = set(json.loads(finished.stderr))
    assert "bayesrank" in loaded
    assert loaded & absent == set()
