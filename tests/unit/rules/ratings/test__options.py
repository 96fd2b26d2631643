"""Numbers that options can be."""

import numpy as np
import pytest

from bayesrank.rules.ratings._options import check_not_negative, check_positive


def test_ordinary_numbers_pass():
    check_positive("scale", 1e-9)
    check_not_negative("drift", 0)


@pytest.mark.parametrize("value", [0, -1, np.nan, np.inf])
def test_what_is_not_positive_is_refused(value):
    with pytest.raises(ValueError, match=rf"scale must be positive and finite; got {value}\. Leave it out"):
        check_positive("scale", value)


@pytest.mark.parametrize("value", [-1, np.nan, np.inf])
def test_what_is_negative_is_refused(value):
    with pytest.raises(ValueError, match=rf"drift must be finite and at least 0; got {value}\. Leave it out"):
        check_not_negative("drift", value)
