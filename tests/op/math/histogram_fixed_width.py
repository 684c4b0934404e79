import numpy as np


def histogram_fixed_width(x, range, nbins, dtype):
    nbins = int(np.reshape(nbins, ()))
    begin, end = range.astype(np.float64)
    x = x.reshape(-1).astype(np.float64)
    x = x[~np.isnan(x)]
    with np.errstate(all="ignore"):
        parts = np.where(x >= end, nbins, np.where(x <= begin, 0, np.floor((x - begin) / (end - begin) * nbins)))
    parts = np.clip(np.nan_to_num(parts, nan=0), 0, nbins - 1).astype(np.int64)
    return np.bincount(parts, minlength=nbins).astype(np.int32)
