"""Studies of Swiss tournaments as text, by hand."""

import io

import numpy as np
import pytest

from bayesrank import ContestConvergence, PairingAblation, Perturbation, PerturbationStudy, SequenceSensitivity
from bayesrank.report.swiss_study_table import (
    failure,
    print_convergence,
    print_pairings,
    print_perturbation,
    print_sequence,
)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def lines_of(show, study, **options):
    stream = io.StringIO()
    show(study, stream, **options)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


PERTURBED = PerturbationStudy(
    methods=("mean", "swiss_0"),
    models=("a", "b", "c"),
    rounds=("p", "q"),
    perturbation=Perturbation(n_rounds=(1,), positions=("first", "last")),
    model=np.array([0, 0, 1, 1]),
    n_rounds=np.array([1, 1, 1, 1]),
    position=("first", "last", "first", "last"),
    drop=np.array([[2.0, 1, 1, 0], [0, 0.5, 1, 1]]),
    collateral=np.zeros((2, 4)),
    rank_error=np.array([0.0, 0.4]),
    chance_collateral=np.zeros(2),
    n_contests=500,
    random_seed=3,
)
SEQUENCE = SequenceSensitivity(
    models=("x", "y", "z"),
    rounds=("p", "q"),
    eliminate="0",
    orders=np.array([[0, 1], [1, 0]]),
    given=np.array([2.0, 3.0, 1.0]),
    given_again=np.array([2.0, 3.0, 1.0]),
    wins=np.array([[3.0, 2, 1], [2, 3, 1]]),
    noise=np.full((2, 3), 0.25),
    data_variance=None,
    n_contests=1000,
    random_seed=1,
)


def test_ranks_that_failures_cost():
    # mean 1.5 and 0.5; 0.5 and 0.75. Error: 0.4 sqrt(1/2 + 1/(20 x 2)) = 0.29
    assert lines_of(print_perturbation, PERTURBED) == [
        "3 models, 2 rounds; 2 models in turn: the score is 0",
        "500 contests of each tournament, seed 3",
        "ranks lost by the model that fails, mean over models; error by the luck of contests at most 0.29",
        "",
        "method   1 first  1 last",
        "mean         1.5     0.5",
        "swiss_0      0.5     0.8",
    ]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("lowest", "the score is the lowest of all models"),
        ("shift", "the score is 1 standard deviations worse"),
        ("missing", "the score is missing"),
    ],
)
def test_failures_in_words(kind, words):
    assert failure(Perturbation(kind)) == words


def test_ranks_over_orders():
    lines = lines_of(print_sequence, SEQUENCE)
    assert lines[0] == "3 models, 2 rounds; 1,000 contests in each order, seed 1"
    assert lines[1] == SEQUENCE.summary
    # y: 3 in the given order; 2 and 3 in two: mean 2.5, variance .5 less .25
    assert lines[4:] == [
        "rank  model  wins  wins over orders  ranks over orders  sd of orders  sd of contests",
        "   1  y      3.00              2.50             1 to 2          0.50            0.50",
        "   2  x      2.00              2.50             1 to 2          0.50            0.50",
        "   3  z      1.00              1.00                  3          0.00            0.50",
    ]
    assert lines_of(print_sequence, SEQUENCE, top=1)[-1] == "... and 2 more models"


def test_the_spread_of_the_data_has_a_column():
    facts = {name: getattr(SEQUENCE, name) for name in SequenceSensitivity.__dataclass_fields__}
    lines = lines_of(print_sequence, SequenceSensitivity(**facts | {"data_variance": np.array([4.0, 1, 9])}))
    assert lines[4].endswith("sd of data")
    assert [line.split()[-1] for line in lines[5:]] == ["1.00", "2.00", "3.00"]


def test_pairings():
    study = PairingAblation(
        models=("x", "y", "z"),
        rounds=("p",),
        pairings=("random", "swiss"),
        schedules=("0",),
        wins=np.array([[[1.0, 3.0, 0.5]], [[2.0, 1.5, 0]]]),
        mcse=np.array([[[0.0, 0, 0]], [[0.01, 0.02, 0]]]),
        borda=np.array([0.3, 0.7, 0.1]),
        n_contests=10_000,
        random_seed=0,
    )
    assert lines_of(print_pairings, study) == [
        "3 models, 1 rounds; 10,000 contests where it is not exact, seed 0",
        "tau: Kendall's, with the order of the Borda count, and with Swiss pairing at the same eliminations",
        "",
        "pairing  eliminate  tau Borda  tau Swiss  fewest wins  most wins  largest mcse",
        "random           0       1.00       0.33         0.50       3.00         0.000",
        "swiss            0       0.33       1.00         0.00       2.00         0.020",
    ]
    alone = PairingAblation(
        models=study.models,
        rounds=study.rounds,
        pairings=("random",),
        schedules=("0",),
        wins=study.wins[:1],
        mcse=study.mcse[:1],
        borda=study.borda,
        n_contests=10,
        random_seed=0,
    )
    assert lines_of(print_pairings, alone)[-1].split() == ["random", "0", "1.00", "0.50", "3.00", "0.000"]


def test_convergence():
    study = ContestConvergence(
        models=("x", "y", "z"),
        eliminate="1",
        n_contests=(100, 1000),
        top=1,
        wins=np.array([3.0, 2.0, 1.0]),
        mcse=np.zeros(3),
        batch_mcse=np.array([0.3, 0.1]),
        top_right=np.arange(60) < np.array([[30], [60]]),
        all_right=np.arange(60) < np.array([[0], [30]]),
        reference_contests=20_000,
        random_seed=5,
    )
    assert lines_of(print_convergence, study) == [
        "3 models, eliminations 1; 60 batches of each number, against 20,000 contests, seed 5",
        "surely right in 95% of batches: the order of the first 1 from 1,000 contests on, of all with no number tried",
        "neighbours that 20,000 contests do not tell apart: 0",
        "",
        "contests  largest mcse  first 1 right  all right",
        "     100        0.3000            50%         0%",
        "   1,000        0.1000           100%        50%",
    ]


def test_a_terminal_gets_the_same_rows():
    terminal = Terminal()
    print_perturbation(PERTURBED, terminal)
    assert "swiss_0" in terminal.getvalue()
