"""A ranking as one HTML page that stands alone: no network, no other file."""

from __future__ import annotations

import base64
import io
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from jinja2 import Environment, PackageLoader, StrictUndefined

from bayesrank.errors import DataError
from bayesrank.plots.plot_rank_probabilities import plot_rank_probabilities
from bayesrank.plots.plot_ranks import plot_ranks
from bayesrank.plots.plot_superiority import plot_superiority
from bayesrank.programs.program import TARGET_WORDS
from bayesrank.ranks.fit import Fit, RankSetKind
from bayesrank.ranks.wording import RANK_SET_WORDS, probability_text, rank_set_text
from bayesrank.report.versions import versions

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DOTS_PER_INCH = 110


def write_report(fit: Fit, path: str | Path, *, ci_prob: float = 0.95, rank_sets: RankSetKind = "simultaneous") -> Path:
    """Write a ranking as one self-contained HTML page.

    Parameters
    ----------
    fit : Fit
    path : str or Path
        Where to write; the page appears whole or not at all.
    ci_prob, rank_sets
        See :meth:`bayesrank.Fit.ranking`.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    DataError
        If the folder does not exist.
    """
    path = Path(path)
    if not path.absolute().parent.is_dir():
        message = f"{path}: must lie in a folder that exists; got {str(path.parent)!r}. Make the folder first."
        raise DataError(message)
    _write_whole(path, _page(fit, ci_prob, rank_sets))
    return path


def _page(fit: Fit, ci_prob: float, rank_sets: RankSetKind) -> str:
    environment = Environment(loader=PackageLoader("bayesrank.report", "."), autoescape=True, undefined=StrictUndefined)
    environment.filters |= {"probability": probability_text}
    environment.globals |= {"rank_set": rank_set_text}
    return environment.get_template("report.html.jinja").render(
        fit=fit,
        best=fit.ranking(ci_prob=ci_prob, rank_sets=rank_sets).to_dict(orient="records"),
        target=TARGET_WORDS[fit.target],
        ci_prob=ci_prob,
        rank_set_words=RANK_SET_WORDS[rank_sets],
        plots={title: _data_uri(figure) for title, figure in _figures(fit, ci_prob, rank_sets)},
        versions=versions(),
    )


def _figures(fit: Fit, ci_prob: float, rank_sets: RankSetKind) -> Iterator[tuple[str, Figure]]:
    yield "Scores and ranks", plot_ranks(fit, ci_prob=ci_prob, rank_sets=rank_sets)[0].figure
    yield "Which model is above which", cast("Figure", plot_superiority(fit).figure)
    yield "Probability of each rank", cast("Figure", plot_rank_probabilities(fit).figure)


def _data_uri(figure: Figure) -> str:
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=DOTS_PER_INCH)
    return "data:image/png;base64," + base64.b64encode(picture.getvalue()).decode()


def _write_whole(path: Path, text: str) -> None:
    """Write beside the page and rename, so that a failure leaves what was there."""
    handle, name = tempfile.mkstemp(dir=path.absolute().parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as part:
            part.write(text)
        Path(name).chmod(0o644)  # a page is to be read by others; temporary files are not
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
