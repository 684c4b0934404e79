import numpy as np


# Both parts apart: complex arithmetic would make NaN of an infinity beside a 0.
def paired(real, imag):
    result = np.empty(np.shape(real), np.complex128)
    result.real, result.imag = real, imag
    return result


def wide(x):
    return x.astype(np.complex128)


def scaled(x, scale, shift):
    scale, shift = np.float32(scale), np.float32(shift)
    if scale == 1 and shift == 0:
        return wide(x)
    return paired(scale * x.real + shift, scale * x.imag)


def exp(x, base, scale, shift):
    exponent = scaled(x, scale, shift)
    return np.exp(exponent) if base == -1 else np.exp(exponent * np.log(complex(np.float32(base))))


def log(x, base, scale, shift):
    logarithm = np.log(scaled(x, scale, shift))
    return logarithm if base == -1 else logarithm / np.log(complex(np.float32(base)))


def reciprocal(x):
    return x.dtype.type(1) / x


def inv(x):
    return x.dtype.type(1) / x


def rsqrt(x):
    return 1 / np.sqrt(wide(x))


def square(x):
    return x * x


def sign(x):
    large = np.maximum(np.abs(x.real), np.abs(x.imag)) > 1
    number = paired(*(part.astype(np.float64) * np.where(large, 0.5, 1) for part in (x.real, x.imag)))
    return np.where(x == 0, x, number / np.abs(number))


def round(x, decimals):
    def of_part(part):
        rounded = np.rint(part.astype(np.float64) * 10.0 ** decimals) / 10.0 ** decimals
        return np.where(np.isfinite(rounded), rounded, part) if decimals != 0 else np.rint(part)
    return paired(of_part(x.real), of_part(x.imag))


def expm1(x):
    real, imag = wide(x).real, wide(x).imag
    return paired(np.expm1(real) * np.cos(imag) - 2 * np.sin(imag / 2) ** 2, np.exp(real) * np.sin(imag))


# Avoids numpy.log1p, which loses what lies near 0 for complex numbers.
def log1p(x):
    real, imag = wide(x).real, wide(x).imag
    near = np.maximum(np.abs(real), np.abs(imag)) < 0.5
    return paired(np.where(near, np.log1p(real * (2 + real) + imag ** 2) / 2, np.log(np.hypot(1 + real, imag))),
                  np.arctan2(imag, 1 + real))


def sqrt(x):
    return np.sqrt(wide(x))


def sin(x):
    return np.sin(wide(x))


def cos(x):
    return np.cos(wide(x))


def tan(x):
    return np.tan(wide(x))


def asin(x):
    return np.arcsin(wide(x))


def acos(x):
    return np.arccos(wide(x))


def atan(x):
    return np.arctan(wide(x))


def sinh(x):
    return np.sinh(wide(x))


def cosh(x):
    return np.cosh(wide(x))


def asinh(x):
    return np.arcsinh(wide(x))


def acosh(x):
    return np.arccosh(wide(x))


def atanh(x):
    return np.arctanh(wide(x))
