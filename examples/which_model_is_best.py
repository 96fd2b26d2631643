"""Which of 50 systems is best on SWE-bench Verified, and which others may be?

Every system tried each of the 500 issues once. The score is the share of issues that a system would resolve on further
issues like these.
"""  # noqa: D400 (a question)

import pandas as pd

import bayesrank as br


def main(draws: int = 1000) -> pd.DataFrame:
    """Print the systems that share the first tier, and return them."""
    fit = br.fit(br.load_example("swebench_verified"), draws=draws, random_seed=0)
    ranking = fit.ranking()
    leader = ranking["model"].iloc[0]
    first_tier = ranking[ranking["tier"] == 1].assign(
        p_leader_is_better=lambda table: fit.superiority().loc[leader, table["model"]].to_numpy()
    )
    columns = ["rank", "model", "score", "lower", "upper", "rank_lower", "rank_upper", "p_best", "p_leader_is_better"]
    print(first_tier[columns].round(2).to_string(index=False))
    return first_tier


if __name__ == "__main__":
    main()
