import numpy as np

DTYPES = {0: np.float32, 1: np.float16, 2: np.int8, 3: np.int32, 4: np.uint8, 6: np.int16, 7: np.uint16, 8: np.uint32,
          9: np.int64, 10: np.uint64, 11: np.float64, 12: np.bool_, 16: np.complex64, 17: np.complex128,
          27: np.float32}  # bfloat16 is rounded to when it is compared


def cast(x, dst_type):
    to = np.dtype(DTYPES[int(dst_type)])
    if to.kind in "bc":
        return x.astype(to)
    real = np.real(x)
    if to.kind not in "iu" or real.dtype.kind != "f":
        # A 16-bit float is made of a float.
        return (real.astype(np.float32) if to == np.float16 or int(dst_type) == 27 else real).astype(to)
    # Truncated, the nearest end where it doesn't fit, 0 for NaN.
    ends, wide = np.iinfo(to), real.astype(np.float64)
    inside = (wide > float(ends.min)) & (wide < float(ends.max))
    result = np.where(inside, wide, 0).astype(to)
    result = np.where(wide >= float(ends.max), ends.max, result)
    return np.where(wide <= float(ends.min), ends.min, result).astype(to)
