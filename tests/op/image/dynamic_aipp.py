import numpy as np

YUV420SP, YUV400 = 1, 4


def resized(image, axis, to):
    """Resizes, bilinear and half-pixel; beyond the border lies the border."""
    extent = image.shape[axis]
    if to == extent:
        return image
    place = (np.arange(to) + 0.5) * extent / to - 0.5
    low = np.floor(place).astype(int)
    share = (place - low).reshape([-1 if i == axis else 1 for i in range(3)])
    first, second = (image.take(np.clip(at, 0, extent - 1), axis) for at in (low, low + 1))
    return first * (1 - share) + second * share


def pixels(image, kind, height, width):
    if kind == YUV420SP:
        luma, chroma = np.split(image, [height * width])
        pairs = chroma.reshape(height // 2, width // 2, 2).repeat(2, 0).repeat(2, 1)
        return np.concatenate([luma.reshape(height, width, 1), pairs], 2)
    return image.reshape(height, width, 1 if kind == YUV400 else 3)


def dynamic_aipp(images, params, shape):
    head, numbers = params[:96].view(np.int32), params[96:].reshape(-1, 112)
    if head[0] != 1 or head[1] != len(numbers) or len(numbers) != shape[0]:
        raise ValueError("the parameters are of another version or number of images")
    kind, width, height, converts = (int(n) for n in head[2:6])
    matrix, after, before, swaps = head[6:15].reshape(3, 3), head[15:18], head[18:21], head[21]
    size = width * height * (3 if kind != YUV400 else 1) // (2 if kind == YUV420SP else 1)
    y = np.zeros(shape)
    channels = shape[1]
    for n, bytes_of_one in enumerate(numbers):
        whole, mean = bytes_of_one.view(np.int32), bytes_of_one.view(np.int32)[15:19]
        least, factor = (bytes_of_one.view(np.float32)[at:at + 4].astype(np.float64) for at in (19, 23))
        image = pixels(images.ravel()[n * size:(n + 1) * size].astype(np.float64), kind, height, width)
        if whole[0]:
            left, top, wide, high = whole[1:5]
            image = image[top:top + high, left:left + wide]
        if swaps:
            image = image[..., [0, 2, 1] if kind == YUV420SP else [2, 1, 0]]
        if converts:
            image = np.clip(np.floor((image - before) @ matrix.T / 256) + after, 0, 255)
        image = image[..., :channels]
        if whole[5]:
            image = resized(resized(image, 1, int(whole[8])), 0, int(whole[9]))
        c = image.shape[2]
        above, left = (whole[11], whole[13]) if whole[10] else (0, 0)
        target = y[n, :, above:above + image.shape[0], left:left + image.shape[1]]
        target[:] = np.moveaxis((image - (mean + least)[:c]) * factor[:c], 2, 0)
    return y
