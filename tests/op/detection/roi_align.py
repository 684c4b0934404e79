import numpy as np


def places(begin, length, bins, given, extent):
    """Returns the places of each bin: (element, weight) pairs, or nothing outside."""
    real = type(length)
    size = length / real(bins)
    samples = given if given > 0 else int(np.ceil(size))
    found = []
    for i in range(bins):
        of_bin = []
        for k in range(max(samples, 0)):
            at = float(begin + real(i) * size + real(k + 0.5) * size / real(samples))
            if at < -1 or at > extent:
                of_bin.append([])
                continue
            at = min(max(at, 0), extent - 1)
            low = int(at)
            of_bin.append([(low, 1 - (at - low)), (min(low + 1, extent - 1), at - low)])
        found.append(of_bin)
    return found


def roi_align(features, rois, rois_n, spatial_scale, pooled_height, pooled_width, sample_num, roi_end_mode, pool_mode):
    x = features.astype(np.float64)
    y = np.zeros((rois.shape[0], x.shape[1], pooled_height, pooled_width))
    real = np.float64 if features.dtype == np.float64 else np.float32
    spatial_scale = real(spatial_scale)
    for k, roi in enumerate(rois.astype(real)):
        if not 0 <= roi[0] < x.shape[0]:
            raise Refused("no image %g" % roi[0])
        if not (np.abs(roi[1:] * spatial_scale) < 1e6).all():
            continue
        corners = roi[1:] + np.array([0, 0, 1, 1] if roi_end_mode == 1 else [0, 0, 0, 0], real)
        corners = corners * spatial_scale - real(0.5 if roi_end_mode >= 2 else 0)
        size = corners[2:] - corners[:2]
        size = size if roi_end_mode == 2 else np.maximum(size, real(1))
        columns = places(corners[0], size[0], pooled_width, sample_num, x.shape[3])
        rows = places(corners[1], size[1], pooled_height, sample_num, x.shape[2])
        image = x[int(roi[0])]
        for i, j in np.ndindex(pooled_height, pooled_width):
            terms = [[r_weight * c_weight * image[:, r, c] for r, r_weight in row for c, c_weight in column]
                     or [np.zeros(x.shape[1])] for row in rows[i] for column in columns[j]]
            if terms and pool_mode == "avg":
                y[k, :, i, j] = sum(sum(four) for four in terms) / len(terms)
            elif terms:
                y[k, :, i, j] = np.fmax.reduce([value for four in terms for value in four])
    return y
