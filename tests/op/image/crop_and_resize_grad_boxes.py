import numpy as np

from crops import places_of


def edge_shares(count, extent):
    """Returns how far places move with the start and with the end of the axis."""
    if count <= 1:
        return np.full((2, count), 0.5 * (extent - 1))
    end = np.arange(count) * float(extent - 1) / (count - 1)
    return np.stack([extent - 1 - end, end])


def crop_and_resize_grad_boxes(grads, images, boxes, box_index, method):
    y = np.zeros((len(boxes), 4))
    height, width = images.shape[1:3]
    of_y, of_x = edge_shares(grads.shape[1], height), edge_shares(grads.shape[2], width)
    for n, (box, image) in enumerate(zip(boxes, box_index)):
        rows, columns = places_of(box, height, width, grads.shape[1], grads.shape[2], method)
        inside = rows[3][:, None] & columns[3][None]
        values = images[image].astype(np.float64)
        below, right = rows[2].astype(np.float64)[:, None, None], columns[2].astype(np.float64)[None, :, None]
        with np.errstate(invalid="ignore", over="ignore"):
            top_left, top_right = values[rows[0]][:, columns[0]], values[rows[0]][:, columns[1]]
            low_left, low_right = values[rows[1]][:, columns[0]], values[rows[1]][:, columns[1]]
            grad = grads[n].astype(np.float64)
            down = np.sum(grad * ((1 - right) * (low_left - top_left) + right * (low_right - top_right)), -1)
            across = np.sum(grad * ((1 - below) * (top_right - top_left) + below * (low_right - low_left)), -1)
            for k, (moved, share) in enumerate([(down, of_y[0][:, None]), (across, of_x[0][None]),
                                                (down, of_y[1][:, None]), (across, of_x[1][None])]):
                y[n, k] = np.sum(np.where(inside, moved * share, 0))
    return y
