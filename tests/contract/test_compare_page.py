"""The page that compares all methods shows what they give; what is sampled is left to the page."""

import re
from pathlib import Path

import pytest

import bayesrank as br
from bayesrank.programs.registry import program_families
from bayesrank.ranks.compare import methods_for

PAGE = (Path(__file__).parents[2] / "docs/how-to/compare-methods.md").read_text().split("```")[1]
DATA = br.load_example("livecodebench_counts")
SAMPLED = {"hierarchical"}


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


CASES = [(letter, method) for letter, methods in legend().items() for method in methods if method not in SAMPLED]


@pytest.mark.parametrize(("letter", "method"), CASES)
def test_the_ranks_of_a_column_are_those_of_its_methods(letter, method):
    ranking = br.rank(DATA, method, random_seed=0)
    ranks = dict(zip(ranking.names, ranking.ranks_of_scores, strict=True))
    shown = column(letter)
    assert len(shown) == 15
    assert shown == {model: ranks[model] for model in shown}


def test_every_method_ranks_or_refuses():
    refused = re.search(r"^refused (.*?): k must be from 1 to 1", PAGE, re.MULTILINE)[1].split(", ")
    ranked = [method for methods in legend().values() for method in methods]
    assert sorted([*ranked, *refused]) == sorted(methods_for(DATA))
    assert set(program_families()) > SAMPLED
