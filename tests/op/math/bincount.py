import numpy as np


def bincount(array, size, weights):
    bins = np.zeros(int(size.reshape(())), np.float64 if weights.dtype.kind == "f" else weights.dtype)
    places = array.reshape(-1)
    terms = weights.reshape(-1) if weights.size else np.ones(places.size, bins.dtype)
    inside = (places >= 0) & (places < len(bins))
    np.add.at(bins, places[inside], terms[inside])
    return bins.astype(weights.dtype)
