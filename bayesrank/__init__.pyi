from .errors import ConvergenceError as ConvergenceError
from .errors import DataError as DataError
from .errors import NotIdentifiedError as NotIdentifiedError
from .observations.outcomes import Outcomes as Outcomes
from .readers.read_outcomes import read_outcomes as read_outcomes

__version__: str
