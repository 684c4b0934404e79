from patches import patches


def extract_image_patches(x, ksizes, strides, rates, padding):
    return patches(x, ksizes, strides, rates, padding)
