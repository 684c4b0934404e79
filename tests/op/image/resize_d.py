from fractions import Fraction
from functools import lru_cache

import numpy as np

from image_scale import along
from resize import coordinate, ratio, taps


@lru_cache
def table_of(extent, to, scale, region, modes):
    """Returns at and weight, [terms, elements], and which elements lie outside of the region."""
    coordinates, a, exclude_outside, mode, nearest_mode = modes
    pairs, outside = [], []
    for i in range(to):
        at = coordinate(i, coordinates, extent, to, scale, to, *region)
        if coordinates == "tf_crop_and_resize" and not 0 <= at <= extent - 1:
            outside.append(i)
            pairs.append([])
        else:
            pairs.append(taps(at, extent, mode, nearest_mode, a, exclude_outside))
    terms = max([1] + [len(chosen) for chosen in pairs])
    at, weight = np.zeros((terms, to), np.int64), np.zeros((terms, to))
    for i, chosen in enumerate(pairs):
        for k, (place, share) in enumerate(chosen):
            at[k, i], weight[k, i] = place, share
    return at, weight, outside


def resized_axes(rank, count, scales, roi, data_format):
    """Returns (axis, number among the resized ones, scale or None, region), the last axis first."""
    first = rank - count - (1 if data_format.endswith("C") else 0)
    for i in reversed(range(count)):
        region = (float(roi[i]), float(roi[i + count])) if len(roi) else (0.0, 1.0)
        yield first + i, i, ratio(scales[i]) if len(scales) else None, region


def resize_d(x, sizes, scales, roi, coordinate_transformation_mode, cubic_coeff_a, exclude_outside,
             extrapolation_value, mode, nearest_mode, data_format):
    modes = (coordinate_transformation_mode, cubic_coeff_a, exclude_outside, mode, nearest_mode)
    y = x.astype(np.float64)
    with np.errstate(invalid="ignore"):
        for axis, i, scale, region in resized_axes(x.ndim, len(sizes), scales, roi, data_format):
            extent, to = x.shape[axis], int(sizes[i])
            at, weight, outside = table_of(extent, to, scale or Fraction(to, extent), region, modes)
            y = along(y, axis, at, weight)
            y[(slice(None),) * axis + (outside,)] = extrapolation_value
    return y
