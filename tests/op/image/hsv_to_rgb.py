import numpy as np


def hsv_to_rgb(images):
    # Colors far outside of 0 to 1 cancel, so that only numbers of the kernel's type give its result.
    kind = np.float32 if images.dtype == np.float16 else images.dtype
    hue, saturation, value = np.moveaxis(images.astype(kind), -1, 0)[..., None]
    signs, places = np.array([1, -1, -1], kind), np.array([-1, 2, 2], kind)
    with np.errstate(all="ignore"):
        away = np.abs(hue * 6 - np.array([3, 2, 4], kind))
        share = np.clip(signs * away + places, 0, 1)
        return (1 - saturation + saturation * share) * value
