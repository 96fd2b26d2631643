"""A fit in one netCDF file, which ArviZ reads too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bayesrank.errors import DataError
from bayesrank.programs.program import Moments
from bayesrank.ranks.fit import Fit
from bayesrank.saving import refuse_no_place, write_whole
from bayesrank.statistics.data_summary import DataSummary

if TYPE_CHECKING:
    from xarray import DataTree

ENGINE: Final = "h5netcdf"
MARK = "bayesrank_fit"  # the attribute that tells a fit from any other file


def save_fit(fit: Fit, path: str | Path) -> Path:
    """Write a fit to one netCDF file: the posterior with all its groups, and what the fit says of itself.

    Parameters
    ----------
    fit : Fit
    path : str or Path
        Where to write; the file appears whole or not at all.

    Returns
    -------
    Path
        The file, which :func:`bayesrank.read_fit` and ``arviz.from_netcdf`` read.

    Raises
    ------
    DataError
        If the folder does not exist, or there is a folder of that name.
    """
    file = Path(path)
    refuse_no_place(file)
    said = {
        "program": fit.program,
        "options": {name: repr(value) for name, value in fit.options.items()},
        "target": fit.target,
        "score_unit": fit.score_unit,
        "warnings": list(fit.warnings),
        "converged": fit.converged,
        "data": {
            "models": fit.data.models,
            "sizes": dict(fit.data.sizes),
            "shares": dict(fit.data.shares),
            "sha256": fit.data.sha256,
        },
        "random_seed": fit.random_seed,
        "moments": None if fit.moments is None else [moment.tolist() for moment in vars(fit.moments).values()],
    }
    tree = fit.posterior.copy()
    tree.attrs = {**tree.attrs, MARK: json.dumps(said)}
    write_whole(file, lambda part: tree.to_netcdf(part, engine=ENGINE))
    return file


def read_fit(path: str | Path) -> Fit:
    """Read a fit that :func:`bayesrank.save_fit` wrote.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    Fit
        Its options are text, and it has no ``basis``: it can be read off and judged, not fitted again.

    Raises
    ------
    DataError
        If there is no such file, or it holds something else.
    """
    import xarray as xr

    file = Path(path)
    if not file.is_file():
        message = f"{file}: must be a file; there is none. Check the name."
        raise DataError(message)
    try:
        with xr.open_datatree(file, engine=ENGINE) as opened:
            tree = opened.load()
        return _fit(tree, json.loads(tree.attrs.pop(MARK)))
    except (OSError, AttributeError, KeyError, TypeError, ValueError) as error:
        message = f"{file}: must be a fit written by save_fit; it is not. Fit the data again, or read it with ArviZ."
        raise DataError(message) from error


def _fit(tree: DataTree, said: dict[str, Any]) -> Fit:
    """Put a fit together again; what is missing, or too much, raises."""
    import numpy as np

    tree["posterior"]["score"]  # there must be one
    moments = said.pop("moments")
    return Fit(
        posterior=tree,
        moments=None if moments is None else Moments(*(np.array(moment) for moment in moments)),
        data=DataSummary(**said.pop("data")),
        warnings=tuple(said.pop("warnings")),
        basis=None,
        **said,
    )
