// Products, quotients and functions of numbers that may be complex.
//
// Complex ones are NumPy's: a product is (ac - bd) + (ad + bc)i whatever its operands, a quotient is scaled by the
// larger part of the divisor, and one by 0 divides each part. std::complex's operators make an infinity out of some
// NaN, where they aren't compiled to vectors.
#pragma once

#include <cmath>
#include <complex>

#include "op_impl/ai_cpu/common/dtype_dispatch.h"

namespace opdk {

template <typename T>
T Product(T a, T b) {
  if constexpr (kIsComplex<T>) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  } else {
    return a * b;
  }
}

// Multiplies a running product by its next factor. A complex product of 1 gives the factor itself, because 1 times an
// infinity beside a 0 would be NaN.
template <typename T>
T NextProduct(T product, T factor) {
  if (kIsComplex<T> && product == T(1)) return factor;
  return Product(product, factor);
}

template <typename T>
T Quotient(T a, T b) {
  if constexpr (kIsComplex<T>) {
    if (b == T(0)) return {a.real() / std::abs(b.real()), a.imag() / std::abs(b.real())};
    if (std::abs(b.real()) >= std::abs(b.imag())) {
      const auto ratio = b.imag() / b.real(), scale = 1 / (b.real() + b.imag() * ratio);
      return {(a.real() + a.imag() * ratio) * scale, (a.imag() - a.real() * ratio) * scale};
    }
    const auto ratio = b.real() / b.imag(), scale = 1 / (b.real() * ratio + b.imag());
    return {(a.real() * ratio + a.imag()) * scale, (a.imag() * ratio - a.real()) * scale};
  } else {
    return a / b;
  }
}

template <typename T>
T Conjugate(T x) {
  if constexpr (kIsComplex<T>) {
    return std::conj(x);
  } else {
    return x;
  }
}

// Functions of complex64 are computed in double: their parts cancel.
template <typename T>
auto Widened(T x) {
  if constexpr (kIsComplex<T>) {
    return std::complex<double>(x);
  } else {
    return x;
  }
}

// Computes exp(x) - 1, exact near 0. LogOnePlus computes log(1 + x), exact near 0.
template <typename T>
T ExpMinusOne(T x) {
  if constexpr (kIsComplex<T>) {
    const auto sine = std::sin(x.imag() / 2);
    return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * sine * sine, std::exp(x.real()) * std::sin(x.imag())};
  } else {
    return std::expm1(x);
  }
}

template <typename T>
T LogOnePlus(T x) {
  if constexpr (kIsComplex<T>) {
    const bool small = std::abs(x.real()) < 0.5 && std::abs(x.imag()) < 0.5;
    const auto real = small ? std::log1p(x.real() * (2 + x.real()) + x.imag() * x.imag()) / 2
                            : std::log(std::hypot(x.real() + 1, x.imag()));
    return {real, std::atan2(x.imag(), x.real() + 1)};
  } else {
    return std::log1p(x);
  }
}

}  // namespace opdk
