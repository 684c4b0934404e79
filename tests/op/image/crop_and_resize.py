import numpy as np

from crops import cropped


def crop_and_resize(x, boxes, box_index, crop_size, extrapolation_value, method):
    return cropped(x, boxes, box_index, crop_size, extrapolation_value, method)


def channels_first(x, boxes, box_index, crop_size, extrapolation_value, method):
    y = cropped(np.moveaxis(x, 1, 3), boxes, box_index, crop_size, extrapolation_value, method)
    return np.moveaxis(y, 3, 1)
