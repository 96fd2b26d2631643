"""Lists in the docs are those of the code, both ways, and docstrings have what the docs promise of them."""

import ast
import dataclasses
import inspect
import re
import tomllib
from pathlib import Path

import numpydoc.docscrape
import pytest
import typer.main

import bayesrank
from bayesrank.cli import app
from bayesrank.datasets.catalogue import EXAMPLES
from bayesrank.inference.convergence import Convergence
from bayesrank.programs.program import TARGET_WORDS
from bayesrank.programs.registry import find_program, program_families
from bayesrank.rules.registry import rule_families

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
KEY = re.compile(r"\b[a-z][a-z_]+(?:19|20)\d\d[a-z]?\b")
CALLABLES = [name for name in bayesrank.__all__ if callable(getattr(bayesrank, name))]
FUNCTIONS = [name for name in CALLABLES if inspect.isfunction(getattr(bayesrank, name))]


def table(page, first_heading):
    """Return the rows of the table whose first column has that heading, each as heading to cell."""
    lines = (DOCS / page).read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if cells(line)[:1] == [first_heading])
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(dict(zip(cells(lines[start]), cells(line), strict=True)))
    return rows


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []


# Programs


def test_every_program_has_its_line_and_every_line_its_program():
    rows = {row.pop("program").strip("`"): row for row in table("reference/methods.md", "program")}
    assert list(rows) == list(program_families())
    for name, row in rows.items():
        program, fact = find_program(name), bayesrank.methods_table().loc[name]
        assert row["reads"] == ", ".join(f"`{observation}`" for observation in fact["data"].split(", "))
        assert row["target"] == ", ".join(TARGET_WORDS[target] for target in program.scores)
        ways = [("exact", program.exact), ("nuts", program.build), ("own solver", program.mle)]
        assert row["inference"] == ", ".join(way for way, function in ways if function is not None)
        assert row["reference"] == program.reference
        assert row["what it is"] == fact["what_it_is"].replace("``", "`")


@pytest.mark.parametrize("name", program_families())
def test_the_docstring_of_a_program_has_its_sections(name):
    sections = sections_of(find_program(name).build)
    assert sections >= {"Summary", "Parameters", "Returns", "References"}


# Rules


def rule_rows():
    """Return the row of each rule of the page, with the family that its table stands under."""
    text = (DOCS / "reference/methods.md").read_text().split("\n## Rules\n")[1]
    rows = {}
    for section in text.split("\n### ")[1:]:
        family, lines = section.split(":")[0].lower(), section.splitlines()
        for line in lines:
            if line.startswith("| `"):
                name, *facts = cells(line)
                rows[name.strip("`")] = [family.split()[0], *facts]
    return rows


def test_every_rule_has_its_line_and_every_line_its_rule():
    assert sorted(rule_rows()) == sorted(rule_families())


@pytest.mark.parametrize("name", rule_families())
def test_the_line_of_a_rule_says_what_the_registry_says(name):
    fact = bayesrank.methods_table().loc[name]
    family = {"graphs": "graph"}.get(rule_rows()[name][0], rule_rows()[name][0])
    reads = ", ".join(f"`{observation}`" for observation in fact["data"].split(", "))
    facts = [fact["ties"], fact["missing"], fact["cost"], fact["random"], fact["reference"]]
    assert [family, *rule_rows()[name][1:-1]] == [fact["family"], reads, *facts]
    assert rule_rows()[name][-1] == fact["what_it_is"].replace("``", "`")


# Public names


def test_every_public_name_is_in_the_api_page_and_nothing_else():
    directives = re.findall(r"^\.\. auto(?:class|function|exception|data):: (\w+)$", api_page(), re.MULTILINE)
    assert sorted(directives) == sorted(bayesrank.__all__)


def api_page():
    return (DOCS / "reference/api.md").read_text()


@pytest.mark.parametrize("name", CALLABLES)
def test_every_parameter_is_in_the_docstring_and_nothing_else(name):
    public = getattr(bayesrank, name)
    documented, declared = documented_parameters(public), parameters(public)
    assert sorted(documented) == sorted(declared)
    assert inspect.isclass(public) or documented == declared  # fields may be told in another order


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_docstring_says_what_is_returned(name):
    public = getattr(bayesrank, name)
    returns_something = inspect.signature(public).return_annotation not in {None, "None"}
    assert ("Returns" in sections_of(public)) == returns_something


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_docstring_says_what_is_raised(name):
    public = getattr(bayesrank, name)
    raises = any(isinstance(node, ast.Raise) for node in ast.walk(ast.parse(inspect.getsource(public))))
    assert not raises or "Raises" in sections_of(public)


def parameters(public):
    if dataclasses.is_dataclass(public):
        return [field.name for field in dataclasses.fields(public)]
    if inspect.isclass(public):
        return []  # an error
    return list(inspect.signature(public).parameters)


def documented_parameters(public):
    documented = parsed(public)["Parameters"]
    return [name.strip(" *") for parameter in documented for name in parameter.name.split(",")]


