"""Rounds of one benchmark by the difficulty of its questions."""
