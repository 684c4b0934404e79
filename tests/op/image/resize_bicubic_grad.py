from image_scale import cubic_taps, gradient


def resize_bicubic_grad(grads, original_image, align_corners, half_pixel_centers):
    return gradient(grads, original_image.shape[1:3], cubic_taps, align_corners, half_pixel_centers)
