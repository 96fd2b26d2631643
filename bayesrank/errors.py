"""The three errors that bayesrank raises beside plain ``TypeError`` and ``ValueError`` for options."""


class DataError(ValueError):
    """The data cannot be what the caller says they are; the message names the place and the remedy."""


class NotIdentifiedError(DataError):
    """The data leave the ranking, or a part of it, undetermined."""


class ConvergenceError(RuntimeError):
    """A sampler did not reach the posterior, or a solver the optimum: what it has must not be read as a ranking."""
