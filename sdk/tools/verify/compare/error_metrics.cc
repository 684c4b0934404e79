#include "sdk/tools/verify/compare/error_metrics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "graph_core/base/element_type.h"

namespace opdk::verify {
namespace {

template <typename T>
constexpr bool kIsFloat = !std::is_integral_v<T>;

template <typename T>
using Bits = std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;

template <typename T>
Bits<T> BitsOf(T value) {
  Bits<T> bits;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

// Returns the float's place in the order of all floats, one step apart; -0 and +0 are one point.
template <typename T>
int64_t Position(T value) {
  const Bits<T> bits = BitsOf(value);
  constexpr Bits<T> kSign = Bits<T>(1) << (8 * sizeof(T) - 1);
  const auto magnitude = static_cast<int64_t>(bits & static_cast<Bits<T>>(~kSign));
  return (bits & kSign) != 0 ? -magnitude : magnitude;
}

int64_t Distance(int64_t a, int64_t b) {
  int64_t distance = 0;
  if (__builtin_sub_overflow(std::max(a, b), std::min(a, b), &distance)) return INT64_MAX;
  return distance;
}

template <typename T>
ElementClass ClassOf(double value) {
  if constexpr (kIsFloat<T>) {
    if (std::isnan(value)) return ElementClass::kNan;
    if (std::isinf(value)) return value > 0 ? ElementClass::kPositiveInfinity : ElementClass::kNegativeInfinity;
  }
  return ElementClass::kFinite;
}

template <typename T>
double SmallestNormal() {
  if constexpr (kIsFloat<T>) return static_cast<double>(std::numeric_limits<T>::min());
  return 1;
}

template <typename T>
double SpacingAt(double value) {
  if constexpr (!kIsFloat<T>) return 1;
  const double magnitude = std::max(std::abs(value), SmallestNormal<T>());
  return std::ldexp(1.0, std::ilogb(magnitude) - (std::numeric_limits<T>::digits - 1));
}

// Returns |a - e| of integers without overflow.
template <typename T>
uint64_t IntegerDistance(T a, T e) {
  return a > e ? static_cast<uint64_t>(a) - static_cast<uint64_t>(e)
               : static_cast<uint64_t>(e) - static_cast<uint64_t>(a);
}

// Compares two elements. `other`: the other part of a complex e. If it is an infinity or a NaN, it says nothing about
// the size of this part.
template <typename T>
Difference Differ(T a, T e, double other, int64_t index) {
  Difference d;
  d.index = index;
  d.actual = static_cast<double>(a);
  d.expected = static_cast<double>(e);
  d.actual_class = ClassOf<T>(d.actual);
  d.expected_class = ClassOf<T>(d.expected);
  if constexpr (kIsFloat<T>) {
    d.equal = d.same_class() && (d.actual_class != ElementClass::kFinite || d.actual == d.expected);
  } else {
    d.equal = a == e;
  }
  d.magnitude = std::isfinite(other) ? std::hypot(d.expected, other) : std::abs(d.expected);
  d.ulp_of_expected = SpacingAt<T>(other == 0 || !std::isfinite(d.magnitude) ? d.expected : d.magnitude);
  if (!d.same_class() || d.actual_class != ElementClass::kFinite || d.equal) return d;
  if constexpr (kIsFloat<T>) {
    // The distance of two doubles may exceed the largest double.
    d.abs = std::abs(d.actual / 2 - d.expected / 2) > std::numeric_limits<double>::max() / 2
                ? std::numeric_limits<double>::max()
                : std::abs(d.actual - d.expected);
    d.ulp = other == 0 || !std::isfinite(d.magnitude)
                ? Distance(Position(a), Position(e))
                : static_cast<int64_t>(std::min(std::ceil(d.abs / d.ulp_of_expected), 0x1p62));
  } else {
    const uint64_t distance = IntegerDistance(a, e);
    d.abs = static_cast<double>(distance);
    d.ulp = distance > static_cast<uint64_t>(INT64_MAX) ? INT64_MAX : static_cast<int64_t>(distance);
  }
  d.rel = d.abs / std::max(d.magnitude, d.magnitude == 0 ? SmallestNormal<T>() : 0.0);
  return d;
}

// Sums that grow with each element.
struct Totals {
  double abs = 0, rel = 0, mere = 0, square = 0;
  std::array<int64_t, 3> within = {};
  int64_t above = 0, below = 0;
};

void Add(const Difference& d, ErrorMetrics& metrics, Totals& totals) {
  ++metrics.elements;
  metrics.expected_nan += d.expected_class == ElementClass::kNan ? 1 : 0;
  metrics.expected_inf +=
      d.expected_class == ElementClass::kPositiveInfinity || d.expected_class == ElementClass::kNegativeInfinity ? 1
                                                                                                                 : 0;
  if (d.equal) ++metrics.equal;
  if (!d.same_class()) {
    ++metrics.class_mismatches;
    return;
  }
  if (d.actual_class != ElementClass::kFinite) return;
  ++metrics.compared;
  const double guarded = d.abs / (d.magnitude + kMereGuard);
  metrics.max_abs = std::max(metrics.max_abs, d.abs);
  metrics.max_rel = std::max(metrics.max_rel, d.rel);
  metrics.mare = std::max(metrics.mare, guarded);
  metrics.max_ulp = std::max(metrics.max_ulp, d.ulp);
  totals.abs += d.abs;
  totals.rel += d.rel;
  totals.mere += guarded;
  totals.square += d.abs * d.abs;
  for (size_t i = 0; i < totals.within.size(); ++i)
    totals.within[i] += d.rel <= std::pow(10.0, -2.0 - double(i)) ? 1 : 0;
  const auto bucket = std::lower_bound(kUlpBuckets.begin(), kUlpBuckets.end(), d.ulp) - kUlpBuckets.begin();
  ++metrics.ulp_histogram[static_cast<size_t>(bucket)];
  totals.above += d.actual > d.expected ? 1 : 0;
  totals.below += d.actual < d.expected ? 1 : 0;
}

void Conclude(const Totals& totals, ErrorMetrics& metrics) {
  if (totals.above + totals.below > 0) {
    metrics.sign_bias =
        static_cast<double>(totals.above - totals.below) / static_cast<double>(totals.above + totals.below);
  }
  if (metrics.compared == 0) return;
  const auto count = static_cast<double>(metrics.compared);
  metrics.mean_abs = totals.abs / count;
  metrics.mean_rel = totals.rel / count;
  metrics.mere = totals.mere / count;
  metrics.rmse = std::sqrt(totals.square / count);
  for (size_t i = 0; i < totals.within.size(); ++i) {
    metrics.share_within[i] = static_cast<double>(totals.within[i]) / count;
  }
}

}  // namespace

bool Measure(const ge::Tensor& actual, const ge::Tensor& expected, ErrorMetrics& metrics,
             const std::function<void(const Difference&)>& visit) {
  metrics = ErrorMetrics();
  const ge::DataType dtype = expected.GetTensorDesc().GetDataType();
  const bool known = VisitElementType(PartOf(dtype), [&]<typename T>(T) {
    Totals totals;
    const auto at = [](const ge::Tensor& tensor, size_t i) {
      T value;
      std::memcpy(&value, tensor.GetData() + i * sizeof(T), sizeof(T));
      return value;
    };
    const size_t count = std::min(actual.GetSize(), expected.GetSize()) / sizeof(T);
    for (size_t i = 0; i < count; ++i) {
      // The parts of a complex number stand in pairs.
      const double other = IsComplex(dtype) ? static_cast<double>(at(expected, i ^ 1)) : 0;
      const Difference d = Differ(at(actual, i), at(expected, i), other, static_cast<int64_t>(i));
      Add(d, metrics, totals);
      visit(d);
    }
    Conclude(totals, metrics);
  });
  return known;
}

std::vector<double> NumbersOf(const ge::Tensor& tensor) {
  std::vector<double> numbers;
  VisitElementType(tensor.GetTensorDesc().GetDataType(), [&]<typename T>(T) {
    numbers.resize(tensor.GetSize() / sizeof(T));
    for (size_t i = 0; i < numbers.size(); ++i) {
      T value;
      std::memcpy(&value, tensor.GetData() + i * sizeof(T), sizeof(T));
      numbers[i] = static_cast<double>(value);
    }
  });
  return numbers;
}

std::vector<int64_t> MeasuredShape(const ge::TensorDesc& desc) {
  std::vector<int64_t> shape = desc.GetShape().GetDims();
  if (IsComplex(desc.GetDataType())) shape.push_back(2);
  return shape;
}

std::string ElementText(const ge::Tensor& tensor, int64_t index) {
  std::string text = "?";
  static_cast<void>(VisitElementType(PartOf(tensor.GetTensorDesc().GetDataType()), [&]<typename T>(T) {
    T value;
    std::memcpy(&value, tensor.GetData() + static_cast<size_t>(index) * sizeof(T), sizeof(T));
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      text = fmt::format("{} (0x{:0{}x})", value, BitsOf(value), 2 * sizeof(T));
    } else if constexpr (kIsFloat<T>) {
      text = fmt::format("{:.5g} (0x{:04x})", static_cast<float>(value), BitsOf(value));
    } else {
      text = fmt::format("{}", value);
    }
  }));
  return text;
}

std::string IndexText(int64_t index, const std::vector<int64_t>& shape) {
  std::vector<int64_t> position(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    const int64_t extent = std::max<int64_t>(1, shape[axis]);
    position[axis] = index % extent;
    index /= extent;
  }
  return fmt::format("[{}]", fmt::join(position, ", "));
}

}  // namespace opdk::verify
