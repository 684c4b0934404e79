from image_scale import gradient, nearest_taps


def resize_nearest_neighbor_v2_grad(grads, size, align_corners, half_pixel_centers):
    return gradient(grads, size, nearest_taps, align_corners, half_pixel_centers)


def channels_first(grads, size, align_corners, half_pixel_centers):
    return gradient(grads, size, nearest_taps, align_corners, half_pixel_centers, first=2)
