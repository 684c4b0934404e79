import builtins

import numpy as np


def pow(x1, x2):
    x1, x2 = np.broadcast_arrays(x1, x2)
    if np.iscomplexobj(x1):
        return complex_power(x1.astype(np.complex128), x2.astype(np.complex128))
    if x1.dtype.kind in "iu" and x2.dtype.kind in "iu":
        powers = [integer_power(int(base), int(exponent)) for base, exponent in zip(x1.ravel(), x2.ravel())]
        return np.array([power % 2**64 for power in powers], np.uint64).astype(x1.dtype).reshape(x1.shape)
    powers = np.power(x1.astype(np.float64), x2.astype(np.float64))
    if x1.dtype.kind == "f":
        return powers
    # Truncated, the nearest end where it doesn't fit, 0 for NaN.
    ends = np.iinfo(x1.dtype)
    inside = np.abs(powers) < float(ends.max)
    ends = np.where(powers > 0, ends.max, np.where(powers < 0, ends.min, 0)).astype(x1.dtype)
    return np.where(inside, np.where(inside, powers, 0).astype(x1.dtype), ends)


def complex_power(x1, x2):
    powers = np.exp(x2 * np.log(x1))
    nan = complex(np.nan, np.nan)
    return np.where(x2 == 0, 1, np.where(x1 == 0, np.where(x2.real > 0, 0, nan), powers))


# Returns a power of integers: among the reciprocals only those of 1 and -1 are integers.
def integer_power(base, exponent):
    if exponent >= 0:
        return builtins.pow(base, exponent, 2**64)
    return base if base in (1, -1) and exponent % 2 else 1 if base in (1, -1) else 0
