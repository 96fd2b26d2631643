"""Rank confidence sequences: what can be said of ranks at every look, however often somebody looks."""
