from fractions import Fraction

import numpy as np

from image_scale import back_along
from resize_d import resized_axes, table_of


def resize_grad_d(grads, original_size, roi, scales, coordinate_transformation_mode, cubic_coeff_a, exclude_outside,
                  extrapolation_value, mode, nearest_mode, data_format):
    modes = (coordinate_transformation_mode, cubic_coeff_a, exclude_outside, mode, nearest_mode)
    y = grads.astype(np.float64)
    rank = len(original_size)
    with np.errstate(invalid="ignore"):
        for axis, _, scale, region in resized_axes(rank, rank - 2, scales, roi, data_format):
            extent, to = int(original_size[axis]), grads.shape[axis]
            at, weight, _ = table_of(extent, to, scale or Fraction(to, extent), region, modes)
            y = back_along(y, axis, at, weight, extent)
    return y
