import json
from dataclasses import replace

from bayesrank import Outcomes, fit, rank
from bayesrank.report.record import ranking_record


def test_a_record_survives_json_and_holds_the_table():
    fitted = fit(Outcomes.from_array([[1, 1, 0], [0, 0, 0]], models=["a", "b"]), random_seed=0, draws=500)
    table = fitted.ranking()
    record = json.loads(json.dumps(ranking_record(fitted, table, ci_prob=0.95)))
    assert record["ranking"] == table.to_dict(orient="records")
    assert record["superiority"]["a"]["b"] == fitted.superiority().loc["a", "b"]
    assert record["data"] == fitted.data.record()
    assert (record["program"], record["options"], record["converged"]) == ("population", {}, True)
    assert record["warnings"] == list(fitted.warnings)


def test_a_record_of_a_rule_says_what_it_knows():
    data = Outcomes.from_array([[1, 1, 0], [0, 0, 0]], models=["a", "b"])
    plain, drawn = (
        rank(data, "borda", voters="trials", uncertainty=uncertainty, random_seed=3, draws=uncertainty and 50)
        for uncertainty in (None, "bootstrap")
    )
    record = json.loads(json.dumps(ranking_record(plain, plain.ranking(), ci_prob=0.95)))
    # By hand: "a" is right where "b" is wrong twice, and they tie once: 2.5 points of 3 against .5.
    assert record["ranking"] == [{"model": "a", "score": 2.5, "rank": 1}, {"model": "b", "score": 0.5, "rank": 2}]
    assert (record["rule"], record["options"], record["uncertainty"]) == ("borda", {"voters": "trials"}, None)
    assert record["target"] is None
    assert record["data"] == repr(data)
    assert not record.keys() & {"program", "superiority", "ci_prob"}
    record = json.loads(json.dumps(ranking_record(drawn, drawn.ranking(), ci_prob=0.95)))
    assert (record["target"], record["uncertainty"], record["random_seed"]) == ("population", "bootstrap", 3)
    assert record["superiority"]["a"]["b"] == drawn.superiority().loc["a", "b"]
    assert record["ci_prob"] == 0.95


def test_a_record_of_one_point_names_its_program():
    data = Outcomes.from_array([[1, 1, 0], [0, 0, 0]], models=["a", "b"])
    ranking = rank(data, "bayes", quantile=0.25)
    record = json.loads(json.dumps(ranking_record(ranking, ranking.ranking(), ci_prob=0.95)))
    assert (record["program"], record["options"], record["target"]) == ("bayes", {"quantile": 0.25}, "benchmark")
    assert record["score_unit"].startswith("mean utility on these questions")
    assert not record.keys() & {"rule", "uncertainty", "converged", "superiority", "ci_prob"}


def test_a_record_of_a_fit_has_its_options():
    data = Outcomes.from_array([[1, 1, 0], [0, 0, 0]], prior=[[[1], [1], [1]], [[0], [1], [0]]])
    fitted = replace(fit(data, "power_prior", draws=50, random_seed=0, prior_weight=0.5), converged=False)
    record = json.loads(json.dumps(ranking_record(fitted, fitted.ranking(), ci_prob=0.95)))
    assert (record["options"], record["converged"]) == ({"prior_weight": 0.5}, False)
    assert [row["converged"] for row in record["ranking"]] == [False, False]
