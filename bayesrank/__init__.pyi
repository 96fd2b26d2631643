from .errors import ConvergenceError as ConvergenceError
from .errors import DataError as DataError
from .errors import NotIdentifiedError as NotIdentifiedError
from .observations.outcomes import Outcomes as Outcomes

__version__: str
