"""Tensors [N, C, spatial...] upsampled along their spatial axes, as in PyTorch."""
import numpy as np

from image_scale import along, back_along

F = np.float32


def extents(shape, output_size, scales):
    if len(output_size):
        return [int(extent) for extent in output_size]
    return [int(np.floor(float(extent) * float(F(scale)))) for extent, scale in zip(shape[2:], scales)]


def nearest(extent, to, scale):
    step = F(1.0 / float(F(scale))) if scale else F(extent) / F(to)
    return np.floor(np.arange(to).astype(F) * step)[None], np.ones((1, to))


def linear(align):
    def taps(extent, to, scale):
        i = np.arange(to)
        step = 1.0 / float(F(scale)) if scale else extent / to
        corners = i * (extent - 1) / (to - 1) if to > 1 else i * 0.0
        places = corners if align else np.maximum((i + 0.5) * step - 0.5, 0.0)
        left = np.floor(places)
        return np.stack([left, left + 1]), np.stack([1 - (places - left), places - left])
    return taps


def tables(shape, output_size, scales, rule):
    """Yields (axis, at, weight), the last axis first."""
    given = scales if len(scales) else [0] * (len(shape) - 2)
    axes = list(enumerate(zip(extents(shape, output_size, scales), given), 2))
    for axis, (to, scale) in reversed(axes):
        at, weight = rule(int(shape[axis]), to, scale)
        yield axis, np.clip(at, 0, shape[axis] - 1).astype(np.int64), weight


def upsampled(x, output_size, scales, rule, exact=False):
    y = x if exact else x.astype(np.float64)
    with np.errstate(invalid="ignore"):
        for axis, at, weight in tables(x.shape, output_size, scales, rule):
            y = along(y, axis, at, weight)
    return y


def upsample_gradient(grad, input_size, output_size, scales, rule):
    y = grad if grad.dtype.kind in "iu" else grad.astype(np.float64)
    with np.errstate(invalid="ignore"):
        for axis, at, weight in tables(input_size, output_size, scales, rule):
            y = back_along(y, axis, at, weight, int(input_size[axis]))
    return y
