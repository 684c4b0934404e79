import numpy as np
from philox import uniform


def multinomial(logits, num_samples, dtype, seed, seed2):
    count = int(num_samples.reshape(()))
    wide = logits.astype(np.float64)
    drawn = uniform(wide.shape[0] * count, 53, seed, seed2).reshape(-1, count)
    y = np.zeros((wide.shape[0], count), np.int64)
    for row in range(wide.shape[0] if count else 0):
        greatest = np.fmax.reduce(wide[row], initial=-np.inf)
        with np.errstate(invalid="ignore"):
            weights = np.where(wide[row] == greatest, 1, np.exp(wide[row] - greatest))
        weights[~np.isfinite(weights) | ~(wide[row] > -np.inf)] = 0
        sums = np.cumsum(weights)
        if not sums.size or not sums[-1] > 0:
            continue
        y[row] = np.searchsorted(sums, drawn[row] * sums[-1], "right")
    return y.astype(dtype)
