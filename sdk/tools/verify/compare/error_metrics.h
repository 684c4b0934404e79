// The distance of a tensor from the expected one in every measure, whichever standard decides.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "graph/tensor.h"

namespace opdk::verify {

// The class of an element. NaN and infinities are told apart before any subtraction.
enum class ElementClass : uint8_t { kFinite, kNan, kPositiveInfinity, kNegativeInfinity };

// One element beside the expected one.
//
// Both parts of a complex number are judged, each by its distance relative to the modulus. A product's real part is the
// difference of two products, ac - bd, so its permitted error doesn't shrink with it. A bound on a part alone would
// refuse every right kernel where ac is near bd. A bound on the modulus alone would accept a wrong sign of a small
// part.
struct Difference {
  int64_t index = 0;  // row-major; each part of a complex number has an index of its own
  ElementClass actual_class = ElementClass::kFinite;
  ElementClass expected_class = ElementClass::kFinite;
  // Exact for integers of up to 53 bits.
  double actual = 0;
  double expected = 0;
  double magnitude = 0;        // e|; for a part of a complex number the number's modulus, to which errors are relative
  bool equal = false;          // the same bits, ±0, or both NaN
  double abs = 0;              // 0 if classes differ or an element isn't finite
  double rel = 0;              // a - e| / magnitude; if that is 0, / the dtype's smallest normal
  int64_t ulp = 0;             // integers: |a - e|; parts of complex numbers: in spacings at the modulus
  double ulp_of_expected = 0;  // the dtype's spacing at the magnitude; 1 for integers

  bool same_class() const { return actual_class == expected_class; }
};

// Upper ends of the ULP histogram's buckets; the last one has no end.
inline constexpr std::array<int64_t, 11> kUlpBuckets = {0, 1, 2, 4, 8, 16, 32, 64, 1024, 1 << 20, INT64_MAX};

// Keeps the relative errors of MARE and MERE finite at an expected 0.
inline constexpr double kMereGuard = 1e-7;

struct ErrorMetrics {
  int64_t elements = 0;
  int64_t equal = 0;
  int64_t class_mismatches = 0;  // NaN for a number, +inf for -inf …
  int64_t expected_nan = 0;
  int64_t expected_inf = 0;
  // Over the `compared` elements that are finite on both sides.
  int64_t compared = 0;
  double max_abs = 0;
  double mean_abs = 0;
  double max_rel = 0;
  double mean_rel = 0;
  double mare = 0;  // largest |a - e| / (|e| + kMereGuard)
  double mere = 0;  // its mean
  double rmse = 0;
  int64_t max_ulp = 0;
  std::array<int64_t, kUlpBuckets.size()> ulp_histogram = {};
  std::array<double, 3> share_within = {1, 1, 1};  // relative error of at most 1e-2, 1e-3, 1e-4
  double sign_bias = 0;  // (too large - too small) / (too large + too small): near ±1 is a systematic error
};

// Measures `actual` against `expected`, tensors of one dtype and shape. `visit` sees every element in order. False:
// elements of this dtype can't be compared (nothing was visited).
bool Measure(const ge::Tensor& actual, const ge::Tensor& expected, ErrorMetrics& metrics,
             const std::function<void(const Difference&)>& visit);

// Returns the elements as doubles (integers beyond 2^53 rounded); empty for a dtype whose elements aren't numbers.
std::vector<double> NumbersOf(const ge::Tensor& tensor);

// Returns the shape in which a Difference's index counts: the tensor's, with a last axis of 2 for complex numbers.
std::vector<int64_t> MeasuredShape(const ge::TensorDesc& desc);
// Returns element `index` as the shortest decimal that reads back, with its bits: "0.1 (0x3dcccccd)". Integers have no
// bits.
std::string ElementText(const ge::Tensor& tensor, int64_t index);
// Formats a row-major index in that shape: "[2, 0, 5]".
std::string IndexText(int64_t index, const std::vector<int64_t>& shape);

}  // namespace opdk::verify
