"""What the data leave to the prior is found, in the words of the program where it has some."""

from dataclasses import replace

import numpy as np
import pytest

import bayesrank as br
from bayesrank.diagnosis.identification import identification
from bayesrank.ranks.fit import Basis
from tests.faulty_data import answers, battle_counts, chances, comparisons


def fitted(data, program):
    return br.fit(data, program, inference="laplace", draws=50, random_seed=1)


def rows(fit, convergence=frozenset()):
    return {one.figure: one for one in identification(fit, set(convergence))}


def without_doubts(fit):
    """Return the fit of a program that says nothing itself."""
    return replace(fit, warnings=(), basis=Basis(replace(fit.basis.program, doubts=None), fit.basis.statistic))


@pytest.fixture(scope="module")
def in_two_groups():
    table = np.full((4, 8), np.nan)
    table[:2, :4] = [[1, 1, 1, 0], [0, 0, 1, 0]]
    table[2:, 4:] = [[1, 0, 1, 0], [0, 1, 0, 0]]
    return fitted(br.Outcomes.from_array(table), "rasch")


def test_data_that_determine_all_have_no_alarm():
    fit = without_doubts(fitted(answers(chances(1)), "rasch"))
    found = rows(fit)
    assert set(found) == {
        "likelihood without a maximum",
        "groups of models without a link",
        "questions with one outcome",
    }
    assert not any(one.judged.alarming[0] for one in found.values())


def test_groups_without_a_link_are_found(in_two_groups):
    found = rows(without_doubts(in_two_groups))
    assert found["groups of models without a link"].judged.observed[0] == 2
    assert found["groups of models without a link"].sentences[0].startswith("nothing links 2 groups of models")
    assert "the likelihood has no maximum" in found["likelihood without a maximum"].sentences[0]


def test_the_program_has_the_word_where_it_has_doubts(in_two_groups):
    found = identification(in_two_groups, set())
    said = [sentence for one in found for sentence in one.sentences if sentence]
    assert said == list(in_two_groups.warnings)
    assert [one.judged.alarming[0] for one in found if one.figure == "groups of models without a link"] == [True]


@pytest.mark.parametrize(
    ("doubt", "muted"),
    [
        ("8.3% of the cells are missing and are predicted from the abilities of the models.", False),
        ("the posterior is a normal approximation at its mode.", False),
        ("'a' right every time: how far above the rest is told by the prior alone.", True),
        ("2 of 4 questions: they tell no models apart, and only a prior makes their difficulty finite.", True),
    ],
)
def test_a_doubt_about_something_else_mutes_nothing(doubt, muted):
    # Models 1 and 2 have both first questions, and models 3 and 4 neither of the last two: as models 1 and 2 and the
    # last questions rise together, no answer gets less probable.
    fit = fitted(br.Outcomes.from_array([[1, 1, 0, 1], [1, 1, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]]), "rasch")
    found = rows(replace(fit, warnings=(doubt,)))["likelihood without a maximum"]
    assert found.judged.alarming[0]
    said = "the prior decides a part of the ranking, for the likelihood has no maximum: answers must contradict"
    assert found.sentences[0].startswith(said) != muted


def test_each_figure_is_muted_by_the_doubt_about_the_same_alone():
    table = np.full((4, 8), np.nan)
    table[:2, :4], table[2:, 4:] = [[1, 1, 1, 1], [1, 1, 1, 0]], [[1, 1, 1, 1], [1, 1, 1, 0]]
    fit = fitted(br.Outcomes.from_array(table), "rasch")
    told = {
        "groups of models without a link": next(doubt for doubt in fit.warnings if "in 2 groups" in doubt),
        "questions with one outcome": next(doubt for doubt in fit.warnings if "6 of 8 questions" in doubt),
    }
    for figure, doubt in told.items():
        found = rows(replace(fit, warnings=(doubt,)))
        muted = {name for name in told if found[name].sentences == [""]}
        assert all(found[name].judged.alarming[0] for name in told)
        assert muted == {figure}


def test_warnings_of_convergence_are_no_doubts(in_two_groups):
    told = {in_two_groups.warnings[0]}
    doubts = [one for one in identification(in_two_groups, told) if one.figure == "doubt"]
    assert [one.sentences[0] for one in doubts] == list(in_two_groups.warnings[1:])


def test_battles_without_a_link_are_found():
    first, second, counts = battle_counts(np.zeros((4, 4)), 20)
    apart = (first // 2) == (second // 2)
    fit = without_doubts(fitted(comparisons(first[apart], second[apart], counts[apart]), "bradley_terry"))
    assert rows(fit)["groups of models without a link"].judged.observed[0] == 2


def test_questions_that_tell_nothing_are_counted():
    table = np.ones((3, 4))
    table[:, 3] = [0, 1, 0]
    found = rows(without_doubts(fitted(br.Outcomes.from_array(table), "rasch")))["questions with one outcome"]
    assert found.sentences == ["3 of 4 questions have one outcome in all trials: they tell no models apart."]
    table[:, 2] = [1, 0, 0]
    found = rows(without_doubts(fitted(br.Outcomes.from_array(table), "rasch")))["questions with one outcome"]
    assert (found.judged.observed[0], found.sentences) == (2, [""])  # half of them is not alarming yet


def test_a_fit_that_was_read_has_its_warnings(in_two_groups):
    found = identification(replace(in_two_groups, basis=None), set())
    assert [one.figure for one in found] == ["doubt"] * len(in_two_groups.warnings)


def test_other_statistics_have_the_likelihood_alone():
    fit = without_doubts(fitted(br.load_example("nascar2002"), "plackett_luce"))
    assert list(rows(fit)) == ["likelihood without a maximum"]
