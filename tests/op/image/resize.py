from fractions import Fraction
from math import ceil, floor

import numpy as np


def ratio(scale):
    """Returns the simplest fraction that the float is: scales are quotients of extents, or decimals."""
    for denominator in range(1, 8193):
        numerator = round(float(scale) * denominator)
        if np.float32(numerator / denominator) == np.float32(scale):
            return Fraction(numerator, denominator)
    return Fraction(float(scale))


def coordinate(i, mode, extent, to, scale, width, start, end):
    last = extent - 1
    half_pixel = (i + Fraction(1, 2)) / scale - Fraction(1, 2)
    if mode == "align_corners":
        return 0 if width == 1 else i * last / (width - 1)
    if mode == "asymmetric":
        return i / scale
    if mode == "tf_half_pixel_for_nn":
        return (i + Fraction(1, 2)) / scale
    if mode == "pytorch_half_pixel":
        return half_pixel if to > 1 else 0
    if mode == "half_pixel_symmetric":
        return Fraction(extent, 2) * (1 - to / width) + half_pixel
    if mode == "tf_crop_and_resize":
        return 0.5 * (start + end) * last if width == 1 else start * last + i * (end - start) * last / float(width - 1)
    return half_pixel


def nearest_coordinate(i, mode, extent, to, scale):
    """Returns the place by a float scale: each step is a float, as in ONNX Runtime."""
    at, scale, half = np.float32(i), np.float32(scale), np.float32(0.5)
    if mode == "asymmetric":
        return float(at / scale)
    centre = (at + half) / scale
    if mode == "tf_half_pixel_for_nn":
        return float(centre)
    if mode == "pytorch_half_pixel" and to <= 1:
        return 0.0
    if mode != "half_pixel_symmetric":
        return float(centre - half)
    shift = np.float32(extent) / np.float32(2) * (np.float32(1) - np.float32(to) / (scale * np.float32(extent)))
    return float(shift + centre - half)


def taps(at, extent, mode, nearest_mode, a, exclude_outside):
    """Returns (element, weight) pairs."""
    left = floor(at)
    if mode == "nearest":
        place = {"floor": left, "ceil": ceil(at), "round_prefer_ceil": floor(at + Fraction(1, 2))}.get(
            nearest_mode, ceil(at - Fraction(1, 2)))
        pairs = [(place, 1.0)]
    elif mode == "linear":
        pairs = [(left, float(1 - (at - left))), (left + 1, float(at - left))]
    else:
        pairs = []
        for k in range(-1, 3):
            d = float(abs(at - left - k))
            weight = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a if d > 1 else ((a + 2) * d - (a + 3)) * d * d + 1
            pairs.append((left + k, weight))
        if exclude_outside:
            pairs = [(place, weight if 0 <= place < extent else 0.0) for place, weight in pairs]
            total = sum(weight for _, weight in pairs)
            pairs = [(place, weight / total if total else weight) for place, weight in pairs]
    return [(int(min(max(place, 0), extent - 1)), weight) for place, weight in pairs if weight != 0]


def spread_taps(at, extent, mode, a, exclude_outside, scale):
    """Returns the taps of an axis that shrinks, with the kernel as wide as an element of the result."""
    at, scale = float(at), float(scale)
    places = np.arange(np.floor(at - 2 / scale) - 1, at + 2 / scale + 2)
    d = np.abs(places - at) * scale
    if mode == "linear":
        weights = np.maximum(0, 1 - d)
    else:
        far = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
        weights = np.where(d <= 1, ((a + 2) * d - (a + 3)) * d * d + 1, np.where(d < 2, far, 0))
    if exclude_outside:
        weights = np.where((places >= 0) & (places < extent), weights, 0)
    weights = weights / weights.sum()
    return [(int(min(max(place, 0), extent - 1)), weight) for place, weight in zip(places, weights) if weight != 0]


def resize(x, roi, scales, sizes, coordinate_transformation_mode, cubic_coeff_a, exclude_outside, extrapolation_value,
           mode, nearest_mode, antialias):
    by_scales = scales is not None and scales.size == x.ndim
    by_sizes = sizes is not None and sizes.size > 0
    rank = x.ndim
    whole = x.dtype.kind in "iu" and mode == "nearest"
    y = x if whole else x.astype(np.float64)
    for axis in range(rank - 1, -1, -1):
        extent = x.shape[axis]
        to = int(sizes[axis]) if by_sizes else int(np.floor(np.float32(extent) * scales[axis]))
        if y.size == 0:
            y = np.zeros(y.shape[:axis] + (to,) + y.shape[axis + 1:], y.dtype)
            continue
        scale = ratio(scales[axis]) if by_scales else Fraction(to, extent)
        width = scale * extent
        start, end = (float(roi[axis]), float(roi[axis + rank])) if roi is not None and roi.size == 2 * rank else (0, 1)
        parts = []
        for i in range(to):
            by_lengths = coordinate_transformation_mode in ("align_corners", "tf_crop_and_resize")
            if mode == "nearest" and not by_lengths and extent == to and scale == 1:
                at = i
            elif mode == "nearest" and not by_lengths and by_scales:
                at = nearest_coordinate(i, coordinate_transformation_mode, extent, to, scales[axis])
            else:
                at = coordinate(i, coordinate_transformation_mode, extent, to, scale, width, start, end)
            if coordinate_transformation_mode == "tf_crop_and_resize" and not 0 <= at <= extent - 1:
                part = np.full(y.shape[:axis] + y.shape[axis + 1:], extrapolation_value).astype(y.dtype)
            else:
                spread = antialias and scale < 1 and mode != "nearest"
                chosen = spread_taps(at, extent, mode, cubic_coeff_a, exclude_outside, scale) if spread else taps(
                    at, extent, mode, nearest_mode, cubic_coeff_a, exclude_outside)
                part = sum((np.take(y, place, axis) if weight == 1 else weight * np.take(y, place, axis)
                            for place, weight in chosen), np.zeros((), y.dtype))
            parts.append(part)
        y = np.stack(parts, axis) if parts else np.zeros(y.shape[:axis] + (0,) + y.shape[axis + 1:], y.dtype)
    if x.dtype.kind in "iu" and not whole:
        limits = np.iinfo(x.dtype)
        wide = np.nan_to_num(np.trunc(y), nan=0)
        y = np.where(wide >= float(limits.max), limits.max,
                     np.where(wide <= float(limits.min), limits.min, np.clip(wide, -2.0**63, np.nextafter(2.0**63, 0)).astype(np.int64)))
        return y.astype(x.dtype)
    return y
