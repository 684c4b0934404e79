from dynamic_stitch import dynamic_stitch


def parallel_dynamic_stitch(indices, x, N):
    return dynamic_stitch(indices, x, N)
