import pytest

from bayesrank import Outcomes, fit

OUTCOMES = Outcomes.from_array([[1, 0], [0, 0]])


def test_exact_draws_say_so():
    tree = fit(OUTCOMES, "bayes", inference="exact", draws=5).posterior
    assert tree["posterior"].attrs["inference_library"] == "bayesrank.exact"
    assert tree["posterior"].sizes == {"chain": 4, "draw": 5, "model": 2}


def test_inference_that_is_not_there():
    with pytest.raises(ValueError, match="inference of 'hierarchical' must be nuts: its posterior has no closed form"):
        fit(OUTCOMES, "hierarchical", inference="exact")
    with pytest.raises(ValueError, match="inference must be one of auto, exact, nuts; got 'vi'"):
        fit(OUTCOMES, inference="vi")
