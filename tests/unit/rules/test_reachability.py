import numpy as np

from bayesrank.rules.reachability import reachable


def graph(n_nodes, *edges):
    found = np.zeros((n_nodes, n_nodes), dtype=bool)
    for start, end in edges:
        found[start, end] = True
    return found


def test_paths_lead_on_but_not_back():
    # 0 -> 1 -> 2, and 3 alone.
    leads = reachable(graph(4, (0, 1), (1, 2)))
    expected = [
        [True, True, True, False],
        [False, True, True, False],
        [False, False, True, False],
        [False] * 3 + [True],
    ]
    assert leads.tolist() == expected


def test_the_longest_path_is_found_whatever_the_number_of_nodes():
    for n_nodes in range(1, 18):
        circle = graph(n_nodes, *((node, (node + 1) % n_nodes) for node in range(n_nodes)))
        assert reachable(circle).all()
        circle[n_nodes - 1, 0] = False
        assert reachable(circle)[0, n_nodes - 1]
        assert reachable(circle).sum() == n_nodes * (n_nodes + 1) / 2  # a line leads forward only


def test_each_graph_of_a_stack_is_its_own():
    stack = np.random.default_rng(0).random((6, 2, 5, 5)) < 0.2
    singles = [reachable(stack[i, j]) for i in range(6) for j in range(2)]
    np.testing.assert_array_equal(reachable(stack).reshape(12, 5, 5), singles)
