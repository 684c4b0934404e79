"""Places in images that elements of crops are taken from, in TensorFlow's roundings."""
import numpy as np

F = np.float32


def axis_places(start, end, extent, count):
    """Returns low, high, share of high and whether it lies inside, for each of `count` elements."""
    start, end, last = F(start), F(end), F(extent - 1)
    with np.errstate(all="ignore"):
        if count > 1:
            at = start * last + np.arange(count).astype(F) * ((end - start) * last / F(count - 1))
        else:
            at = np.full(count, F(0.5 * float(start + end) * float(last)))
        inside = (at >= 0) & (at <= last)
    at = np.where(inside, at, F(0))
    return np.floor(at).astype(np.int64), np.ceil(at).astype(np.int64), at - np.floor(at), inside


def rounded(places):
    low, high, share, inside = places
    at = np.floor((low + share.astype(np.float64)) + 0.5).astype(np.int64)
    return at, at, np.zeros_like(share), inside


def places_of(box, height, width, crop_height, crop_width, method):
    pairs = (axis_places(box[0], box[2], height, crop_height), axis_places(box[1], box[3], width, crop_width))
    return tuple(rounded(pair) for pair in pairs) if method == "nearest" else pairs


def corners(rows, columns):
    """Yields (row, column, weight) of the four corners, all [crop height, crop width]."""
    below, right = rows[2].astype(np.float64)[:, None], columns[2].astype(np.float64)[None]
    for y, of_y in ((rows[0], 1 - below), (rows[1], below)):
        for x, of_x in ((columns[0], 1 - right), (columns[1], right)):
            weight = of_y * of_x
            yield np.broadcast_to(y[:, None], weight.shape), np.broadcast_to(x[None], weight.shape), weight


def cropped(x, boxes, box_index, crop_size, extrapolation_value, method):
    height, width = (int(extent) for extent in crop_size)
    y = np.zeros((len(boxes), height, width, x.shape[3]))
    for n, (box, image) in enumerate(zip(boxes.astype(F), box_index)):
        rows, columns = places_of(box, x.shape[1], x.shape[2], height, width, method)
        values = x[image].astype(np.float64)
        with np.errstate(invalid="ignore"):
            for at_y, at_x, weight in corners(rows, columns):
                y[n] += np.where(weight[..., None] != 0, weight[..., None] * values[at_y, at_x], 0)
        y[n][~(rows[3][:, None] & columns[3][None])] = extrapolation_value
    return y
