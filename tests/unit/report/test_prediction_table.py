import io

import numpy as np

from bayesrank import CategoryPrediction
from bayesrank.report.prediction_table import print_prediction

# Methods x categories: tau .5 and .3, mean .4; of the tournament .25 and .25. In eleven draws the first has .4 always,
# the second 0, .02, ..., .2: differences -.4, -.38, ..., -.2, of which the quantiles .1 and .9 are .08 from their mean,
# which is moved to the difference of the data, -.15.
AGREEMENT = np.array(
    [[[0.5, 0.3], [0.25, 0.25]], [[0.6, 0.4], [0.3, 0.3]], [[0.75, 0.65], [0.6, 0.65]], [[0.5, 1], [0, 0.5]]]
)
DRAWS = np.stack([np.full((11, 2), 0.4), np.repeat(np.arange(11)[:, None] / 50, 2, axis=1)], axis=1)
STUDY = CategoryPrediction(
    methods=("mean", "swiss_0"),
    models=("a", "b", "c"),
    categories={"law": ("p", "q"), "maths": ("r",)},
    target="mean_rank",
    top=2,
    agreement=AGREEMENT,
    tau_draws=DRAWS,
    baseline="mean",
    n_contests=1_000,
    random_seed=4,
)


def test_all_that_is_said():
    stream = io.StringIO()
    print_prediction(STUDY, stream, ci_prob=0.8)
    assert [line.rstrip() for line in stream.getvalue().splitlines()] == [
        "3 models, 2 categories held out in turn: law (2), maths (1)",
        "models are ranked on a category by the mean of their ranks; 1,000 contests, seed 4",
        (
            "difference: of Kendall's tau to that of mean, with its 80% interval by the bootstrap over models and "
            "benchmarks"
        ),
        "",
        "method     tau                 difference  Spearman  pairs right  best 2 foreseen",
        "mean     0.400  +0.000 (+0.000 to +0.000)     0.500        70.0%            75.0%",
        "swiss_0  0.250  -0.150 (-0.230 to -0.070)     0.300        62.5%            25.0%",
    ]
