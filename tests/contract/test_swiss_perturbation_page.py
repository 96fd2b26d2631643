"""The tables of the page on failures are the figures that were measured, and what the page says of them is so."""

import json

import numpy as np
import swiss_perturbation
from measure import put_tables
from swiss_perturbation import FIGURES, PAGE, SIZES, page_tables, scores_of_best

import bayesrank as br

FOUND = json.loads(FIGURES.read_text())


def figure(size, method, position, n_rounds, name="drop"):
    return swiss_perturbation._row(FOUND[size], method, position, n_rounds)[name]


def test_tables_of_the_page_are_the_figures():
    page = PAGE.read_text()
    assert put_tables(page, page_tables(FOUND)) == page


def test_the_best_models_are_those_with_the_best_means():
    table = scores_of_best(29)
    whole = scores_of_best(127)
    means = np.nanmean(whole.scores, axis=1)
    left = [mean for name, mean in zip(whole.models, means, strict=True) if name not in table.models]
    assert (len(table.models), len(whole.models)) == (29, 127)
    assert np.nanmean(table.scores, axis=1).min() >= max(left)


def test_models_and_contests_are_those_of_the_page():
    assert {size: (len(record["models"]), record["n_contests"]) for size, record in FOUND.items()} == SIZES
    assert all(record["n_perturbed"] == len(record["models"]) for record in FOUND.values())


def test_methods_without_chance_are_measured_again():
    record = br.perturbation_study(
        scores_of_best(29),
        methods=["mean", "median_z", "borda"],
        random_seed=FOUND["top"]["random_seed"],
        missing="half",
    ).record()
    for row in record["drops"]:
        stored = figure("top", row["method"], row["position"], row["n_rounds"])
        np.testing.assert_allclose(row["drop"], stored, atol=1e-9)


def test_bradley_terry_and_random_pairing_lose_as_many_ranks_as_borda():
    # Where each two models meet equally often all three have one order; three missing scores of 2,921 change little.
    for size in SIZES:
        for row in FOUND[size]["drops"]:
            if row["method"] == "borda":
                for other in ("bradley_terry", "random_0"):
                    assert abs(figure(size, other, row["position"], row["n_rounds"]) - row["drop"]) < 0.15


SWISS = ("swiss_0", "swiss_1", "swiss_2")
PLACES = ("first", "last", "middle", "random")


def spread(size, method):
    """Return by how much the place of four failures matters."""
    drops = [figure(size, method, position, 4) for position in PLACES]
    return max(drops) - min(drops)


def test_the_place_of_a_failure_matters_to_swiss_tournaments_most():
    for size in SIZES:
        others = {row["method"] for row in FOUND[size]["drops"]} - set(SWISS)
        assert min(spread(size, method) for method in SWISS) > max(spread(size, method) for method in others)


def test_which_place_is_dangerous_depends_on_the_field():
    assert all(figure("top", method, "first", 4) > 5 * figure("top", method, "last", 4) for method in SWISS)
    assert figure("all", "swiss_0", "last", 4) > 5 * figure("all", "swiss_0", "first", 4)
    assert figure("all", "swiss_0", "first", 2) < -3 * figure("all", "swiss_0", "first", 2, "drop_mcse")
    assert figure("all", "swiss_2", "first", 4) > figure("all", "mean", "first", 4) + 10


def test_byes_are_those_that_the_page_tells():
    small, large = (br.contest_budget(number, 23, [0, 2]) for number in (29, 127))
    assert 1 / 3 < 1 - 2 * small.n_pairs[0][-1] / 29 < 0.4
    assert next(k + 1 for k, number in enumerate(small.n_pairs[1]) if number == 0) == 18
    assert 2 * large.n_pairs[0][-1] / 127 > 0.9


def test_random_places_and_the_baseline():
    for size in SIZES:
        for method in SWISS:
            assert all(figure(size, method, "random", n) < figure(size, "borda", "random", n) for n in (1, 2, 4))
        assert spread(size, "median_z") < 1.5
    steady = [row["method"] for row in FOUND["all"]["drops"] if spread("all", row["method"]) < 1.5]
    assert min(steady, key=lambda method: figure("all", method, "random", 4)) == "median_z"
    errors = {size: max(row["drop_mcse"] for row in record["drops"]) for size, record in FOUND.items()}
    assert errors["top"] < 0.1
    assert errors["all"] < 0.15


def test_others_are_moved_up_to_five_times_as_much_as_by_luck():
    moved = [
        figure("top", method, position, n, "collateral") / figure("top", method, position, n, "chance_collateral")
        for method in SWISS
        for position in PLACES
        for n in (1, 2, 4)
    ]
    assert 4.5 < max(moved) < 5.5
