import numpy as np

from image_scale import cut, linear_taps, resized


def resize_bilinear_v2(x, size, align_corners, half_pixel_centers, dtype):
    y = resized(x, size, linear_taps, align_corners, half_pixel_centers)
    return cut(y, np.uint8) if dtype in ("uint8", "DT_UINT8", 4) else y


def channels_first(x, size, align_corners, half_pixel_centers, dtype):
    return resized(x, size, linear_taps, align_corners, half_pixel_centers, first=2)
