"""Batches of images resized along both spatial axes by weighted sums, in TensorFlow's roundings of places.

A table says of each element of a result which elements it is made of: `at` and `weight`, both [terms, elements]."""
import numpy as np

F = np.float32


def scale_of(extent, to, align):
    return F(extent - 1) / F(to - 1) if align and to > 1 else F(extent) / F(to)


def places_of(to, scale, half):
    at = np.arange(to).astype(F)
    return (at + F(0.5)) * scale - F(0.5) if half else at * scale


def nearest_taps(extent, to, scale, align, half):
    at = np.arange(to).astype(F)
    if half:
        places = np.floor((at + F(0.5)) * scale)
    else:
        places = np.floor((at * scale).astype(np.float64) + 0.5) if align else np.floor(at * scale)
    return places[None], np.ones((1, to))


def linear_taps(extent, to, scale, align, half):
    places = places_of(to, scale, half)
    left = np.floor(places)
    return np.stack([left, left + 1]), np.stack([F(1) - (places - left), places - left])


def cubic_taps(extent, to, scale, align, half):
    a = F(-0.5 if half else -0.75)
    places = places_of(to, scale, half)
    left = np.floor(places)
    offset = np.rint((places - left) * F(1024))

    def near(d):
        return ((a + F(2)) * d - (a + F(3))) * d * d + F(1)

    def far(d):
        d = d + F(1)
        return ((a * d - F(5) * a) * d + F(8) * a) * d - F(4) * a
    first, second = offset / F(1024), (F(1024) - offset) / F(1024)
    at = np.stack([left - 1, left, left + 1, left + 2])
    weight = np.stack([far(first), near(first), near(second), far(second)])
    if half:
        weight = np.where((at >= 0) & (at < extent), weight, F(0))
        total = weight[0] + weight[1] + weight[2] + weight[3]
        large = np.abs(total) >= F(1000) * np.finfo(F).tiny
        weight = np.where(large, weight * (F(1) / np.where(large, total, F(1))), weight)
    return at, weight


def area_taps(extent, to, scale, align, half):
    i = np.arange(to).astype(F)
    begin, end = i * scale, (i + F(1)) * scale
    terms = int(np.max(np.ceil(end) - np.floor(begin), initial=1))
    at = np.floor(begin) + np.arange(max(terms, 1)).astype(F)[:, None]
    share = np.where(at < begin, np.where(at + F(1) > end, scale, at + F(1) - begin), np.minimum(end - at, F(1)))
    weight = np.where(at < np.ceil(end), share.astype(np.float64) / float(scale) if scale else 0, 0)
    weight[0] = np.where(np.ceil(end) > np.floor(begin), weight[0], 1)
    return at, weight


def table(rule, extent, to, align, half):
    at, weight = rule(extent, to, scale_of(extent, to, align), align, half)
    return np.clip(at, 0, extent - 1).astype(np.int64), weight.astype(np.float64)


def terms_of(x, at, weight):
    """Yields where each term counts, and the term."""
    for k in range(len(at)):
        column = weight[k].reshape((-1,) + (1,) * (x.ndim - 1))
        taken = x[at[k]]
        only_taken = np.all((weight[k] == 0) | (weight[k] == 1))
        yield column != 0, taken if only_taken else np.where(column == 1, taken, column * taken)


def along(x, axis, at, weight):
    x = np.moveaxis(x, axis, 0)
    y = np.zeros((at.shape[1],) + x.shape[1:], x.dtype)
    begun = np.zeros((at.shape[1],) + (1,) * (x.ndim - 1), bool)
    for counts, term in terms_of(x, at, weight):
        y = np.where(counts, np.where(begun, y + term, term), y)
        begun = begun | counts
    return np.moveaxis(y, 0, axis)


def back_along(grads, axis, at, weight, extent):
    """Returns the gradient of `along` for its x."""
    grads = np.moveaxis(grads, axis, 0)
    y = np.zeros((extent,) + grads.shape[1:], grads.dtype)
    for counts, term in terms_of(grads, np.tile(np.arange(at.shape[1]), (len(at), 1)), weight):
        used = counts.reshape(-1)
        np.add.at(y, at[0][used], term[used])
        at = at[1:]
    return np.moveaxis(y, 0, axis)


def cut(values, dtype):
    """Casts to an integer type: cut off towards 0, saturating, NaN to 0."""
    limits = np.iinfo(dtype)
    wide = np.nan_to_num(np.trunc(values), nan=0)
    return np.clip(wide, limits.min, limits.max).astype(dtype)


def resized(x, size, rule, align, half, first=1, exact=False):
    y = x if exact else x.astype(np.float64)
    with np.errstate(invalid="ignore"):
        for axis, to in zip((first + 1, first), (size[1], size[0])):
            y = along(y, axis, *table(rule, x.shape[axis], int(to), align, half))
    return y


def gradient(grads, size, rule, align, half, first=1):
    whole = grads.dtype.kind in "iu"
    y = grads if whole else grads.astype(np.float64)
    with np.errstate(invalid="ignore"):
        for axis, extent in zip((first + 1, first), (size[1], size[0])):
            y = back_along(y, axis, *table(rule, int(extent), grads.shape[axis], align, half), int(extent))
    return y
