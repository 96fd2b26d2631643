import platform

import numpy as np

from bayesrank import __version__
from bayesrank.report.versions import versions


def test_versions_are_those_that_run():
    found = versions()
    assert found["python"] == platform.python_version()
    assert found["numpy"] == np.__version__
    assert found["bayesrank"] == __version__
