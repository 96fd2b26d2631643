import numpy as np

from bayesrank.swiss.difficulty.difficulty_rounds import DifficultyRounds
from bayesrank.swiss.win_tensor import WinTensor


def test_what_is_said():
    none = np.zeros((2, 2, 2))
    tensors = tuple(WinTensor(models, ("0.5 to 1", "0 to 0.5"), none, none) for models in (("a", "b"), ("c", "d")))
    found = DifficultyRounds(
        tensors=tensors,
        in_sample=tensors,
        tiering="split_half",
        tier_items=np.array([20, 5, 22, 3]),
        items=np.array([25, 22]),
        fewest=np.array([24, 21]),
        most=np.array([26, 23]),
        n_dropped=3,
        n_moved=2,
        mean_moved=0.021,
        random_seed=1,
    )
    assert found.rounds == ("0.5 to 1", "0 to 0.5")
    assert repr(found) == (
        "DifficultyRounds(4 models, split_half, rounds of 25, 22 questions, 2 move from the tiers of all models, "
        "2.1% in the mean)"
    )
