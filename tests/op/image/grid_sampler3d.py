import numpy as np
from grid_sampler2d import taps


def grid_sampler3d(x, grid, interpolation_mode, padding_mode, data_format, align_corners):
    wide = x.astype(np.float64)
    y = np.zeros(x.shape[:2] + grid.shape[1:4])
    if y.size == 0:
        return y
    for place in np.ndindex(grid.shape[:4]):
        n = place[0]
        depths, rows, columns = (taps(grid[place + (2 - k,)], x.shape[k + 2], interpolation_mode, padding_mode,
                                      align_corners) for k in range(3))
        for d, d_weight in depths:
            for r, r_weight in rows:
                for c, c_weight in columns:
                    y[(n, slice(None)) + place[1:]] += d_weight * r_weight * c_weight * wide[n, :, d, r, c]
    return y
