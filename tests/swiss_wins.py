"""Expected wins made up by hand, as if tournaments had been played."""

import numpy as np

from bayesrank.swiss.contests.expected_wins import ExpectedWins

N_ROUNDS = 5


def made_up_wins(wins, *, schedules=None, covariance=None, draws=None, noise=None, n_contests=1000, models=None):
    """Return the result of a tournament of five rounds with these expected wins.

    ``wins`` has shape (E, M), ``covariance`` (M, E, E), zeros by default, ``draws`` (E, B, M), and
    ``noise``, the luck in them, that of ``covariance``, zeros by default. In round k of
    schedule e each model has left with probability e / 100 (k + 1): 0, .01 e, ... The rest is filled with plain
    numbers, one more at every schedule.
    """
    wins = np.asarray(wins, dtype=float)
    n_schedules, n_models = wins.shape
    covariance = np.zeros((n_models, n_schedules, n_schedules)) if covariance is None else np.asarray(covariance, float)
    number = np.arange(n_schedules, dtype=float)[:, None]
    eliminated = number[:, :, None] / 100 * np.arange(1, N_ROUNDS + 1)[None, :, None] * np.ones((1, 1, n_models))
    return ExpectedWins(
        models=tuple(models or "abcdefghijklmnopqrstuvwxyz"[:n_models]),
        rounds=tuple(f"round {k}" for k in range(N_ROUNDS)),
        schedules=tuple(map(str, range(n_schedules))) if schedules is None else tuple(schedules),
        wins=wins,
        mcse=np.sqrt(np.einsum("mee->em", covariance)),
        covariance=covariance,
        spread=np.ones_like(wins),
        byes=np.ones_like(wins) + number,
        rounds_played=N_ROUNDS - np.ones_like(wins) * number,
        eliminated=eliminated,
        opponents=np.full_like(wins, 0.5),
        n_pairs=np.ones((n_schedules, N_ROUNDS)),
        samples=None if draws is None else np.asarray(draws, dtype=float),
        noise=None if draws is None else np.zeros((n_models, n_schedules, n_schedules)) if noise is None else noise,
        n_contests=n_contests,
        random_seed=0,
    )
