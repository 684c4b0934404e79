from image_scale import gradient, linear_taps


def resize_bilinear_v2_grad(grads, original_image, align_corners, half_pixel_centers):
    return gradient(grads, original_image.shape[1:3], linear_taps, align_corners, half_pixel_centers)


def channels_first(grads, original_image, align_corners, half_pixel_centers):
    return gradient(grads, original_image.shape[2:], linear_taps, align_corners, half_pixel_centers, first=2)
