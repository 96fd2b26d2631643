"""The plot of the page on three kinds of rank sets: where they differ on a leaderboard."""

from rank_confidence import PAGE

import bayesrank as br
from bayesrank.plots.plot_comparison import COLOURS

PLOT = PAGE.with_suffix(".png")
SHOWN = 16
KINDS = (
    "credible: simultaneous rank sets of a posterior",
    "fixed sample: Romano-Wolf, one look",
    "rank confidence sequence: every look",
)


def rank_ranges():
    """Return lowest and highest rank of each system on SWE-bench Verified by each kind of rank set, best system first.

    All three are of means over questions like these, so that they are of one thing.
    """
    data = br.load_example("swebench_verified")
    credible = br.fit(data, random_seed=0).ranking()
    fixed = br.fixed_sample_ranks(data, method="romano_wolf", random_seed=0).frame()
    sequence = br.rank_confidence_sequence(data, target="population", certifier="star", random_seed=0).frame()
    tables = {kind: table.set_index("model") for kind, table in zip(KINDS, (credible, fixed, sequence), strict=True)}
    models = credible["model"].tolist()
    return {kind: table.loc[models, ["rank_lower", "rank_upper"]] for kind, table in tables.items()}


def draw(ranges):
    """Draw the ranges of the best systems, and return the figure."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 7), layout="constrained")
    axes = figure.subplots()
    names = ranges[KINDS[0]].index[:SHOWN]
    for number, (kind, table) in enumerate(ranges.items()):
        for place, (lower, upper) in enumerate(table.head(SHOWN).itertuples(index=False)):
            axes.plot(
                [lower - 0.25, upper + 0.25],
                [place + 0.25 * (number - 1)] * 2,
                color=COLOURS[number],
                linewidth=4,
                solid_capstyle="butt",
                label=kind if place == 0 else None,
            )
    axes.set_yticks(range(SHOWN), [name if len(name) < 46 else f"{name[:44]}…" for name in names], fontsize=8)
    axes.invert_yaxis()
    axes.set_xlabel("rank, 1 is best")
    axes.set_title(f"SWE-bench Verified, 500 questions, the best {SHOWN} of 50 systems, 95 %", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper right", fontsize=8, frameon=False)
    return figure


if __name__ == "__main__":
    draw(rank_ranges()).savefig(PLOT, dpi=130)
