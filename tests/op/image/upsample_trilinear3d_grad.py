from upsampling import linear, upsample_gradient


def upsample_trilinear3d_grad(grad_output, input_size, output_size, scales, align_corners):
    return upsample_gradient(grad_output, input_size, output_size, scales, linear(align_corners))
