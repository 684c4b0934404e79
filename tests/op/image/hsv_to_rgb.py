import numpy as np


def hsv_to_rgb(images):
    hue, saturation, value = np.moveaxis(images.astype(np.float64), -1, 0)
    away = np.abs(hue[..., None] * 6 - [3, 2, 4])
    share = np.clip([1, -1, -1] * away + [-1, 2, 2], 0, 1)
    return (1 - saturation[..., None] * (1 - share)) * value[..., None]
