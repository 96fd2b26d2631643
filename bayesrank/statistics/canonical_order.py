"""An order of models and questions that depends on what was observed, not on names or on the order of rows.

Every sum and every random draw downstream runs in this order, so renaming or shuffling the input changes no
result. The order comes from colour refinement of the model x question table: rows are told apart by their cells
and the colours of the columns these stand in, columns by their cells and the colours of the rows, and so on until
no row or column is told further apart. Rows that still share a colour, though their cells differ, are nearly always
exchanged by a symmetry of the whole table: one of them gets a colour of its own, and refinement goes on, so that
whichever it was the same table comes out. In small tables, where regular ones without such a symmetry are found, each
of them is tried and the least outcome is taken. Names settle the order of rows and columns with the same cells.
"""

from collections.abc import Sequence

import numpy as np

from bayesrank.arrays import FloatArray, HashArray, IntArray

# Odd constants of the 64-bit finaliser of MurmurHash3, which spreads neighbouring integers over all bits.
_MULTIPLIERS = (np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53))
_SHIFT = np.uint64(33)
MOST_TRIED = 100_000  # cells, times the rows that are tried


def canonical_order(
    cells: FloatArray, cluster: IntArray, models: Sequence[str], questions: Sequence[str]
) -> tuple[IntArray, IntArray]:
    """Return the positions of models and of questions in canonical order.

    Parameters
    ----------
    cells : array, shape (L, M, K)
        What was observed of each model on each question, in numbers.
    cluster : array of int, shape (M,)
        Number of the cluster of each question; questions of one cluster take each other's colours in.
    models, questions : sequence of str
        Names, used only between rows or columns with the same colour.

    Returns
    -------
    tuple of two arrays of int, shapes (L,) and (M,)
    """
    content = _cell_hashes(cells)
    rows, columns = (np.zeros(size, dtype=np.uint64) for size in content.shape)
    rows, columns = _refined(content, rows, columns, cluster)
    while (tied := _exchangeable(content, rows)).size:
        rows, columns = _told_apart(content, rows, columns, cluster, sorted(tied, key=models.__getitem__))
    first_name: dict[int, str] = {}
    for member, name in zip(cluster.tolist(), questions, strict=True):
        first_name[member] = min(name, first_name.get(member, name))
    together = [(first_name[member], name) for member, name in zip(cluster.tolist(), questions, strict=True)]
    return _ordered(rows, models), _ordered(columns, together)


def _refined(content: HashArray, rows: HashArray, columns: HashArray, cluster: IntArray) -> tuple[HashArray, HashArray]:
    """Colour rows and columns by their cells and each other's colours until no more are told apart."""
    n_colours = 0
    while (n_refined := len(np.unique(rows)) + len(np.unique(columns))) > n_colours:
        n_colours = n_refined
        rows = _mix(rows + _mix(content + columns[None, :]).sum(axis=1, dtype=np.uint64))
        columns = _mix(columns + _mix(content ^ rows[:, None]).sum(axis=0, dtype=np.uint64))
        columns = _mix(columns + _cluster_colours(columns, cluster))
    return rows, columns


def _told_apart(
    content: HashArray, rows: HashArray, columns: HashArray, cluster: IntArray, tied: Sequence[int]
) -> tuple[HashArray, HashArray]:
    """Give one of the tied rows a colour of its own: the one that leads to the least colours, the first of those alike.

    Rows that share a colour need not be exchangeable. Those that are lead to the same colours.
    """
    found = []
    for row in tied[: max(1, MOST_TRIED // content.size)]:
        tried = rows.copy()
        tried[row] += np.uint64(1)
        found.append(_refined(content, tried, columns, cluster))
    return min(found, key=lambda colours: [np.sort(each).tolist() for each in colours])


def _exchangeable(content: HashArray, rows: HashArray) -> IntArray:
    """Return the rows of the least colour that rows with different cells share, none if there is no such colour."""
    colours, number = np.unique(rows, return_counts=True)
    for colour in colours[number > 1]:
        tied = np.flatnonzero(rows == colour)
        if np.any(content[tied] != content[tied[0]]):
            return tied
    return np.empty(0, dtype=np.int64)


def _cluster_colours(columns: HashArray, cluster: IntArray) -> HashArray:
    """Colour of the cluster that each column belongs to, shape (M,)."""
    colours = np.zeros(cluster.max(initial=0) + 1, dtype=np.uint64)
    np.add.at(colours, cluster, _mix(columns))
    return colours[cluster]


def _ordered(colours: HashArray, names: Sequence[str] | Sequence[tuple[str, str]]) -> IntArray:
    return np.array(
        sorted(range(len(names)), key=lambda position: (colours[position], names[position])), dtype=np.int64
    )


def _cell_hashes(cells: FloatArray) -> HashArray:
    """Hash the K numbers of each cell in their order, shape (L, M)."""
    bits = (np.ascontiguousarray(cells, dtype=np.float64) + 0.0).view(np.uint64)  # + 0.0: -0.0 is 0.0
    content = np.zeros(bits.shape[:2], dtype=np.uint64)
    for position in range(bits.shape[2]):
        content = _mix(content + bits[:, :, position] + np.uint64(position + 1))
    return content


def _mix(values: HashArray) -> HashArray:
    for multiplier in _MULTIPLIERS:
        values = (values ^ (values >> _SHIFT)) * multiplier
    return values ^ (values >> _SHIFT)
