from image_scale import area_taps, resized


def resize_area(images, size, align_corners):
    return resized(images, size, area_taps, align_corners, False)
