// The discrete Fourier transform of one signal of any length, in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numeric>
#include <unsupported/Eigen/FFT>
#include <vector>

namespace opdk {

using Spectrum = std::vector<std::complex<double>>;

// Computes the Fourier transform. The inverse divides by the length.
inline Spectrum Transformed(Eigen::FFT<double>& fft, const Spectrum& signal, bool inverse) {
  if (signal.size() <= 1) return signal;
  Spectrum result(signal.size());
  if (inverse) {
    fft.inv(result, signal);
  } else {
    fft.fwd(result, signal);
    // Exact where the numbers are not finite, too.
    result[0] = std::accumulate(signal.begin(), signal.end(), std::complex<double>());
  }
  return result;
}

// Fills the second half of a real signal's spectrum, the conjugate of the first half. A number without a partner is
// real.
inline void MirrorHalf(Spectrum& spectrum) {
  const size_t length = spectrum.size();
  for (size_t i = length / 2 + 1; i < length; ++i) spectrum[i] = std::conj(spectrum[length - i]);
  if (length > 0) spectrum[0].imag(0);
  if (length > 0 && length % 2 == 0) spectrum[length / 2].imag(0);
}

}  // namespace opdk
