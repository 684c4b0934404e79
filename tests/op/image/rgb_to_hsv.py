import numpy as np


def rgb_to_hsv(images):
    rgb = images.astype(np.float64)
    high, low = rgb.max(-1), rgb.min(-1)
    spread = np.where(high > low, high - low, 1)
    # The place of the greatest channel on the circle, in thirds, and the way to its neighbours.
    greatest = rgb.argmax(-1)[..., None]
    following = np.take_along_axis(rgb, (greatest + 1) % 3, -1)[..., 0]
    preceding = np.take_along_axis(rgb, (greatest + 2) % 3, -1)[..., 0]
    hue = greatest[..., 0] / 3 + (following - preceding) / spread / 6
    hue = np.where(high > low, hue + (hue < 0), 0)
    saturation = np.where(high > 0, (high - low) / np.where(high > 0, high, 1), 0)
    return np.stack([hue, saturation, high], -1)
