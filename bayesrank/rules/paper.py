"""The configurations of the paper, rules and programs, under the paper's names."""

from collections.abc import Mapping
from typing import Any

NO_PRIOR = 1e4  # logits: the scale of a prior that decides nothing
OF_ABILITY = {"target": "ability", "inference": "map", "ability_scale": 1.0}
# In the paper trials are paired by their number and every pair counts in full, which a prior must be weighed against.
IN_FULL = {"inference": "map", "ability_scale": 1.0, "pairing": "trial", "event_weight": "full"}
FREE = {"ability_scale": NO_PRIOR}
# A penalty r on squared log discriminations is a standard deviation of 1 / sqrt(2 r): r = .01.
QUESTIONS = {"easiness_scale": NO_PRIOR, "discrimination_scale": 0.02**-0.5}
LINE = {"time_axis": "trials", "slope_scale": 0.02**-0.5, "difficulty_scale": NO_PRIOR}

# hariri2026, table of methods, less bayes_greedy, whose prior outcomes are part of the data. For rules, trials are
# paired in all ways here, where the paper pairs them by their number: pairing="trial" does as the paper does.
PAPER: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "avg": ("avg", {}),
    "bayes": ("bayes", {}),
    "bayes_ci": ("bayes", {"quantile": 0.05}),
    "pass_at_k_2": ("pass_at_k", {"k": 2}),
    "pass_hat_k_2": ("pass_hat_k", {"k": 2}),
    "mg_pass_at_k_2": ("mg_pass_at_k", {"k": 2}),
    "inverse_difficulty": ("inverse_difficulty", {}),
    "elo_tie_skip": ("elo", {"ties": "skip"}),
    "elo_tie_draw": ("elo", {"ties": "draw"}),
    "elo_tie_correct_draw_only": ("elo", {"ties": "draw_if_right"}),
    "glicko_tie_skip": ("glicko", {"ties": "skip"}),
    "glicko_tie_draw": ("glicko", {"ties": "draw"}),
    "glicko_tie_correct_draw_only": ("glicko", {"ties": "draw_if_right"}),
    "trueskill": ("trueskill", {}),
    "bradley_terry": ("bradley_terry", {"inference": "mle"}),
    "bradley_terry_map": ("bradley_terry", IN_FULL),
    "bradley_terry_davidson": ("davidson", {"inference": "mle"}),
    "bradley_terry_davidson_map": ("davidson", IN_FULL | {"tie_scale": NO_PRIOR}),
    "rao_kupper": ("rao_kupper", {"inference": "mle", "tie_strength": 1.1}),
    "rao_kupper_map": ("rao_kupper", IN_FULL | {"tie_strength": 1.1}),
    "thompson": ("thompson", {}),
    "bayesian_mcmc": ("bradley_terry", IN_FULL | {"inference": "nuts"}),
    "borda": ("borda", {}),
    "copeland": ("copeland", {}),
    "win_rate": ("win_rate", {}),
    "minimax_variant_margin_tie_half": ("minimax", {"strength": "margin", "ties": "half"}),
    "minimax_variant_margin_tie_ignore": ("minimax", {"strength": "margin", "ties": "ignore"}),
    "minimax_variant_winning_votes_tie_half": ("minimax", {"strength": "winning_votes", "ties": "half"}),
    "minimax_variant_winning_votes_tie_ignore": ("minimax", {"strength": "winning_votes", "ties": "ignore"}),
    "schulze_tie_half": ("schulze", {"ties": "half"}),
    "schulze_tie_ignore": ("schulze", {"ties": "ignore"}),
    "ranked_pairs_strength_margin_tie_half": ("ranked_pairs", {"strength": "margin", "ties": "half"}),
    "ranked_pairs_strength_margin_tie_ignore": ("ranked_pairs", {"strength": "margin", "ties": "ignore"}),
    "ranked_pairs_strength_winning_votes_tie_half": ("ranked_pairs", {"strength": "winning_votes", "ties": "half"}),
    "ranked_pairs_strength_winning_votes_tie_ignore": ("ranked_pairs", {"strength": "winning_votes", "ties": "ignore"}),
    "kemeny_young_tie_half": ("kemeny_young", {"ties": "half"}),
    "kemeny_young_tie_ignore": ("kemeny_young", {"ties": "ignore"}),
    "nanson_rank_ties_average": ("nanson", {"rank_ties": "average"}),
    "nanson_rank_ties_max": ("nanson", {"rank_ties": "max"}),
    "baldwin_rank_ties_average": ("baldwin", {"rank_ties": "average"}),
    "baldwin_rank_ties_max": ("baldwin", {"rank_ties": "max"}),
    "majority_judgment": ("majority_judgment", {}),
    "rasch": ("rasch", {"target": "ability", "inference": "mle"}),
    "rasch_map": ("rasch", OF_ABILITY | {"difficulty_scale": NO_PRIOR}),
    "rasch_2pl": ("two_pl", OF_ABILITY | QUESTIONS | FREE),
    "rasch_2pl_map": ("two_pl", OF_ABILITY | QUESTIONS),
    "rasch_3pl": ("three_pl", OF_ABILITY | QUESTIONS | FREE),
    "rasch_3pl_map": ("three_pl", OF_ABILITY | QUESTIONS),
    "rasch_mml": ("marginal_rasch", OF_ABILITY | {"inference": "mle"}),
    "rasch_mml_credible": ("marginal_rasch", OF_ABILITY | {"inference": "laplace", "quantile": 0.05}),
    "dynamic_irt_linear": ("rasch", {"target": "ability", "inference": "mle"}),
    "dynamic_irt_growth": ("growth", OF_ABILITY | LINE | FREE),
    "pagerank": ("pagerank", {}),
    "spectral": ("spectral", {}),
    "alpharank": ("alpha_rank", {}),
    "nash_vs_equilibrium": ("nash", {"score": "against_equilibrium"}),
    "nash_advantage_vs_equilibrium": ("nash", {"score": "advantage"}),
    "rank_centrality_tie_half": ("rank_centrality", {"ties": "half"}),
    "rank_centrality_tie_ignore": ("rank_centrality", {"ties": "ignore"}),
    "serial_rank_prob_diff": ("serial_rank", {"comparison": "difference"}),
    "serial_rank_sign": ("serial_rank", {"comparison": "sign"}),
    "hodge_rank_binary_total": ("hodge_rank", {"flow": "share", "weights": "total"}),
    "hodge_rank_binary_decisive": ("hodge_rank", {"flow": "share", "weights": "decisive"}),
    "hodge_rank_binary_uniform": ("hodge_rank", {"flow": "share", "weights": "uniform"}),
    "hodge_rank_log_odds_total": ("hodge_rank", {"flow": "log_odds", "weights": "total"}),
    "hodge_rank_log_odds_decisive": ("hodge_rank", {"flow": "log_odds", "weights": "decisive"}),
    "hodge_rank_log_odds_uniform": ("hodge_rank", {"flow": "log_odds", "weights": "uniform"}),
    # Its ballots of two are battles, for which it is Bradley-Terry.
    "plackett_luce": ("bradley_terry", {"inference": "mle"}),
    "plackett_luce_map": ("bradley_terry", IN_FULL),
    "bradley_terry_luce": ("bradley_terry_luce", {"inference": "mle"}),
    "bradley_terry_luce_map": ("bradley_terry_luce", {"inference": "map", "ability_scale": 1.0}),
}
