import numpy as np


def affine_grid(theta, output_size, align_corners):
    extents = [int(extent) for extent in output_size[2:]]
    if len(extents) != theta.shape[1] or output_size[0] != theta.shape[0]:
        raise ValueError("output_size doesn't fit theta")
    lines = [np.linspace(-1, 1, n) if align_corners and n else (2 * np.arange(n) + 1) / max(n, 1) - 1 for n in extents]
    places = np.meshgrid(*lines, indexing="ij")[::-1]
    places = np.stack(places + [np.ones(extents)], -1)
    return np.einsum("nij,...j->n...i", theta.astype(np.float64), places)
