"""How many models can be told apart: on exactly these questions, and on questions like these?

34 models answered 118 programming tasks, most of them 100 times each. So many trials say almost exactly how a model
does on these tasks. How it would do on other tasks they say far less exactly.
"""  # noqa: D400 (a question)

import pandas as pd

import bayesrank as br


def main(draws: int = 1000) -> pd.DataFrame:
    """Print how sure the ranking is for each of the two targets, and return the table."""
    data = br.load_example("evalperf_counts")
    fits = {
        "these questions": br.fit(data, "bayes", draws=draws, random_seed=0),
        "questions like these": br.fit(data, "population", draws=draws, random_seed=0),
    }
    table = pd.DataFrame([surety(fit) for fit in fits.values()], index=list(fits))
    print(table.round(3).to_string())
    return table


def surety(fit: br.Fit) -> dict[str, float]:
    """Return mean widths of 95 % intervals and of rank sets, and the number of tiers."""
    ranking = fit.ranking()
    return {
        "interval_width": (ranking["upper"] - ranking["lower"]).mean(),
        "ranks_left": (ranking["rank_upper"] - ranking["rank_lower"] + 1).mean(),
        "in_first_tier": int((ranking["tier"] == 1).sum()),
        "tiers": int(ranking["tier"].max()),
    }


if __name__ == "__main__":
    main()
