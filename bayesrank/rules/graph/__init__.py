"""Graphs and spectra: scores out of the matrix of wins between models."""
