from bayesrank import plot_ranks
from bayesrank.plots.notebook_figure import NotebookFigure


def test_a_notebook_gets_a_picture(fitted):
    figure = plot_ranks(fitted)[0].figure
    assert isinstance(figure, NotebookFigure)
    assert figure._repr_png_().startswith(b"\x89PNG")
