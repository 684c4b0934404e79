import numpy as np

from crops import corners, places_of


def crop_and_resize_grad_image(grads, boxes, box_index, image_size, method, T):
    y = np.zeros([int(extent) for extent in image_size])
    for n, (box, image) in enumerate(zip(boxes, box_index)):
        rows, columns = places_of(box, y.shape[1], y.shape[2], grads.shape[1], grads.shape[2], method)
        inside = rows[3][:, None] & columns[3][None]
        for at_y, at_x, weight in corners(rows, columns):
            used = inside & (weight != 0)
            with np.errstate(invalid="ignore"):
                np.add.at(y[image], (at_y[used], at_x[used]), weight[used][:, None] * grads[n][used].astype(np.float64))
    return y
