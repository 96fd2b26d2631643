"""How sure is the success rate of an agent: on exactly these tasks, and on tasks like these?

gpt-4o tried each of the 50 airline tasks of tau-bench 4 times. More trials would say more of these tasks; of other
tasks only more tasks would.
"""  # noqa: D400 (a question)

import pandas as pd

import bayesrank as br


def main(draws: int = 1000) -> pd.DataFrame:
    """Print score and 95 % interval for each of the two targets, and return the table."""
    data = br.load_example("taubench_airline")
    fits = {
        "these questions": br.fit(data, target="benchmark", draws=draws, random_seed=0),
        "questions like these": br.fit(data, target="population", draws=draws, random_seed=0),
    }
    rankings = [fit.ranking()[["model", "score", "lower", "upper"]] for fit in fits.values()]
    table = pd.concat(rankings).assign(target=list(fits)).set_index("target")
    print(table.round(2).to_string())
    return table


if __name__ == "__main__":
    main()
