"""Methods by name: each is the function that stands behind it, and names that are none are refused."""

import numpy as np
import pytest

from bayesrank import ScoreTable, rank
from bayesrank.studies.average_scores import median
from bayesrank.studies.score_methods import METHODS, score_models
from bayesrank.studies.tournament_scores import tensor_of_scores, tournament_of, tournament_wins

SCORES = np.random.default_rng(5).integers(0, 5, (6, 7)).astype(float)


def by_name(found):
    return dict(zip(found.methods, found.scores, strict=True))


def test_every_method_gives_every_model_a_score():
    found = score_models(SCORES, n_contests=50)
    assert found.methods == METHODS
    assert found.scores.shape == found.mcse.shape == (len(METHODS), 6)
    assert np.isfinite(found.scores).all()
    chance = [name for name, errors in zip(METHODS, found.mcse, strict=True) if errors.any()]
    assert chance == ["swiss_0", "swiss_1", "swiss_2"]


@pytest.mark.parametrize("rule", ["borda", "copeland"])
def test_votes_are_those_of_the_rules(rule):
    models = tuple("abcdef")
    table = ScoreTable(models, tuple("pqrstuv"), SCORES, np.full(7, fill_value=True))
    ranking = rank(table, rule)
    expected = [ranking.scores[ranking.names.index(name)] for name in models]
    assert score_models(SCORES, [rule]).scores[0].tolist() == expected


def test_scores_stand_in_the_order_of_the_methods():
    found = score_models(SCORES, ["swiss_1", "median", "random_0"], n_contests=100, random_seed=4, cores=1)
    assert found.scores[1].tolist() == median(SCORES).tolist()
    alone = tournament_wins(
        tensor_of_scores(SCORES), {"swiss_1": tournament_of("swiss_1")}, n_contests=100, random_seed=4
    )["swiss_1"]
    assert found.scores[0].tolist() == alone.wins.tolist()
    assert found.mcse[0].tolist() == alone.mcse.tolist()


def test_a_model_that_is_best_everywhere_is_first_by_all_but_idle_tournaments():
    scores = np.vstack([np.full(7, 9.0), SCORES])
    found = by_name(score_models(scores, [name for name in METHODS if not name.startswith("swiss")]))
    assert all(values.argmax() == 0 for values in found.values())


@pytest.mark.parametrize(
    ("methods", "got"),
    [(["elo"], "'elo'"), (["mean", "mean"], "mean, mean"), ([], "none"), (["swiss_x"], "'swiss_x'")],
)
def test_names_that_are_no_methods_are_refused(methods, got):
    with pytest.raises(ValueError, match=rf"methods must be different ones of mean, .*; got {got}\. Say 'swiss_0'"):
        score_models(SCORES, methods)


def test_one_method_may_be_given_by_its_name():
    assert score_models(SCORES, "mean").methods == ("mean",)
