"""Uncertainty-aware ranking of models from benchmark outcomes, arena comparisons and score tables.

The public names are listed in ``__init__.pyi`` and imported when first used, so that ``import bayesrank`` is fast.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
