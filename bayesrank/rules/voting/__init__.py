"""Voting: questions, benchmarks, people or battles as voters."""
