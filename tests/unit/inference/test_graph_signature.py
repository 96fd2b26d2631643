"""Programs are told apart by what they compute, not by their data."""

import numpy as np
import pymc as pm
import pytensor
import pytensor.tensor as pt
from pytensor.graph.basic import Apply, Constant
from pytensor.graph.op import Op
from pytensor.link.c.type import generic

from bayesrank.inference.graph_signature import _leaf, graph_signature
from bayesrank.observations.outcomes import Outcomes
from bayesrank.programs.registry import find_program
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.toy_programs import Values, normal_means

ZEROS = np.zeros((2, 3))


def signature(seen=ZEROS, models=("a", "b"), **options):
    return graph_signature(normal_means(Values(np.asarray(seen), models), **options))


def test_data_of_another_value_and_length_are_the_same_program():
    assert signature() == signature(np.ones((2, 3))) == signature(np.ones((2, 5)))
    assert hash(signature()) == hash(signature(np.ones((2, 5))))
    assert signature() == signature(models=("c", "d"))
    assert signature() == signature(prior_deviation=2.0)  # data too


def test_an_inlined_constant_or_another_shape_is_another_program():
    assert signature() != signature(deviation=2.0)
    assert signature() != signature(np.ones((3, 3)), models=("a", "b", "c"))


def test_a_wider_type_of_data_is_another_program():
    assert signature() != signature(np.zeros((2, 3), dtype=np.int64))


def test_an_option_that_changes_the_graph_alone():
    counts = count_outcomes(Outcomes.from_array([[1, 0], [0, 1], [1, 1], [0, 0]]))
    build = find_program("rasch").build
    priors = [graph_signature(build(counts, ability_prior=prior)) for prior in ("student_t", "laplace", "student_t")]
    assert priors[0] == priors[2] != priors[1]
    assert graph_signature(build(counts, ability_scale=1.0)) != graph_signature(build(counts))
    assert graph_signature(build(counts, ability_scale=1.0)) == graph_signature(build(counts, ability_scale=2.0))


def named(names, **dims):
    """Return the signature of a model with a deterministic variable of the length of the data."""
    length, name = names
    with pm.Model(coords={"trial": range(length)}) as model:
        x = pm.Normal("x")
        pm.Deterministic(name, x * pm.Data("scale", np.ones(length)), **dims)
    return graph_signature(model)


def test_what_the_sampler_writes_has_its_names_and_lengths():
    assert named((3, "d"), dims="trial") == named((3, "d"), dims="trial")
    assert named((3, "d"), dims="trial") != named((3, "e"), dims="trial")
    assert named((3, "d"), dims="trial") != named((4, "d"), dims="trial")
    assert named((3, "d")) == named((3, "d"))
    assert named((3, "d")) != named((4, "d"))
    assert named((3, "d")) != named((3, "d"), dims="trial")


def test_what_is_shared_outside_of_data_counts_by_its_value():
    def one(value):
        hidden = pytensor.shared(np.array(value), name="hidden")
        with pm.Model() as model:
            pm.Normal("x", hidden, 1.0)
        return graph_signature(model)

    assert one(1.0) == one(1.0)
    assert one(1.0) != one(2.0)


class Nameless(Op):
    """An operation that does not say which it is: every instance is another."""

    def make_node(self, value):
        return Apply(self, [pt.as_tensor(value)], [pt.dscalar()])

    def perform(self, node, inputs, outputs):  # noqa: ARG002 (the signature of an operation)
        outputs[0][0] = inputs[0]


def test_an_operation_that_does_not_say_what_it_does_is_another():
    def one(operation):
        with pm.Model() as model:
            pm.Deterministic("d", operation(pm.Normal("x")))
        return graph_signature(model)

    same = Nameless()
    assert one(same) == one(same)
    assert one(same) != one(Nameless())


def test_constants_that_are_no_arrays():
    def constant(value):
        return _leaf(Constant(generic, value), named=False)

    assert constant(None) == constant(None) != constant("first")
    assert constant(object()) != constant(object())  # whose representation may hide what it is
