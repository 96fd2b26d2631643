"""The table of all methods."""

import bayesrank as br
from bayesrank.programs.registry import program_families
from bayesrank.rules.registry import rule_families


def test_every_method_has_its_row():
    table = br.methods_table()
    assert list(table.index) == [*program_families(), *rule_families()]
    assert (table["what_it_is"].str.len() > 20).all()
    assert (table["data"] != "").all()


def test_facts_are_those_of_the_registries():
    table = br.methods_table()
    assert table.loc["bayes"].to_dict() == {
        "kind": "program",
        "family": "outcomes",
        "data": "Outcomes",
        "target": "these questions",
        "inference": "exact, nuts",
        "ties": "",
        "missing": "",
        "cost": "",
        "random": "",
        "reference": "hariri2025",
        "what_it_is": table.loc["bayes", "what_it_is"],
    }
    assert table.loc["rasch", "target"] == "these questions, questions like these, abilities"
    assert table.loc["rasch", "inference"] == "nuts"
    assert (table.loc["borda", ["target", "inference"]] == "").all()
    assert table.loc["schulze", "data"] == "Comparisons, Orderings, Outcomes, ScoreTable"
    assert table.loc["elo", "random"] == "with a seed"
    assert table.loc["avg", "ties"] == "models are not compared"
