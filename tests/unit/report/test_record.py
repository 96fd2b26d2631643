import json

from bayesrank import Outcomes, fit
from bayesrank.report.record import ranking_record


def test_a_record_survives_json_and_holds_the_table():
    fitted = fit(Outcomes.from_array([[1, 1, 0], [0, 0, 0]], models=["a", "b"]), random_seed=0, draws=500)
    table = fitted.ranking()
    record = json.loads(json.dumps(ranking_record(fitted, table, ci_prob=0.95)))
    assert record["ranking"] == table.to_dict(orient="records")
    assert record["superiority"]["a"]["b"] == fitted.superiority().loc["a", "b"]
    assert record["data"]["sha256"] == fitted.data.sha256
    assert record["warnings"] == list(fitted.warnings)
