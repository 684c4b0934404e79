#include "sdk/verify/compare/compare.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <type_traits>

#include "graph_core/ir/element_type.h"
#include "graph_core/ir/type_names.h"

namespace opdk::verify {
namespace {

template <typename T>
std::string Text(T value) {
  if constexpr (std::is_integral_v<T>) return fmt::format("{}", value);
  return fmt::format("{:.9g}", static_cast<double>(value));
}

template <typename T>
bool Agree(T actual, T expected, Tolerance tolerance, bool negative_zero) {
  if constexpr (std::is_integral_v<T>) {
    return actual == expected;
  } else {
    const auto a = static_cast<double>(actual);
    const auto e = static_cast<double>(expected);
    if (std::isnan(e)) return std::isnan(a);
    if (std::isinf(e) || std::isinf(a)) return a == e;
    if (negative_zero) return a == 0 && std::signbit(a);
    return std::abs(a - e) <= tolerance.atol + tolerance.rtol * std::abs(e);
  }
}

template <typename T>
std::string CompareElements(const ge::Tensor& actual, const CaseTensor& expected, Tolerance tolerance) {
  const size_t count = expected.value.GetSize() / sizeof(T);
  for (size_t i = 0; i < count; ++i) {
    T a;
    T e;
    std::memcpy(&a, actual.GetData() + i * sizeof(T), sizeof(T));
    std::memcpy(&e, expected.value.GetData() + i * sizeof(T), sizeof(T));
    const bool negative_zero = !expected.negative_zero.empty() && expected.negative_zero[i];
    if (!Agree(a, e, tolerance, negative_zero)) {
      return fmt::format("element {} is {}, expected {}{}", i, Text(a), negative_zero ? "-" : "", Text(e));
    }
  }
  return "";
}

}  // namespace

std::string Compare(const ge::Tensor& actual, const CaseTensor& expected, Tolerance tolerance) {
  const ge::TensorDesc got = actual.GetTensorDesc();
  const ge::TensorDesc want = expected.value.GetTensorDesc();
  if (got.GetDataType() != want.GetDataType() || got.GetShape().GetDims() != want.GetShape().GetDims()) {
    return fmt::format("{} was expected, got {}", DescText(want), DescText(got));
  }
  if (!expected.has_data) return "";
  if (actual.GetSize() != expected.value.GetSize()) {
    return fmt::format("{} bytes were expected, got {}", expected.value.GetSize(), actual.GetSize());
  }
  std::string difference = "the dtype can't be compared";
  (void)VisitElementType(want.GetDataType(),
                         [&]<typename T>(T) { difference = CompareElements<T>(actual, expected, tolerance); });
  return difference;
}

}  // namespace opdk::verify
