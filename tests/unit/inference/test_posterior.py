import pytest

from bayesrank import Outcomes, fit

OUTCOMES = Outcomes.from_array([[1, 0], [0, 0]])


def test_exact_draws_say_so():
    tree = fit(OUTCOMES, "bayes", inference="exact", draws=5).posterior
    assert tree["posterior"].attrs["inference_library"] == "bayesrank.exact"
    assert tree["posterior"].sizes == {"chain": 4, "draw": 5, "model": 2}


def test_few_draws_are_told_first():
    assert fit(OUTCOMES, draws=99).warnings[0].startswith("there are 396 draws (should be at least 400)")
    assert not any("draws" in warning for warning in fit(OUTCOMES, draws=100).warnings)


def test_inference_that_is_not_there():
    with pytest.raises(ValueError, match="inference of 'hierarchical' must be nuts: its posterior has no closed form"):
        fit(OUTCOMES, "hierarchical", inference="exact")
    with pytest.raises(ValueError, match="inference must be one of auto, exact, nuts; got 'vi'"):
        fit(OUTCOMES, inference="vi")
