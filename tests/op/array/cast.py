import numpy as np

DTYPES = {0: np.float32, 1: np.float16, 2: np.int8, 3: np.int32, 4: np.uint8, 6: np.int16, 7: np.uint16, 8: np.uint32,
          9: np.int64, 10: np.uint64, 11: np.float64, 12: np.bool_, 16: np.complex64, 17: np.complex128,
          27: np.float32}


def to_bfloat16(real):
    """Rounds once, halves to even; a long double holds what any dtype holds."""
    exact = np.asarray(real, np.longdouble)
    with np.errstate(invalid="ignore", over="ignore"):
        _, exponent = np.frexp(exact)
        step = np.ldexp(np.longdouble(1), np.maximum(exponent, -125) - 8)
        return np.where(np.isfinite(exact), np.rint(exact / step) * step, exact).astype(np.float32)


def cast(x, dst_type):
    to = np.dtype(DTYPES[int(dst_type)])
    if to.kind in "bc":
        return x.astype(to)
    real = np.real(x)
    if to.kind not in "iu" or real.dtype.kind != "f":
        return to_bfloat16(real) if int(dst_type) == 27 else real.astype(to)
    # Truncated, the nearest end where it doesn't fit, 0 for NaN.
    ends, wide = np.iinfo(to), real.astype(np.float64)
    inside = (wide > float(ends.min)) & (wide < float(ends.max))
    result = np.where(inside, wide, 0).astype(to)
    result = np.where(wide >= float(ends.max), ends.max, result)
    return np.where(wide <= float(ends.min), ends.min, result).astype(to)