def sections_of(public):
    return {heading for heading, content in parsed(public).items() if content}


def parsed(public):
    return numpydoc.docscrape.NumpyDocString(inspect.getdoc(public))


# References


def test_every_key_is_in_the_references_and_every_reference_is_named():
    entries = re.findall(r"^@\w+\{(\w+),$", (DOCS / "references.bib").read_text(), re.MULTILINE)
    assert sorted(entries) == sorted(set(entries))
    assert set(entries) == keys_named()


def keys_named():
    """Return the keys in the docstrings of the package and in the pages; names of data sets look like them."""
    words = [docstring for path in (ROOT / "bayesrank").rglob("*.py") for docstring in docstrings(path)]
    words += [find_program(name).reference for name in program_families()]
    words += [page.read_text() for page in DOCS.rglob("*.md")]
    return set(KEY.findall("\n".join(words))) - set(EXAMPLES)


def docstrings(path):
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    found = (ast.get_docstring(node) for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, documented))
    return [docstring for docstring in found if docstring]


@pytest.mark.parametrize("name", program_families())
def test_a_program_names_its_source(name):
    assert KEY.fullmatch(find_program(name).reference)


# The command


def commands():
    """Return each command by its words, one of a group behind the name of the group."""
    return {
        f"{name} {part}".strip(): command
        for name, group in typer.main.get_command(app).commands.items()
        for part, command in getattr(group, "commands", {"": group}).items()
    }


@pytest.mark.parametrize("command", commands())
def test_every_option_is_in_the_page_and_nothing_else(command):
    text = (DOCS / "reference/command.md").read_text()
    section = text.split(f"## `bayesrank {command} FILE`")[1].split("\n## ")[0]
    rows = [cells(line) for line in section.splitlines() if line.startswith("| `--")]
    documented = {option.strip("`").split()[0]: default.strip("`") for option, default, _ in rows}
    assert documented == options(command)
    assert len(rows) == len(documented)


def test_every_command_is_in_the_page_and_nothing_else():
    headings = re.findall(r"^## `bayesrank ([\w -]+) FILE`$", (DOCS / "reference/command.md").read_text(), re.MULTILINE)
    assert sorted(headings) == sorted(commands())


def options(command):
    """Return the default of each option as text, empty where there is none."""
    declared = commands()[command].params
    return {
        option.opts[-1]: "" if option.default is None or option.default is False else str(option.default)
        for option in declared
        if option.param_type_name == "option"
    }


# Thresholds

FINE = Convergence(rhat=1.0, ess_bulk=4000, ess_tail=4000, divergences=0, draws=4000, bfmi=1.0)
FIGURES = {
    "R-hat above": lambda value: FINE._replace(rhat=value),
    "effective sample size (bulk or tail) below": lambda value: FINE._replace(ess_tail=value),
    "share of divergent draws above": lambda value: FINE._replace(divergences=round(value * FINE.draws)),
    "E-BFMI below": lambda value: FINE._replace(bfmi=value),
}
STEP = 1e-3  # beyond a threshold; more than one draw of 4,000


def thresholds():
    return [
        (row["figure"], verdict, float(row[verdict]))
        for row in table("explanations/convergence.md", "figure")
        for verdict in ("doubtful", "not converged")
    ]


@pytest.mark.parametrize(("figure", "verdict", "threshold"), thresholds())
def test_a_threshold_is_where_the_page_says(figure, verdict, threshold):
    beyond = threshold + (STEP if figure.endswith("above") else -STEP)
    assert not is_beyond(FIGURES[figure](threshold), verdict)
    assert is_beyond(FIGURES[figure](beyond), verdict)


def is_beyond(convergence, verdict):
    return bool(convergence.doubts()) if verdict == "doubtful" else not convergence.good_enough


def test_every_figure_that_is_judged_has_its_thresholds():
    assert {figure for figure, _, _ in thresholds()} == set(FIGURES)


# Folders and commands


def test_the_folders_are_those_of_the_layers():
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    layers = [layer.removeprefix("bayesrank.") for layer in contract["layers"] if "|" not in layer]
    assert [row["folder"].strip("`") for row in table("explanations/architecture.md", "folder")] == layers[::-1]
    folders = {path.parent.name for path in (ROOT / "bayesrank").glob("*/__init__.py")}
    assert folders == {layer for layer in layers if not layer.startswith("cli")}


def test_the_targets_of_make_are_those_of_the_page():
    makefile = (ROOT / "Makefile").read_text()
    targets = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split()
    commands = {row["command"].strip("`").removeprefix("make ") for row in table("contributing.md", "command")}
    assert commands == set(targets)


def test_the_demo_is_the_command_of_the_readme():
    recipe = re.search(r"^demo: .*\n\t\$\(BIN\)/(.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
    assert f"```console\n$ {recipe}\n```\n\n```text\n" in (ROOT / "README.md").read_text()
