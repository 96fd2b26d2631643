"""A figure that pyplot does not keep and a notebook shows all the same."""

import io

from matplotlib.figure import Figure


class NotebookFigure(Figure):
    """A figure with a picture of its own for notebooks, which draw pyplot's figures only."""

    def _repr_png_(self) -> bytes:
        picture = io.BytesIO()
        self.savefig(picture, format="png")
        return picture.getvalue()
