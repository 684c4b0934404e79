from upsampling import nearest, upsampled


def upsample_nearest3d(x, output_size, scales):
    return upsampled(x, output_size, scales, nearest, exact=True)
