import pytest

from bayesrank.ranks.wording import probability_text, rank_set_text, tier_text


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (0.0, "<0.01"),
        (0.0049, "<0.01"),
        (0.005, "0.01"),
        (0.5, "0.50"),
        (0.994, "0.99"),
        (0.995, ">0.99"),
        (1, ">0.99"),
    ],
)
def test_no_number_of_draws_shows_a_zero_or_a_one(probability, text):
    assert probability_text(probability) == text


def test_rank_sets():
    assert (rank_set_text(3, 3), rank_set_text(1, 4)) == ("3", "1 to 4")


def test_tiers_say_what_they_do_not():
    assert tier_text("90%").startswith("no two models of one tier are separated, models of different tiers need not be")
    assert tier_text("90%").endswith("hold together with 90%")
    assert "separated by more than 0.02, models" in tier_text("90%", 0.02)
