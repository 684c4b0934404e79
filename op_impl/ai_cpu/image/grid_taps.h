// The elements of an axis that a position of a grid samples, and their weights.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

namespace opdk {

// The mapping from positions along one axis of x to elements of x.
struct GridAxis {
  int64_t extent;
  bool zeros, reflection, align_corners;

  double Position(double at) const {
    if (std::isnan(at)) at = -1;
    const auto size = static_cast<double>(extent);
    return align_corners ? (at + 1) / 2 * (size - 1) : ((at + 1) * size - 1) / 2;
  }

  // Moves a position back between the borders. A padding of zeros leaves it outside.
  double Inside(double position) const {
    if (zeros) return position;
    const auto last = static_cast<double>(extent - 1);
    if (reflection) position = Reflected(position, align_corners ? 0 : -0.5, align_corners ? last : last + 0.5);
    return std::fmin(std::fmax(position, 0), last);
  }

  // Returns the element at a whole position. -1: there is none, and its value is 0.
  int64_t Element(double position) const {
    position = Inside(position);
    return position >= 0 && position < static_cast<double>(extent) ? static_cast<int64_t>(position) : -1;
  }

  static double Reflected(double position, double low, double high) {
    const double span = high - low;
    if (!(span > 0) || std::isinf(position)) return low;
    const double folded = std::fmod(std::fabs(position - low), 2 * span);
    return low + (folded > span ? 2 * span - folded : folded);
  }
};

// The weighted elements of one axis that a sample takes.
struct GridTaps {
  int count = 0;
  std::array<int64_t, 4> at{};
  std::array<double, 4> weight{};

  void Add(const GridAxis& axis, double position, double w) {
    at[static_cast<size_t>(count)] = axis.Element(position);
    weight[static_cast<size_t>(count++)] = w;
  }
};

inline GridTaps TapsOfGrid(const GridAxis& axis, const std::string& mode, double at) {
  GridTaps taps;
  const double given = axis.Position(at);
  if (mode == "bicubic") {
    if (std::isinf(given)) {
      taps.Add(axis, given, 1);
      return taps;
    }
    constexpr double kA = -0.75;
    const double left = std::floor(given), r = given - left;
    const auto near = [](double d) { return ((kA + 2) * d - (kA + 3)) * d * d + 1; };
    const auto far = [](double d) { return ((kA * d - 5 * kA) * d + 8 * kA) * d - 4 * kA; };
    taps.Add(axis, left - 1, far(r + 1));
    taps.Add(axis, left, near(r));
    taps.Add(axis, left + 1, near(1 - r));
    taps.Add(axis, left + 2, far(2 - r));
    return taps;
  }
  const double position = axis.Inside(given);
  if (mode == "nearest" || std::isinf(position)) {
    taps.Add(axis, std::nearbyint(position), 1);
    return taps;
  }
  const double left = std::floor(position);
  taps.Add(axis, left, 1 - (position - left));
  taps.Add(axis, left + 1, position - left);
  return taps;
}

}  // namespace opdk
