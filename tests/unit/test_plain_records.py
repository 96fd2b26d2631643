import json

import numpy as np
import pandas as pd

from bayesrank.plain_records import plain_records


def test_json_has_words_for_all():
    table = pd.DataFrame(
        {
            "name": ["a", "b"],
            "number": np.array([1, 2]),
            "share": [0.5, np.nan],
            "odds": [np.inf, -np.inf],
            "sure": np.array([True, False]),
        }
    )
    records = plain_records(table)
    assert records == [
        {"name": "a", "number": 1, "share": 0.5, "odds": None, "sure": True},
        {"name": "b", "number": 2, "share": None, "odds": None, "sure": False},
    ]
    assert json.loads(json.dumps(records, allow_nan=False)) == records
