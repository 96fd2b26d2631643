"""How the pages are built; no part of the build reaches for the network."""

import bayesrank

project = "bayesrank"
author = "the bayesrank contributors"
copyright = "the bayesrank contributors"  # noqa: A001 (the name that Sphinx reads)
release = bayesrank.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc"]
exclude_patterns = ["data"]  # what pages read, with a note of its own
html_theme = "furo"
html_title = "bayesrank"

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3

autodoc_typehints = "none"  # the docstrings state types and shapes
autodoc_member_order = "bysource"
numpydoc_show_class_members = False  # autodoc shows them
