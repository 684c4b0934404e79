from patches import patches


def extract_volume_patches(x, ksizes, strides, padding):
    return patches(x, ksizes, strides, [1] * 5, padding)
