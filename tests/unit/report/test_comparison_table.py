import io
import re

import pytest

from bayesrank import MethodComparison
from bayesrank.report.comparison_table import _letter, print_comparison
from tests.side_by_side import compared, ranked


class Terminal(io.StringIO):
    def isatty(self):
        return True


def printed(comparison, stream=None, **options):
    stream = io.StringIO() if stream is None else stream
    print_comparison(comparison, stream, random_seed=7, **options)
    return stream.getvalue()


def test_models_groups_agreement_and_splits():
    # Ranks of "a" to "d": 1234 by avg and alike, 1324 by near, 4321 by last.
    text = printed(compared(avg=[4, 3, 2, 1], near=[4, 2, 3, 1], alike=[9, 8, 7, 6], last=[1, 2, 3, 4]))
    # tau-b of six pairs: near and avg differ in one, (5 - 1) / 6 = .667; last and avg in all, -1; last and near in
    # five, (1 - 5) / 6 = -.667, the median of the three.
    # b and c: above by avg and alike, below by near and last. a and b: below by last alone, as a and c, a and d, ...
    assert text.splitlines() == [
        "Data(by hand)",
        "4 methods, 3 different rankings (seed 7)",
        "",
        "model  mean rank  best to worst  A  B  C",
        "a           1.75         1 to 4  1  1  4",
        "b           2.50         2 to 3  2  3  3",
        "c           2.50         2 to 3  3  2  2",
        "d           3.25         1 to 4  4  4  1",
        "",
        " A  avg, alike",
        " B  near",
        " C  last",
        "",
        "tau-b of two different rankings: from -1.000 (avg, last) to 0.667 (avg, near), median -0.667",
        "",
        "6 of 6 pairs of these models divide the methods, most evenly:",
        "  b above c by 2 methods, below by 2, level by 0",
        "  a above b by 3 methods, below by 1, level by 0",
        "  a above c by 3 methods, below by 1, level by 0",
        "  a above d by 3 methods, below by 1, level by 0",
        "  b above d by 3 methods, below by 1, level by 0",
    ]


def test_what_methods_refuse_and_warn_of_comes_first_and_each_sentence_once():
    rankings = {
        "one": ranked([2, 1], warnings=("mind", "few trials")),
        "two": ranked([2, 1], warnings=("few trials",)),
    }
    refused = {"three": "no trials", "four": "no order", "five": "no trials"}
    lines = printed(MethodComparison(rankings, refused)).splitlines()
    assert lines[:5] == [
        "refused three, five: no trials",
        "refused four: no order",
        "warning of one: mind",
        "warning of one, two: few trials",
        "Data(by hand)",
    ]


def test_the_best_models_and_the_pairs_among_them():
    lines = printed(compared(one=[4, 3, 2, 1], two=[3, 4, 1, 2]), top=2).splitlines()
    # "a" and "b", "c" and "d" change places; mean ranks are 1.5, 1.5, 3.5, 3.5.
    assert lines[3:7] == [
        "model  mean rank  best to worst  A  B",
        "a           1.50         1 to 2  1  2",
        "b           1.50         1 to 2  2  1",
        "... and 2 more models",
    ]
    assert lines[-2:] == [
        "1 of 1 pair of these models divide the methods:",
        "  a above b by 1 method, below by 1, level by 0",
    ]


def test_one_ranking_has_nothing_to_compare():
    lines = printed(compared(one=[2, 1], two=[2, 1])).splitlines()
    assert lines[1] == "2 methods, 1 different ranking (seed 7)"
    assert lines[-3:] == ["all rank alike", "", "0 of 1 pair of these models divide the methods"]


def test_a_ranking_that_ties_all_models_has_no_tau():
    # Among one, two and flat, tau-b of one and two alone is defined: -1.
    assert "tau-b of two different rankings: -1.000 (one, two)\n" in printed(
        compared(one=[2, 1], two=[1, 2], flat=[1, 1])
    )
    assert "tau-b is not defined: of each two rankings, one ties all models" in printed(
        compared(one=[2, 1], flat=[1, 1])
    )


def test_a_name_is_no_markup_and_is_whole():
    name = "[bold]laboratory/" + "a-very-long-model-name-" * 10
    assert name in printed(MethodComparison({"one": ranked([2, 1], [name, "b"])}, {}))


def test_a_narrow_terminal_gets_the_columns_it_has_room_for(monkeypatch):
    monkeypatch.setenv("COLUMNS", "47")
    scores = {"one": [3, 2, 1], "two": [3, 1, 2], "three": [1, 2, 3], "four": [1, 3, 2]}
    lines = re.sub(r"\x1b\[[0-9;]*m", "", printed(compared(**scores), stream=Terminal())).splitlines()
    heading = next(line for line in lines if "mean rank" in line)
    # Columns of 5, 9, 13 and three of 1, a space on both sides of each and one between each two: 30 + 12 + 5.
    assert heading.split()[-3:] == ["A", "B", "C"]
    assert max(len(line) for line in lines[3:8]) == 47
    assert " D  four" in lines
    assert "no room for 1 column from D on: widen the terminal, or print to a file" in lines
    assert "no room" not in printed(compared(one=[3, 2, 1], two=[3, 1, 2]), stream=Terminal())


@pytest.mark.parametrize(("number", "letter"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA")])
def test_letters_go_on(number, letter):
    assert _letter(number) == letter
