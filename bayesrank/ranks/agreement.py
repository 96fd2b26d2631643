"""How far two rankings of the same models agree."""

import numpy as np
import numpy.typing as npt


def kendall_tau(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Return Kendall's tau-b between two rankings, or two lists of scores, of the same models.

    Parameters
    ----------
    first, second : array, shape (L,)
        Ranks or scores in the same order of models; ties are corrected for.

    Returns
    -------
    float
        Between -1 (reversed) and 1 (same order); NaN when one of the two ties all models, or there is only one.

    Raises
    ------
    ValueError
        If the lengths differ.

    References
    ----------
    kendall1945

    Examples
    --------
    >>> round(kendall_tau([1, 2, 2, 4], [1, 2, 3, 4]), 4)
    0.9129
    """
    from scipy.stats import kendalltau  # takes a second to import

    one, other = np.asarray(first), np.asarray(second)
    if one.shape != other.shape:
        message = f"rankings must be of the same models; got {one.shape} and {other.shape}. Align them by model."
        raise ValueError(message)
    if one.size < 2:
        return float("nan")
    return float(kendalltau(one, other, variant="b").statistic)
