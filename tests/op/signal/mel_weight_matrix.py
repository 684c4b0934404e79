import numpy as np


def mel_weight_matrix(num_mel_bins, dft_length, sample_rate, lower_edge_hertz, upper_edge_hertz, output_datatype):
    bands, length, rate = (int(x.reshape(())) for x in (num_mel_bins, dft_length, sample_rate))
    edges = [float(x.reshape(())) for x in (lower_edge_hertz, upper_edge_hertz)]
    if not all(-700 < edge < np.inf for edge in edges):
        return np.zeros((length // 2 + 1, bands))
    low, high = (2595 * np.log10(1 + edge / 700) for edge in edges)
    hertz = 700 * (10 ** ((low + np.arange(bands + 2) * (high - low) / (bands + 2)) / 2595) - 1)
    corners = np.clip(np.floor((length + 1) * hertz / rate), -1e15, 1e15)
    y = np.zeros((length // 2 + 1, bands))
    at = np.arange(length // 2 + 1)
    for band in range(bands):
        begin, top, end = corners[band:band + 3]
        with np.errstate(all="ignore"):
            y[:, band] = np.where(at == top, 1, np.where(at < top, (at - begin) / (top - begin), (end - at) / (end - top)))
        y[(at < begin) | (at > end), band] = 0
    return y
