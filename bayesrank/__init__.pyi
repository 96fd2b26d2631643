from .datasets.catalogue import examples as examples
from .datasets.catalogue import load_example as load_example
from .errors import ConvergenceError as ConvergenceError
from .errors import DataError as DataError
from .errors import NotIdentifiedError as NotIdentifiedError
from .observations.comparisons import Comparisons as Comparisons
from .observations.orderings import Orderings as Orderings
from .observations.outcomes import Outcomes as Outcomes
from .observations.score_table import ScoreTable as ScoreTable
from .plots.plot_rank_probabilities import plot_rank_probabilities as plot_rank_probabilities
from .plots.plot_ranks import plot_ranks as plot_ranks
from .plots.plot_superiority import plot_superiority as plot_superiority
from .ranks.agreement import kendall_tau as kendall_tau
from .ranks.fit import Fit as Fit
from .ranks.fitting import fit as fit
from .ranks.rank import rank as rank
from .ranks.ranking import Ranking as Ranking
from .ranks.score_ranks import rank_scores as rank_scores
from .readers.read_comparisons import ARENA_WINNERS as ARENA_WINNERS
from .readers.read_comparisons import read_comparisons as read_comparisons
from .readers.read_orderings import read_orderings as read_orderings
from .readers.read_outcomes import read_outcomes as read_outcomes
from .readers.read_score_table import read_score_table as read_score_table
from .report.html import write_report as write_report

__version__: str
