"""Ratings: scores that are updated game by game."""
