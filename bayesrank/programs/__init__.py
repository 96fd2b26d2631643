"""Statistical ranking models, each one PyMC program."""
