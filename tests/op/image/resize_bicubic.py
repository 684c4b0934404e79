import numpy as np

from image_scale import cubic_taps, cut, resized


def resize_bicubic(images, size, align_corners, half_pixel_centers, dtype):
    y = resized(images, size, cubic_taps, align_corners, half_pixel_centers)
    return cut(y, np.uint8) if dtype in ("uint8", "DT_UINT8", 4) else y
