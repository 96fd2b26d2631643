"""HTML pages that stand alone, made of templates and figures."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from bayesrank.saving import refuse_no_place, write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DOTS_PER_INCH = 110
MOST_MODELS_IN_PLOTS = 60  # more are no longer read; the table has them all


def write_page(page: Path, template: str, **content: Any) -> Path:  # noqa: ANN401 (what the template reads)
    """Write a page, whole or not at all, and return where it is.

    Raises
    ------
    DataError
        If the folder does not exist, or there is a folder of that name.
    """
    refuse_no_place(page)
    environment = Environment(loader=PackageLoader("bayesrank.report", "."), autoescape=True, undefined=StrictUndefined)
    text = environment.get_template(template).render(**content)
    write_whole(page, lambda part: part.write_text(text, encoding="utf-8"))
    return page


def data_uri(figure: Figure) -> str:
    """Return a figure as text that an image tag of a page can hold."""
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
    return "data:image/png;base64," + base64.b64encode(picture.getvalue()).decode()
