import numpy as np


def search_sorted(sorted_sequence, values, sorter, dtype, right):
    if sorter is not None:
        inside = (sorter >= 0) & (sorter < sorted_sequence.shape[-1])
        taken = np.take_along_axis(sorted_sequence, np.where(inside, sorter, 0), -1)
        sorted_sequence = np.where(inside, taken, np.zeros((), taken.dtype))
    return places(sorted_sequence, values, right, dtype)


def places(sorted_rows, values, right, dtype):
    """The search by halves, step by step: also where the numbers aren't sorted it ends at one place."""
    extent = sorted_rows.shape[-1]
    shape = values.shape
    if values.size == 0:
        return np.zeros(shape, dtype)
    values = values.reshape(-1, shape[-1] if shape else 1)
    rows = np.broadcast_to(sorted_rows.reshape(-1, extent), (len(values), extent))
    begin = np.zeros(values.shape, np.int64)
    count = np.full(values.shape, extent, np.int64)
    while count.any():
        half = count // 2
        number = np.take_along_axis(rows, np.minimum(begin + half, extent - 1), -1)
        further = (count > 0) & (~before(values, number) if right else before(number, values))
        begin = np.where(further, begin + half + 1, begin)
        count = np.where(further, count - half - 1, half)
    return begin.reshape(shape).astype(dtype)


def before(a, b):
    if a.dtype.kind in "iu":
        return a < b
    return (a < b) | (np.isnan(b) & ~np.isnan(a))
