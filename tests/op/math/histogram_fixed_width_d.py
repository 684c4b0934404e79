from histogram_fixed_width import histogram_fixed_width


def histogram_fixed_width_d(x, range, nbins, dtype):
    return histogram_fixed_width(x, range, nbins, dtype)
