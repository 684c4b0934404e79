import numpy as np


def away(value):
    return np.sign(value) * np.floor(abs(value) + 0.5)


def part(begin, end, i, bins, extent):
    begin, end = away(begin), away(end)
    size = int(max(end - begin + 1, 1))
    return (int(np.clip(begin + i * size // bins, 0, extent)), int(np.clip(begin - (-(i + 1) * size // bins), 0, extent)))


def roi_pooling(x, rois, roi_actual_num, pooled_h, pooled_w, spatial_scale_h, spatial_scale_w):
    y = np.zeros((rois.shape[0], x.shape[1], pooled_h, pooled_w), x.dtype)
    real = np.float64 if x.dtype == np.float64 else np.float32
    spatial_scale_h, spatial_scale_w = real(spatial_scale_h), real(spatial_scale_w)
    for k, roi in enumerate(rois.astype(real)):
        if not 0 <= roi[0] < x.shape[0]:
            raise Refused("no image %g" % roi[0])
        if not (np.abs(roi[1:]) < 1e9).all():
            continue
        for i, j in np.ndindex(pooled_h, pooled_w):
            rows = part(roi[2] * spatial_scale_h, roi[4] * spatial_scale_h, i, pooled_h, x.shape[2])
            columns = part(roi[1] * spatial_scale_w, roi[3] * spatial_scale_w, j, pooled_w, x.shape[3])
            window = x[int(roi[0]), :, rows[0]:rows[1], columns[0]:columns[1]]
            if window.size:
                y[k, :, i, j] = window.max((1, 2))
    return y
