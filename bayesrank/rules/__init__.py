"""Ranking rules without a posterior of their own, by family; one file a rule."""
