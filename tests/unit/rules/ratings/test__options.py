"""Numbers that options can be."""

import numpy as np
import pytest

from bayesrank.rules.ratings._options import check_finite, check_not_negative


def test_ordinary_numbers_pass():
    check_finite("initial", -1500)
    check_not_negative("drift", 0)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_refused(value):
    with pytest.raises(ValueError, match=rf"initial must be finite; got {value}\. Leave it out"):
        check_finite("initial", value)


@pytest.mark.parametrize("value", [-1, np.nan, np.inf])
def test_what_is_negative_is_refused(value):
    with pytest.raises(ValueError, match=rf"drift must be finite and at least 0; got {value}\. Leave it out"):
        check_not_negative("drift", value)
