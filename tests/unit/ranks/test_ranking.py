"""A ranking by a rule: what it says, and what it refuses to say."""

from dataclasses import replace

import numpy as np
import pytest

from bayesrank import Ranking

NAMES = ("a", "b", "c")


def made(samples=None, scores=(3.0, 1.0, 3.0), warnings=()):
    return Ranking(
        method="borda",
        options={},
        names=NAMES,
        scores=np.array(scores),
        samples=samples,
        uncertainty=None if samples is None else "bootstrap",
        target=None if samples is None else "population",
        target_words=None if samples is None else "questions like these",
        warnings=warnings,
        data="Outcomes(...)",
        diagnostics={},
        random_seed=None,
    )


def test_equal_scores_share_a_rank():
    table = made().ranking()
    assert table.to_dict("list") == {"model": ["a", "c", "b"], "score": [3, 3, 1], "rank": [1, 1, 3]}


def test_without_uncertainty_there_are_no_probabilities():
    with pytest.raises(ValueError, match="the ranking by 'borda' must have uncertainty to be read as probabilities"):
        made().superiority()
    with pytest.raises(ValueError, match="a ranking without uncertainty must have no options; got ci_prob"):
        made().ranking(ci_prob=0.9)


def test_with_samples_it_is_read_as_a_fit():
    # a is above b in three of four draws, c never
    samples = np.array([[3.0, 2, 1], [3, 2, 1], [3, 2, 1], [2, 3, 1]])
    ranking = made(samples, scores=(3.0, 2.0, 1.0))
    table = ranking.ranking(ci_prob=0.5)
    assert table["model"].tolist() == ["a", "b", "c"]
    assert table["score"].tolist() == [3, 2, 1]
    assert table["p_best"].tolist() == [0.75, 0.25, 0]
    assert ranking.superiority().loc["a", "b"] == 0.75


def test_it_says_what_it_is_of():
    assert repr(made()) == "Ranking('borda' of 3 models, first: 2 models)"
    sampled = made(np.ones((2, 3)), scores=(3.0, 2.0, 1.0), warnings=("mind this",))
    assert repr(sampled) == (
        "warning: mind this\nRanking('borda' of 3 models, bootstrap of questions like these, first: 'a')"
    )


def test_one_number_of_a_program_is_told_apart_from_a_rule():
    samples = np.array([[3.0, 2, 1], [3, 2, 1]])
    assert not made().by_program
    assert not made(samples).by_program
    point = replace(made(), method="rasch", target="ability", target_words="abilities", unit="logits")
    assert point.by_program
    assert (made().score_unit, point.score_unit) == ("score of borda", "logits")
    with pytest.raises(ValueError, match=r"got scores only\. Use fit\(data, 'rasch'\) for its posterior\."):
        point.superiority()
    with pytest.raises(ValueError, match=r"must have no options; got rope\. Use fit\(data, 'rasch'\)"):
        point.ranking(rope=0.1)
