"""The page that compares all methods shows what they give; most modes, which take a minute, are left to the page."""

import re
from pathlib import Path

import pytest

import bayesrank as br
from bayesrank.programs.registry import find_program, program_families
from bayesrank.ranks.compare import methods_for

PAGE = (Path(__file__).parents[2] / "docs/how-to/compare-methods.md").read_text().split("```")[1]
DATA = br.load_example("livecodebench_counts")
MODE = " (map)"
QUICK_MODES = {"rao_kupper (map)"}


def legend():
    """Return the methods of each column."""
    lines = re.findall(r"^ ([A-Z])  (.+)$", PAGE, re.MULTILINE)
    return {letter: methods.split(", ") for letter, methods in lines}


def column(letter):
    """Return the rank of each model that the page shows."""
    lines = PAGE.splitlines()
    heading = next(line for line in lines if line.startswith("model "))
    position = heading.split()[heading.split().index("A") :].index(letter)
    start = lines.index(heading) + 1
    rows = lines[start : start + 15]
    letters = len(legend())
    return {re.split(r"\s{2,}", row)[0]: int(row.split()[-letters:][position]) for row in rows}


LABELS = [(letter, label) for letter, labels in legend().items() for label in labels]
CASES = [(letter, label) for letter, label in LABELS if not label.endswith(MODE) or label in QUICK_MODES]


@pytest.mark.parametrize(("letter", "label"), CASES)
def test_the_ranks_of_a_column_are_those_of_its_methods(letter, label):
    options = {"inference": "map"} if label.endswith(MODE) else {}
    ranking = br.rank(DATA, label.removesuffix(MODE), random_seed=0, **options)
    ranks = dict(zip(ranking.names, ranking.ranks_of_scores, strict=True))
    shown = column(letter)
    assert len(shown) == 15
    assert shown == {model: ranks[model] for model in shown}


def test_every_method_ranks_or_refuses():
    refused = [label for line in re.findall(r"^refused (.*?): ", PAGE, re.MULTILINE) for label in line.split(", ")]
    labels = [*refused, *(label for _, label in LABELS)]
    assert set(labels) > QUICK_MODES
    assert sorted(label.removesuffix(MODE) for label in labels) == sorted(methods_for(DATA))
    modes = {name for name in program_families() if find_program(name).exact is None}
    assert {label.removesuffix(MODE) for label in labels if label.endswith(MODE)} == modes & set(methods_for(DATA))
