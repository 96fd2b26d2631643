"""Metrics: what a model scores by its own outcomes."""
