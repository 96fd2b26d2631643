"""Contests in full: everything that can happen, with its probability."""
