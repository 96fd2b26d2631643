"""The three errors that bayesrank raises beside plain ``TypeError`` and ``ValueError`` for options."""


class DataError(ValueError):
    """The data cannot be what the caller says they are; the message names the place and the remedy."""


class NotIdentifiedError(DataError):
    """The data leave the ranking, or a part of it, undetermined."""


class ConvergenceError(RuntimeError):
    """The sampler did not reach the posterior, so its draws must not be read as a ranking."""
