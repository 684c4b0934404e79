import numpy as np


def sort_rows(x, descending):
    index = np.empty(x.shape, np.int64)
    for row in np.ndindex(x.shape[:-1]):
        values = x[row].tolist()
        key = (lambda i: (values[i] != values[i], -values[i])) if descending else (lambda i: (values[i] != values[i], values[i]))
        numbers = [i for i, value in enumerate(values) if value == value]
        others = [i for i, value in enumerate(values) if value != value]
        index[row] = sorted(numbers, key=key) + others
    return np.take_along_axis(x, index, -1), index
