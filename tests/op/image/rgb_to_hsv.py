import numpy as np


def rgb_to_hsv(images):
    red, green, blue = np.moveaxis(images.astype(np.float32 if images.dtype == np.float16 else images.dtype), -1, 0)
    # A channel that is NaN is never greater or less than another one.
    high, low = red, red
    for channel in (green, blue):
        high, low = np.where(high < channel, channel, high), np.where(channel < low, channel, low)
    with np.errstate(all="ignore"):
        spread = high - low
        # The place of the greatest channel on the circle, in sixths, and the way to its neighbours.
        hue = np.where(red == high, (green - blue) / spread,
                       np.where(green == high, 2 + (blue - red) / spread, 4 + (red - green) / spread))
        hue = np.where(spread > 0, hue, 0)
        hue = np.where(hue < 0, hue + 6, hue) / 6
        saturation = np.where(high > 0, spread / high, 0)
    return np.stack([hue, saturation, high], -1)
