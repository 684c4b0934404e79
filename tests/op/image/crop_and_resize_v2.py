import numpy as np

from crops import cropped
from image_scale import cut


def crop_and_resize_v2(x, boxes, box_index, crop_size, extrapolation_value, method, dtype):
    y = cropped(x, boxes, box_index, crop_size, extrapolation_value, method)
    return cut(y, np.uint8) if dtype == "uint8" else y
