import numpy as np


def reflected(at, low, high):
    if not high > low:
        return low
    folded = np.fmod(abs(at - low), 2 * (high - low))
    return low + min(folded, 2 * (high - low) - folded)


def inside(at, extent, padding, aligned):
    if padding == "zeros":
        return at
    if padding == "reflection":
        at = reflected(at, 0 if aligned else -0.5, extent - (1 if aligned else 0.5)) if np.isfinite(at) else -0.5
    return min(max(at, 0), extent - 1)


def taps(at, extent, mode, padding, aligned):
    """Returns (element, weight) pairs; places outside are left out."""
    at = -1.0 if np.isnan(at) else float(at)
    at = (at + 1) / 2 * (extent - 1) if aligned else ((at + 1) * extent - 1) / 2
    if mode == "bicubic" and np.isfinite(at):
        a, left = -0.75, np.floor(at)
        distances = [at - left + 1, at - left, left + 1 - at, left + 2 - at]
        weights = [((a * d - 5 * a) * d + 8 * a) * d - 4 * a if d > 1 else ((a + 2) * d - (a + 3)) * d * d + 1
                   for d in distances]
        pairs = [(left - 1 + k, weight) for k, weight in enumerate(weights)]
    else:
        at = inside(at, extent, padding, aligned)
        if mode == "nearest" or not np.isfinite(at):
            pairs = [(np.rint(at), 1.0)]
        else:
            pairs = [(np.floor(at), 1 - (at - np.floor(at))), (np.floor(at) + 1, at - np.floor(at))]
    placed = [(inside(place, extent, padding, aligned), weight) for place, weight in pairs]
    return [(int(place), weight) for place, weight in placed if weight != 0 and 0 <= place < extent]


def grid_sampler2d(x, grid, interpolation_mode, padding_mode, align_corners):
    wide = x.astype(np.float64)
    y = np.zeros((x.shape[0], x.shape[1], grid.shape[1], grid.shape[2]))
    if y.size == 0:
        return y
    for n, i, j in np.ndindex(grid.shape[:3]):
        columns = taps(grid[n, i, j, 0], x.shape[3], interpolation_mode, padding_mode, align_corners)
        rows = taps(grid[n, i, j, 1], x.shape[2], interpolation_mode, padding_mode, align_corners)
        for row, row_weight in rows:
            for column, column_weight in columns:
                y[n, :, i, j] += row_weight * column_weight * wide[n, :, row, column]
    return y
