#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <type_traits>

#include "graph_core/ir/element_type.h"
#include "graph_core/ir/type_names.h"
#include "tests/op/op_case.h"

namespace opdk {
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

// What the case says at element i, as text.
std::string Written(const YAML::Node& node, size_t i) {
  if (node["fill"]) return node["fill"].as<std::string>();
  return node["data"].IsScalar() ? node["data"].as<std::string>() : node["data"][i].as<std::string>();
}

template <typename T>
std::string CompareElements(const ge::Tensor& actual, const ge::Tensor& expected, const YAML::Node& node,
                            Tolerance tolerance) {
  const size_t count = expected.GetSize() / sizeof(T);
  for (size_t i = 0; i < count; ++i) {
    T a;
    T e;
    std::memcpy(&a, actual.GetData() + i * sizeof(T), sizeof(T));
    std::memcpy(&e, expected.GetData() + i * sizeof(T), sizeof(T));
    const bool negative_zero = !std::is_integral_v<T> && e == T(0) && Written(node, i).starts_with("-0");
    if (!Agree(a, e, tolerance, negative_zero)) {
      return fmt::format("element {} is {}, expected {}{}", i, Text(a), negative_zero ? "-" : "", Text(e));
    }
  }
  return "";
}

}  // namespace

Tolerance ToleranceOf(const OpCase& op_case, ge::DataType dtype) {
  Tolerance tolerance;
  if (dtype == ge::DT_DOUBLE) tolerance = {1e-7, 1e-9};
  if (dtype == ge::DT_FLOAT) tolerance = {4e-6, 1e-7};
  if (dtype == ge::DT_FLOAT16) tolerance = {2e-3, 1e-4};
  if (dtype == ge::DT_BF16) tolerance = {1.6e-2, 1e-3};
  const YAML::Node given = op_case.node["tolerance"];
  if (given && given["rtol"]) tolerance.rtol = given["rtol"].as<double>();
  if (given && given["atol"]) tolerance.atol = given["atol"].as<double>();
  return tolerance;
}

std::string Compare(const ge::Tensor& actual, const CaseTensor& expected, const YAML::Node& node, Tolerance tolerance) {
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
  (void)VisitElementType(want.GetDataType(), [&]<typename T>(T) {
    difference = CompareElements<T>(actual, expected.value, node, tolerance);
  });
  return difference;
}

}  // namespace opdk
