import numpy as np
import pytest

from bayesrank.programs.program import Moments, Program


def test_quantile_of_a_normal():
    # Phi(1.6448536269514722) = .95, tables of the normal distribution.
    moments = Moments(np.array([1.0, 2.0]), np.array([0.5, 1.0]))
    assert moments.quantile(0.95) == pytest.approx([1 + 0.5 * 1.6448536269514722, 2 + 1.6448536269514722], abs=1e-12)
    assert moments.quantile(0.05)[1] == pytest.approx(2 - 1.6448536269514722, abs=1e-12)


def silent(**told):
    return Program(reads=object, scores={"ability": ""}, build=lambda _: None, reference="", **told)


def test_doubts_are_those_of_the_target_or_none():
    assert silent().doubts_about("data", "ability") == []
    doubtful = silent(doubts=lambda statistic, target: [f"{statistic} say little of {target}"])
    assert doubtful.doubts_about("data", "ability") == ["data say little of ability"]


def test_a_likelihood_is_composite_only_where_the_program_says_so():
    assert not silent().is_composite("data")
    weighted = silent(composite=lambda statistic: statistic == "weights")
    assert weighted.is_composite("weights")
    assert not weighted.is_composite("data")


def test_moments_are_known_only_where_the_program_has_them():
    moments = Moments(np.array([1.0]), np.array([2.0]))
    assert silent().moments_of("data") is None
    assert silent(moments=lambda statistic: moments if statistic == "data" else None).moments_of("data") is moments
