import pandas as pd
import pytest

from bayesrank import DataError, read_categories


def test_a_long_file_of_scores_names_both(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("model,benchmark,category,score\nx,law,humanities,1\ny,law,humanities,2\nx,algebra,mathematics,3\n")
    assert read_categories(path) == {"law": "humanities", "algebra": "mathematics"}


def test_columns_may_have_other_names():
    frame = pd.DataFrame({"task": ["law"], "domain": ["humanities"]})
    assert read_categories(frame, columns={"benchmark": "task", "category": "domain"}) == {"law": "humanities"}


def test_what_is_refused(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("benchmark,category\nlaw,humanities\nalgebra,mathematics\nlaw,mathematics\n")
    message = (
        r"scores\.csv, line 4: a benchmark must have one category; got 'mathematics' for 'law', 'humanities' before"
    )
    with pytest.raises(DataError, match=message):
        read_categories(path)
    path.write_text("benchmark,category\nlaw,\n")
    with pytest.raises(DataError, match=r"scores\.csv, line 2: category must have a name; got an empty cell"):
        read_categories(path)
    path.write_text("benchmark,domain\nlaw,humanities\n")
    with pytest.raises(DataError, match=r"columns must be benchmark and category, .*columns=\{'category': ...\}"):
        read_categories(path)
