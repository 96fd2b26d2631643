import base64

import matplotlib.figure
import pytest

from bayesrank import DataError
from bayesrank.report.page import data_uri, write_page


def test_a_figure_becomes_a_png_inside_the_page():
    kind, _, picture = data_uri(matplotlib.figure.Figure()).partition(",")
    assert kind == "data:image/png;base64"
    assert base64.b64decode(picture).startswith(b"\x89PNG")


def test_a_page_that_lacks_content_leaves_what_was_there(tmp_path):
    page = tmp_path / "page.html"
    page.write_text("before")
    with pytest.raises(Exception, match="undefined"):
        write_page(page, "swiss.html.jinja", models=3)
    assert page.read_text() == "before"
    assert list(tmp_path.iterdir()) == [page]


def test_a_page_needs_a_folder(tmp_path):
    with pytest.raises(DataError, match="must lie in a folder that exists"):
        write_page(tmp_path / "none" / "page.html", "swiss.html.jinja")
