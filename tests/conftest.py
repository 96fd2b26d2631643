"""What all tests share: how Hypothesis searches, and where shared data and strategies are imported from."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parents[1]))  # ``from tests.strategies import ...`` however pytest is started

settings.register_profile("ci", max_examples=25, derandomize=True, deadline=None)
settings.load_profile("ci")

collect_ignore = ["golden/pref_voting_answers.py"]  # run by hand, with software that the tests do without
